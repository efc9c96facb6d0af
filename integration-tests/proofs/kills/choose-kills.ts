import type { ProofOptions } from "../proof-options"
import { KILLED_OPERATIONS, type KilledOperation } from "./killed-operations"
import { type Kill, prepareOperation } from "./run-kills"
import type { Victim } from "./victim"

/**
 * The kills of every run: around calls that move money and the record of their answers, around a postback's answer,
 * between a draft's conversion and its payment, and between claiming a pre-approval and its token.
 */
const WORST_MOMENTS: [operation: string, moment: string][] = [
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

export type OperationEffects = { operation: KilledOperation; effects: string[] }

/** Runs each operation once and lists its lasting effects in order. */
export async function listOperationEffects(victim: Victim): Promise<OperationEffects[]> {
  const counted: OperationEffects[] = []
  for (const operation of KILLED_OPERATIONS) {
    const { errand, act } = await prepareOperation({ operation }, victim)
    await act()
    counted.push({ operation, effects: (await errand.read()).effects })
  }
  return counted
}

function createKill(operation: KilledOperation, moment: string): Kill {
  return { name: `${operation.name}@${moment}`, operation, moment }
}

/** Lists a kill after every effect. */
export function listAllKills(counted: OperationEffects[], { only }: ProofOptions): Kill[] {
  const all = counted.flatMap(({ operation, effects }) =>
    effects.map((_, index) => createKill(operation, String(index + 1)))
  )
  const [operation = "", moment = ""] = only.split("@")
  return all.filter(({ name }) => (moment === "" ? name.startsWith(operation) : name === only))
}

export function listWorstKills(): Kill[] {
  return WORST_MOMENTS.flatMap(([name, moment]) =>
    KILLED_OPERATIONS.filter((one) => one.name === name).map((one) => createKill(one, moment))
  )
}
