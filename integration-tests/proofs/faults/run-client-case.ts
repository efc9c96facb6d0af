import { FinancingError, type FinancingClient } from "../../../src/financing-api"
import type { Connected } from "../../contract/connected"
import type { ProofOptions } from "../proof-options"
import { CLIENT_CALLS, type ClientCall } from "./client-calls"
import type { Ill } from "./ills"
import { ILLS } from "./ills-of-calls"

export type ClientCase = { name: string; call: ClientCall; ill: Ill }

/** All cases except false refusals: the client cannot detect that a refused call took effect. */
export const CLIENT_CASES: ClientCase[] = CLIENT_CALLS.flatMap((call) =>
  ILLS[call.call]
    .filter(({ denies }) => !denies)
    .map((ill) => ({ name: `client/${call.call}/${ill.point}/${ill.name}`, call, ill }))
)

const STRIDE = 11

export function chosenClientCases({ all, only, seed }: ProofOptions): ClientCase[] {
  if (only) return CLIENT_CASES.filter(({ name }) => name.includes(only))
  return all ? CLIENT_CASES : CLIENT_CASES.filter((_, index) => (index + seed) % STRIDE === 0)
}

/** Runs one case of the real client, with short timeouts, against the simulator. */
export async function runClientCase(
  { call, ill }: ClientCase,
  { joined, client }: { joined: Connected; client: FinancingClient }
): Promise<void> {
  const { control } = joined.sandbox
  await control.reset()
  const { act, isDone } = await call.prepare(joined)
  const { id } = await control.fault({ ...ill.fault, operation: call.call })
  const error = await act(client).then(
    () => null,
    (thrown: unknown) => thrown
  )
  const { applied } = (await control.faults()).find((fault) => fault.id === id) ?? { applied: 0 }
  if (applied === 0) throw new Error("No call met the fault")
  if (error === null) return await judgeSuccess({ call, ill }, isDone)
  if (!(error instanceof FinancingError))
    throw new Error("The client threw another error than FinancingError", { cause: error })
  if (call.changes && error.outcome === "did-not-happen") expect(await isDone()).toBe(false)
}

/** Expects that a call reported as successful took effect and had a readable answer. */
async function judgeSuccess(
  { call, ill }: Pick<ClientCase, "call" | "ill">,
  isDone: () => Promise<boolean>
): Promise<void> {
  expect(await isDone()).toBe(true)
  if (call.changes) expect(ill.understood === true || ill.fault.kind === "unauthorized").toBe(true)
}
