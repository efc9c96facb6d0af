import { FORM_WORDS } from "../../src/domain/form-words"
import { z } from "@medusajs/framework/zod"
import type { RouteDocument } from "./route-document"

const REFERENCE_TO_ERROR = { $ref: "#/components/schemas/Error" }

/** Builds the OpenAPI 3.1 document from the schemas that validate the routes' requests. */
export function toOpenApi(routes: readonly RouteDocument[], version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: buildOperation(route) }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Consumer financing for Medusa",
      version,
      description: "The routes that medusa-payment-consumer-financing adds to a Medusa server.",
    },
    paths,
    components: {
      schemas: { Error: ERROR },
      securitySchemes: {
        publishableKey: { type: "apiKey", in: "header", name: "x-publishable-api-key" },
        customer: { type: "http", scheme: "bearer" },
        admin: { type: "http", scheme: "bearer" },
      },
    },
  }
}

const ERROR = {
  type: "object",
  required: ["type", "message"],
  properties: {
    type: { type: "string", description: "As in Medusa's own errors, e.g. `invalid_data`." },
    message: { type: "string", description: "A sentence for people." },
    errors: {
      type: "array",
      description: "One entry for each field that has to be corrected.",
      items: {
        type: "object",
        required: ["field", "message"],
        properties: {
          field: { type: "string", description: "Its path, e.g. `employment.pay_cycle`." },
          message: { type: "string", description: "The rule; never what was sent." },
          code: {
            type: "string",
            enum: Object.keys(FORM_WORDS),
            description: "The rule's code, for words of your own.",
          },
          limit: { type: "string", description: "The rule's limit, e.g. `100` characters." },
        },
      },
    },
  },
}

function buildOperation(route: RouteDocument): object {
  return {
    summary: route.summary,
    description: route.description,
    security: listSecurity(route),
    parameters: [
      ...Object.entries(route.parameters).map(([name, description]) => ({
        name,
        in: "path",
        required: true,
        description,
        schema: { type: "string" },
      })),
      ...listQueryParameters(route),
    ],
    ...(route.body
      ? { requestBody: { required: true, content: buildContent(route.body, "input") } }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries({ 200: "Answered.", ...route.furtherSuccesses }).map(
          ([status, description]) => [status, { description, content: buildAnswer(route) }]
        )
      ),
      ...Object.fromEntries(
        Object.entries({ ...listRefusals(route), ...route.refusals }).map(
          ([status, description]) => [
            status,
            { description, content: { "application/json": { schema: REFERENCE_TO_ERROR } } },
          ]
        )
      ),
    },
  }
}

const PERMISSION_MISSING = "The role of the user does not allow this."
const JSON_REQUIRED =
  "Only JSON is taken: send `Content-Type: application/json`. A call without a body needs none, where it carries an `Authorization` header."

/** Lists the error responses common to all routes of a kind. */
function listRefusals({ path, method, body }: RouteDocument): Record<number, string> {
  const isAdmin = path.startsWith("/admin/")
  const refusals: Record<number, string> = {}
  if (isAdmin) Object.assign(refusals, { 401: "The login is missing.", 403: PERMISSION_MISSING })
  if (body || (isAdmin && method !== "get")) refusals[415] = JSON_REQUIRED
  return refusals
}

function listQueryParameters({ query }: RouteDocument): object[] {
  if (!query) return []
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: "input" })
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema as { description?: string }
    return {
      name,
      in: "query",
      required: required.includes(name),
      ...(description ? { description } : {}),
      schema: rest,
    }
  })
}

function buildAnswer({ answer, answerType }: RouteDocument): object {
  const described = buildContent(answer, "output")
  return answerType ? { [answerType]: described["application/json"] } : described
}

/** Store routes need a publishable key; customer-specific ones also need the customer's login. */
function listSecurity({ path }: RouteDocument): object[] {
  return path.startsWith("/admin/")
    ? [{ admin: [] }]
    : [{ publishableKey: [] }, { publishableKey: [], customer: [] }]
}

type Content = { schema: z.ZodType; example: unknown }

function buildContent(
  { schema, example }: Content,
  io: "input" | "output"
): Record<string, object> {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" })
  return { "application/json": { schema: described, example } }
}
