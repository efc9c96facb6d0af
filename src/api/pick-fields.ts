import type { z } from "@medusajs/framework/zod"

/** Returns the fields that a schema lists, in its order. */
export function pickFields<Schema extends z.ZodObject>(
  schema: Schema,
  row: z.input<Schema>
): z.input<Schema> {
  const from = row as Record<string, unknown>
  const fields = Object.keys(schema.shape).map((name) => [name, from[name]])
  return Object.fromEntries(fields) as z.input<Schema>
}
