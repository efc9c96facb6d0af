import type { OperationRecord } from "../../src/modules/consumer-financing/records"
import type { FaultInput } from "../../src/sandbox/faults/fault"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { HttpError } from "../../tooling/clients/http-client"
import { getLatestApplication, listOperations, reconcile } from "./plugin-records"

const { store, simulator } = createHarness()

/** Lists the service's calls of an operation for all tokens of an application. */
export async function listServiceCalls(token: string, operation: FaultInput["operation"]) {
  const { tokens } = await simulator.application(token)
  const calls = await Promise.all(
    tokens.map((token) => simulator.calls({ operation, token: token }))
  )
  return calls.flat()
}

/** Injects a fault for one application. */
export async function injectFault(token: string, fault: Omit<FaultInput, "match">): Promise<void> {
  await simulator.fault({ ...fault, match: { token } })
}

/** Returns the message of an HTTP 400 refusal. @throws every other outcome */
export async function getRefusalMessage(act: Promise<unknown>): Promise<string> {
  const error: unknown = await act.then(
    () => new Error("The request was not refused"),
    (thrown: unknown) => thrown
  )
  if (!(error instanceof HttpError) || error.status !== 400) throw error
  return error.body.message ?? ""
}

/** Reconciles until the expectation holds. */
export async function reconcileUntil(cartId: string, expectOutcome: () => unknown): Promise<void> {
  const { id } = await getLatestApplication(cartId)
  await eventually(
    async () => {
      await reconcile(id)
      await expectOutcome()
    },
    // Each reconciliation waits for the previous one, and three stores may run at once.
    { everyMs: 300 }
  )
}

/** Lists the outcomes of one kind of operation in an application's journal, oldest first. */
export async function listOutcomes(
  cartId: string,
  kind: OperationRecord["kind"]
): Promise<OperationRecord["outcome"][]> {
  const { id } = await getLatestApplication(cartId)
  const rows = (await listOperations(id)).filter((operation) => operation.kind === kind)
  return rows.map(({ outcome }) => outcome)
}

/** Moves the deadline of operations in doubt to that many minutes ago. */
export async function ageDoubt(cartId: string, minutes: number): Promise<void> {
  const { id } = await getLatestApplication(cartId)
  const open = (await listOperations(id)).filter(({ outcome }) => outcome === "in-doubt")
  await store.call(
    "consumerFinancing",
    "updateFinancingOperations",
    open.map((operation) => ({
      id: operation.id,
      deadline_at: new Date(Date.now() - minutes * 60_000),
    }))
  )
}
