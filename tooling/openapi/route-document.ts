import type { z } from "@medusajs/framework/zod"

/** The specification of a route, from which the OpenAPI file and tests are generated. */
export type RouteDocument = {
  method: "get" | "post" | "delete"
  /** The path with parameters in braces, as in OpenAPI. */
  path: `/store/consumer-financing/${string}` | `/admin/consumer-financing/${string}`
  summary: string
  description: string
  /** Descriptions of the path parameters. */
  parameters: Record<string, string>
  /** The query parameters. */
  query?: z.ZodObject
  body?: { schema: z.ZodType; example: unknown }
  answer: { schema: z.ZodType; example: unknown }
  /** The response's content type when it is not JSON. */
  answerType?: string
  /** Further success statuses with the same response, with their descriptions. */
  furtherSuccesses?: Record<number, string>
  /** Error responses by HTTP status, in addition to those common to all routes of its kind. */
  refusals?: Record<number, string>
}
