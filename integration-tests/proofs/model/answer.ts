import { HttpRefusal } from "../../../tooling/clients/http-door"
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

const NOT_KNOWN =
  /may have taken effect|not been confirmed|not known whether the refund happened|not counted as refunded|sign again/

/**
 * Classifies the store's answer to a request.
 * @throws Violation on a 5xx, which no fault of the service may cause
 */
export async function answerOf(asked: Promise<unknown>): Promise<Answer> {
  try {
    await asked
    return { is: "done" }
  } catch (error) {
    if (!(error instanceof HttpRefusal)) return { is: "lost" }
    const sentence = error.body.message ?? ""
    if (error.status >= 500) throw new Violation(`the store answers ${error.message}`)
    return { is: NOT_KNOWN.test(sentence) ? "unknown" : "refused", sentence }
  }
}

/**
 * Classifies core's answer about a draft that may be converted at the same time. Core's 500 counts as done; the model
 * then reads the result.
 */
export async function answerOfCore(asked: Promise<unknown>): Promise<Answer> {
  return await answerOf(
    asked.catch((error: unknown) => {
      if (!isFailure(error)) throw error
    })
  )
}

/** Milliseconds after which a cart's lock is free again, even on a busy machine. */
const PLACING_TAKES = 15_000

/**
 * Classifies core's answer to a cart change. While the cart is being completed, core fails without effect after two
 * seconds of waiting for its lock, so the change is retried.
 */
export async function answerOfCart(change: () => Promise<unknown>): Promise<Answer> {
  const giveUpAt = performance.now() + PLACING_TAKES
  const ask = (): Promise<unknown> =>
    change().catch((error: unknown) => {
      if (!isFailure(error) || performance.now() > giveUpAt) throw error
      return ask()
    })
  return await answerOf(ask())
}

const isFailure = (error: unknown) => error instanceof HttpRefusal && error.status >= 500

/** @throws Violation when the answer is not "done" */
export function expectDone(answer: Answer, what: string): void {
  if (answer.is === "done") return
  const why = "sentence" in answer ? `: ${answer.sentence}` : ""
  throw new Violation(`${what} is ${answer.is}, though the model expects it to succeed${why}`)
}
