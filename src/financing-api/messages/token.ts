import { z } from "@medusajs/framework/zod"
import { optionalText } from "./answer-fields"

/** What a token without a usable `expires_in` is trusted for: short, and a 401 costs one repeat. */
const UNKNOWN_LIFETIME_SECONDS = 60
/** A longer promise is believed for one day; it also keeps timers within their range. */
const LONGEST_LIFETIME_SECONDS = 86_400

/**
 * Seconds to trust a token for, from whatever stood in `expires_in` (D5): missing, negative, zero
 * or not a number becomes 60, a numeric string is read, a huge one is cut to a day.
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
 * The token record, less its `refresh_token`: the use of that one is not shown, so it is dropped
 * here and held nowhere. `expires_in` (seconds) is made usable (D5).
 */
export const tokenRecord = z.object({
  // It becomes a header, so neither spaces nor line breaks.
  access_token: z.string().regex(/^[\x21-\x7e]{1,8192}$/, "must be a bearer token"),
  // Another type by its name is another kind of token; whatever is no name says nothing.
  token_type: z
    .unknown()
    .refine((type) => typeof type !== "string" || /^(bearer)?$/i.test(type), "must be Bearer")
    .transform(() => "Bearer" as const),
  expires_in: z.unknown().transform(lifetimeSeconds),
  scope: optionalText,
})

export type TokenRecord = z.output<typeof tokenRecord>
