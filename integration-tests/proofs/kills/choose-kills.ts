import type { ProofOptions } from "../proof-options"
import { KILLED_OPERATIONS, type KilledOperation } from "./killed-operations"
import { type Kill, begin } from "./run-kills"
import type { Victim } from "./victim"

/**
 * Around a call that moves money and the record of its answer, after a postback was answered, between a draft's
 * becoming an order and its payment, and between taking a pre-approval and its token: in every run.
 */
const WORST: [operation: string, moment: string][] = [
  ["capture", "settle sent"],
  ["capture", "settle answered"],
  ["capture", "settle answered+1"],
  ["refund", "refund answered"],
  ["refund", "refund answered+1"],
  ["refund-part", "partialRefund sent"],
  ["refund-part", "partialRefund answered"],
  ["refund-part", "partialRefund answered+1"],
  ["inbox", "insert financing_postback"],
  ["inbox", "commit update financing_postback"],
  ["request", "createVirtualCart sent"],
  ["request", "createVirtualCart answered"],
  ["request-signed", "commit update order"],
  ["request-signed", "commit insert payment, update payment_session"],
  ["pre-approval", "update financing_pre_approval"],
  ["pre-approval", "updateCartAndSend answered"],
]

export type Effects = { operation: KilledOperation; effects: string[] }

/** What each operation does that outlives its process, in the order in which it happens. */
export async function countEffects(victim: Victim): Promise<Effects[]> {
  const counted: Effects[] = []
  for (const operation of KILLED_OPERATIONS) {
    const { errand, act } = await begin({ operation }, victim)
    await act()
    counted.push({ operation, effects: (await errand.read()).effects })
  }
  return counted
}

function killOf(operation: KilledOperation, moment: string): Kill {
  return { name: `${operation.name}@${moment}`, operation, moment }
}

/** A kill after every effect: after one is before the next. */
export function everyKill(counted: Effects[], { only }: ProofOptions): Kill[] {
  const all = counted.flatMap(({ operation, effects }) =>
    effects.map((_, index) => killOf(operation, String(index + 1)))
  )
  const [operation = "", moment = ""] = only.split("@")
  return all.filter(({ name }) => (moment === "" ? name.startsWith(operation) : name === only))
}

export function worstKills(): Kill[] {
  return WORST.flatMap(([name, moment]) =>
    KILLED_OPERATIONS.filter((one) => one.name === name).map((one) => killOf(one, moment))
  )
}
