import { AsyncLocalStorage } from "node:async_hooks"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { markRefund } from "../translation/refund-request"

/** A request in which core asks our provider to capture or refund. */
type MoneyRequest = {
  /** Core's capture or refund row, once the service has confirmed what it stands for. */
  confirmedRow: string | null
  whenConfirmed?: (rowId: string) => void
}

const KEY = Symbol.for("medusa-payment-consumer-financing.money-request")

// The provider may be loaded from another copy of this file than the routes.
const shared = globalThis as { [KEY]?: AsyncLocalStorage<MoneyRequest> }
const requests = (shared[KEY] ??= new AsyncLocalStorage<MoneyRequest>())

/** Runs a request and hands it out, so that its end can tell whether the service confirmed it. */
export function runMoneyRequest<T>(run: (request: MoneyRequest) => T): T {
  const request: MoneyRequest = { confirmedRow: null }
  return requests.run(request, () => run(request))
}

/** Called by the provider: whatever fails from now on, the money has moved. */
export function confirmRow(id: string): void {
  const request = requests.getStore()
  if (!request) return
  request.confirmedRow = id
  request.whenConfirmed?.(id)
}

type Confirmed = {
  verb: "capture" | "refund"
  rowId: string
  /** Asks core once more. With the mark, a refund's row stands for what the service has refunded already. */
  again: (mark: Record<string, unknown>) => Promise<unknown>
}

/**
 * Core drops its row when anything fails after the provider's answer. Asks core once more then: nothing is
 * sent for what the service has confirmed. Sums and transactions are left to the reconciliation.
 */
export async function restoreRow(
  container: MedusaContainer,
  { verb, rowId, again }: Confirmed
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const filter = { id: [rowId] }
  if (verb === "capture") {
    if ((await payments.listCaptures(filter)).length === 0) await again({})
    return
  }
  if ((await payments.listRefunds(filter)).length > 0) return
  const operation = await findOperationOf(container, rowId)
  // Without one, the reconciliation has recorded the refund in a row of its own.
  if (!operation) return
  try {
    await again(markRefund(operation.id))
  } catch (error) {
    if (await findOperationOf(container, rowId)) throw error
  }
}

/** The confirmed refund that a row of core stands for. */
async function findOperationOf(container: MedusaContainer, rowId: string) {
  const [operation] = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingOperations({ reference: rowId, outcome: "confirmed" })
  return operation
}
