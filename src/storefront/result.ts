/** The return value of a server action. Not an error, because production builds replace error messages. */
export type Result<Value> =
  | { ok: true; value: Value }
  | {
      ok: false
      /** A message for the shopper. */
      message: string
      /** The HTTP status, or null if there was no response. */
      status: number | null
    }

const FALLBACK_MESSAGE =
  "Financing is not available right now. Please try again in a moment or pay another way."

/** HTTP statuses whose messages are meant for shoppers. */
const SHOPPER_STATUSES = [400, 401, 429]

/** Converts a call's rejection into a value with a message for the shopper. */
export async function toResult<Value>(call: Promise<Value>): Promise<Result<Value>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    const { status, message } = (error ?? {}) as { status?: number; message?: string }
    const isForShopper = status !== undefined && SHOPPER_STATUSES.includes(status) && message
    return { ok: false, message: isForShopper ? message : FALLBACK_MESSAGE, status: status ?? null }
  }
}
