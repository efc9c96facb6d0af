/** The return value of a server action. Not an error, because production builds replace error messages. */
export type Result<Value> =
  | { ok: true; value: Value }
  | {
      ok: false
      /** A message for the shopper. */
      message: string
      /** The HTTP status, or null without a response. */
      status: number | null
    }

const FAILED =
  "Financing is not available right now. Please try again in a moment or pay another way."

/** HTTP statuses whose messages are meant for shoppers. */
const TOLD = [400, 401, 429]

/** Converts a call's rejection into a value with a message for the shopper. */
export async function asResult<Value>(call: Promise<Value>): Promise<Result<Value>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    const { status, message } = (error ?? {}) as { status?: number; message?: string }
    const isTold = status !== undefined && TOLD.includes(status) && message
    return { ok: false, message: isTold ? message : FAILED, status: status ?? null }
  }
}
