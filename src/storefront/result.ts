/** What a server action hands to the browser: never an error, whose words production builds replace. */
export type Result<Value> =
  | { ok: true; value: Value }
  | {
      ok: false
      /** For the shopper. */
      message: string
      /** HTTP's, where the shop answered. */
      status: number | null
    }

const FAILED =
  "Financing is not available right now. Please try again in a moment or pay another way."

/** Sentences for shoppers come with these; others are of the machine. */
const TOLD = [400, 401, 429]

/** Turns what a call rejects with into a value with a sentence for the shopper. */
export async function asResult<Value>(call: Promise<Value>): Promise<Result<Value>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    const { status, message } = (error ?? {}) as { status?: number; message?: string }
    const isTold = status !== undefined && TOLD.includes(status) && message
    return { ok: false, message: isTold ? message : FAILED, status: status ?? null }
  }
}
