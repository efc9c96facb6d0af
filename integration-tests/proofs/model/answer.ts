import { HttpRefusal } from "../../../tooling/clients/http-door"
import { Violation } from "./history"

/** The store's answer to a request. */
export type Answer =
  | { is: "done" }
  /** It says that it did not do it. */
  | { is: "refused"; sentence: string }
  /** It says that it does not know. */
  | { is: "unknown"; sentence: string }
  /** No answer: the process died first. */
  | { is: "lost" }

const NOT_KNOWN =
  /may have taken effect|not been confirmed|not known whether the refund happened|not counted as refunded|sign again/

/** @throws Violation when the store fails (5xx): faults of the service never look like that */
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
 * What core says about a draft that it may be making an order of at this very moment: its 500 is no
 * fault of ours, and whatever came of it is looked at.
 */
export async function answerOfCore(asked: Promise<unknown>): Promise<Answer> {
  return await answerOf(
    asked.catch((error: unknown) => {
      if (!isFailure(error)) throw error
    })
  )
}

/** Milliseconds in which a cart's lock is free again, also on a busy machine. */
const PLACING_TAKES = 15_000

/**
 * What core says about a change of a cart that is just being placed: it waits two seconds for the
 * cart's lock, then fails, having done nothing. Asked again, it has to know before long.
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

/** @throws Violation when the store refused something without a reason */
export function expectDone(answer: Answer, what: string): void {
  if (answer.is === "done") return
  const why = "sentence" in answer ? `: ${answer.sentence}` : ""
  throw new Violation(`${what} is ${answer.is}, though nothing stands in its way${why}`)
}
