import type { z } from "@medusajs/framework/zod"

/** What one of our routes is, takes and answers: the OpenAPI file and the tests are made from it. */
export type RouteDocument = {
  method: "get" | "post" | "delete"
  /** With `{names}`, as OpenAPI writes them. */
  path: `/store/consumer-financing/${string}` | `/admin/consumer-financing/${string}`
  summary: string
  description: string
  /** Every name of the path. */
  parameters: Record<string, string>
  /** What may stand behind the question mark. */
  query?: z.ZodObject
  body?: { schema: z.ZodType; example: unknown }
  answer: { schema: z.ZodType; example: unknown }
  /** When it is not JSON. */
  answerType?: string
  /** HTTP statuses besides 200 under which the same is answered, and when. */
  answeredToo?: Record<number, string>
  /** Other answers, by HTTP status, in addition to those of every route of its kind. */
  refusals?: Record<number, string>
}
