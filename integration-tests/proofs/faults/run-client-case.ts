import { FinancingError, type FinancingClient } from "../../../src/financing-api"
import type { ConnectedSandbox } from "../../contract/connected-sandbox"
import type { ProofOptions } from "../proof-options"
import { CLIENT_CALLS, type ClientCall } from "./client-calls"
import type { CallFault } from "./call-faults"
import { FAULTS_BY_ENDPOINT } from "./faults-by-endpoint"

export type ClientCase = { name: string; call: ClientCall; callFault: CallFault }

/** All cases except false refusals: the client cannot detect that a refused call took effect. */
export const CLIENT_CASES: ClientCase[] = CLIENT_CALLS.flatMap((call) =>
  FAULTS_BY_ENDPOINT[call.call]
    .filter(({ denies }) => !denies)
    .map((ill) => ({ name: `client/${call.call}/${ill.point}/${ill.name}`, call, callFault: ill }))
)

const SAMPLE_INTERVAL = 11

export function selectClientCases({ all, only, seed }: ProofOptions): ClientCase[] {
  if (only) return CLIENT_CASES.filter(({ name }) => name.includes(only))
  return all
    ? CLIENT_CASES
    : CLIENT_CASES.filter((_, index) => (index + seed) % SAMPLE_INTERVAL === 0)
}

/** Runs one case of the real client, with short timeouts, against the simulator. */
export async function runClientCase(
  { call, callFault }: ClientCase,
  { joined, client }: { joined: ConnectedSandbox; client: FinancingClient }
): Promise<void> {
  const { control } = joined.sandbox
  await control.reset()
  const { act, isDone } = await call.prepare(joined)
  const { id } = await control.fault({ ...callFault.fault, operation: call.call })
  const error = await act(client).then(
    () => null,
    (thrown: unknown) => thrown
  )
  const { applied } = (await control.faults()).find((fault) => fault.id === id) ?? { applied: 0 }
  if (applied === 0) throw new Error("No call met the fault")
  if (error === null) return await expectRealSuccess({ call, callFault }, isDone)
  if (!(error instanceof FinancingError))
    throw new Error("The client threw another error than FinancingError", { cause: error })
  if (call.changes && error.outcome === "did-not-happen") expect(await isDone()).toBe(false)
}

/** Expects that a call reported as successful took effect and had a readable answer. */
async function expectRealSuccess(
  { call, callFault }: Pick<ClientCase, "call" | "callFault">,
  isDone: () => Promise<boolean>
): Promise<void> {
  expect(await isDone()).toBe(true)
  if (call.changes)
    expect(callFault.isUnderstood === true || callFault.fault.kind === "unauthorized").toBe(true)
}
