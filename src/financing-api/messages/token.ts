import { z } from "@medusajs/framework/zod"
import { optionalText } from "./answer-fields"

/** Lifetime without a usable `expires_in`: short, because a 401 costs one repeat. */
const UNKNOWN_LIFETIME_SECONDS = 60
/** Maximum lifetime: one day, which also keeps timers within their range. */
const LONGEST_LIFETIME_SECONDS = 86_400

/**
 * Returns a token's lifetime in seconds from any `expires_in` (D5): 60 for a missing, negative, zero or invalid
 * value; reads a numeric string; limits a huge one to a day.
 */
export function lifetimeSeconds(expiresIn: unknown): number {
  const isNumericText = typeof expiresIn === "string" && /^\d{1,15}(\.\d+)?$/.test(expiresIn)
  const seconds = isNumericText ? Number(expiresIn) : expiresIn
  if (typeof seconds !== "number" || !(seconds > 0)) return UNKNOWN_LIFETIME_SECONDS
  return Math.min(seconds, LONGEST_LIFETIME_SECONDS)
}

/** Form fields of endpoint 1, "Request token" (section "Authentication", 2). */
export const tokenBody = z.strictObject({
  grant_type: z.literal("password"),
  scope: z.literal("openid"),
  username: z.string(),
  password: z.string(),
})

/**
 * The token record without its `refresh_token`, whose use the interface does not show. `expires_in` (seconds) is
 * made usable (D5).
 */
export const tokenRecord = z.object({
  // Sent in a header, so it contains neither spaces nor line breaks.
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/, "must be a bearer token"),
  // Another named type is another kind of token; an invalid name is ignored.
  token_type: z
    .unknown()
    .refine((type) => typeof type !== "string" || /^(bearer)?$/i.test(type), "must be Bearer")
    .transform(() => "Bearer" as const),
  expires_in: z.unknown().transform(lifetimeSeconds),
  scope: optionalText,
})

export type TokenRecord = z.output<typeof tokenRecord>
