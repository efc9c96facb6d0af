import { HttpError } from "../../../tooling/clients/http-client"
import { Violation } from "./history"

/** The store's answer to a request. */
export type Answer =
  | { is: "done" }
  /** The store states that the request had no effect. */
  | { is: "refused"; sentence: string }
  /** The store states that the outcome is unknown. */
  | { is: "unknown"; sentence: string }
  /** No answer: the process died. */
  | { is: "lost" }

const UNKNOWN_OUTCOME =
  /may have taken effect|not been confirmed|not known whether the refund happened|not counted as refunded|sign again/

/**
 * Classifies the store's answer to a request.
 * @throws Violation on a 5xx, which no fault of the service may cause
 */
export async function readAnswer(request: Promise<unknown>): Promise<Answer> {
  try {
    await request
    return { is: "done" }
  } catch (error) {
    if (!(error instanceof HttpError)) return { is: "lost" }
    const sentence = error.body.message ?? ""
    if (error.status >= 500) throw new Violation(`the store answers ${error.message}`)
    return { is: UNKNOWN_OUTCOME.test(sentence) ? "unknown" : "refused", sentence }
  }
}

/**
 * Classifies core's answer about a draft that may be converted at the same time. Core's 500 counts as done; the model
 * then reads the result.
 */
export async function readCoreAnswer(request: Promise<unknown>): Promise<Answer> {
  return await readAnswer(
    request.catch((error: unknown) => {
      if (!isServerError(error)) throw error
    })
  )
}

/** Milliseconds after which a cart's lock is free again, even on a busy machine. */
const CART_LOCK_TIMEOUT_MS = 15_000

/**
 * Classifies core's answer to a cart change. While the cart is being completed, core fails without effect after two
 * seconds of waiting for its lock, so the change is retried.
 */
export async function readCartAnswer(change: () => Promise<unknown>): Promise<Answer> {
  const giveUpAt = performance.now() + CART_LOCK_TIMEOUT_MS
  const send = (): Promise<unknown> =>
    change().catch((error: unknown) => {
      if (!isServerError(error) || performance.now() > giveUpAt) throw error
      return send()
    })
  return await readAnswer(send())
}

const isServerError = (error: unknown) => error instanceof HttpError && error.status >= 500

/** @throws Violation when the answer is not "done" */
export function expectDone(answer: Answer, what: string): void {
  if (answer.is === "done") return
  const why = "sentence" in answer ? `: ${answer.sentence}` : ""
  throw new Violation(`${what} is ${answer.is}, though the model expects it to succeed${why}`)
}
