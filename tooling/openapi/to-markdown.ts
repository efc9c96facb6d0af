/** The part of an OpenAPI document that the Markdown uses, as `toOpenApi` writes it. */
type OpenApi = { paths: Record<string, Record<string, Operation>> }

type Operation = {
  summary: string
  description: string
  parameters: Parameter[]
  requestBody?: Body
  responses: Record<string, Partial<Body> & { description: string }>
}
type Parameter = {
  name: string
  in: string
  required: boolean
  description?: string
  schema: Schema
}
type Body = { content: Record<string, { schema: Schema; example?: unknown }> }
type Schema = {
  type?: string | string[]
  description?: string
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
}

const INTRODUCTION = `# Reference of the routes

Generated from [openapi.json](./openapi.json) by \`npm run openapi\`. What to call when: [Routes](./api.md).
`

/** Formats the Markdown reference: each route's fields, an example, and its other responses. */
export function toMarkdown(description: object): string {
  // Zod does not type the contents of the schemas it generates.
  const { paths } = description as OpenApi
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => describeRoute(method, path, operation))
  )
  return [INTRODUCTION, ...routes].join("\n")
}

function describeRoute(method: string, path: string, operation: Operation): string {
  const { summary, description, parameters, requestBody, responses } = operation
  const { 200: answer, ...others } = responses
  return `## ${summary}

\`${method.toUpperCase()} ${path}\`

${description}

${describeParameters(parameters)}

${describeBody("Body", requestBody)}
${describeBody("Answer", answer)}
${Object.entries(others)
  .map(([status, { description: when }]) => `- \`${status}\` ${when}`)
  .join("\n")}
`
}

/** Formats parameters as a list, because long descriptions would stretch a table's columns. */
const describeParameters = (parameters: Parameter[]): string =>
  parameters
    .map(({ name, in: place, required, description = "", schema }) => {
      const facts = [place, ...(required ? [] : ["optional"]), formatType(schema)].join(", ")
      return `- \`${name}\` (${facts}) ${description}`
    })
    .join("\n")

function describeBody(title: string, body: Partial<Body> | undefined): string {
  const [type, content] = Object.entries(body?.content ?? {})[0] ?? []
  if (!content) return ""
  const { example, schema } = content
  return `**${title}** (\`${type}\`)

${listFields(schema).join("\n")}

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`
`
}

/** Lists the fields of a schema that have a description, with their paths. */
function listFields(schema: Schema, path = ""): string[] {
  const { properties = {}, required = [], items, anyOf = [] } = schema
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const at = path === "" ? name : `${path}.${name}`
    const facts = `${formatType(field)}${required.includes(name) ? "" : ", optional"}`
    const described = field.description ? [`- \`${at}\` (${facts}) ${field.description}`] : []
    return [...described, ...listFields(field, at)]
  })
  const inner = items ? listFields(items, `${path}[]`) : []
  return [...own, ...inner, ...anyOf.flatMap((schema) => listFields(schema, path))]
}

function formatType({ type, const: fixed, enum: choices, items, anyOf }: Schema): string {
  if (fixed !== undefined) return `\`${JSON.stringify(fixed)}\``
  if (choices) return choices.map((choice) => `\`${JSON.stringify(choice)}\``).join(", ")
  if (anyOf) return [...new Set(anyOf.map(formatType))].join(" or ")
  if (items) return `list of ${formatType(items)}`
  return [type ?? "any"].flat().join(" or ")
}
