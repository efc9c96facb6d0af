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
