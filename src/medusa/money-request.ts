import { AsyncLocalStorage } from "node:async_hooks"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { markRefund } from "../translation/refund-request"

/** A request in which core asks the provider to capture or refund. */
type MoneyRequest = {
  /** Core's capture or refund row, once the service has confirmed it. */
  confirmedRow: string | null
  whenConfirmed?: (rowId: string) => void
}

const KEY = Symbol.for("medusa-payment-consumer-financing.money-request")

// Shared through `globalThis`, because the provider and the routes may load different copies of this file.
const shared = globalThis as { [KEY]?: AsyncLocalStorage<MoneyRequest> }
const requests = (shared[KEY] ??= new AsyncLocalStorage<MoneyRequest>())

/** Runs a request with its state, which shows afterwards whether the service confirmed it. */
export function runMoneyRequest<T>(run: (request: MoneyRequest) => T): T {
  const request: MoneyRequest = { confirmedRow: null }
  return requests.run(request, () => run(request))
}

/** Called by the provider: the money has moved, whatever fails later. */
export function confirmRow(id: string): void {
  const request = requests.getStore()
  if (!request) return
  request.confirmedRow = id
  request.whenConfirmed?.(id)
}

type Confirmed = {
  verb: "capture" | "refund"
  rowId: string
  /** Repeats the request at core. With the mark, a refund's row belongs to a refund that the service has made. */
  again: (mark: Record<string, unknown>) => Promise<unknown>
}

/**
 * Repeats a confirmed request at core, which drops its row when anything fails after the provider's answer; sends
 * nothing to the service. The reconciliation corrects sums and transactions.
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
  // Without one, the reconciliation has recorded the refund in another row.
  if (!operation) return
  try {
    await again(markRefund(operation.id))
  } catch (error) {
    if (await findOperationOf(container, rowId)) throw error
  }
}

/** Finds the confirmed refund of a core row. */
async function findOperationOf(container: MedusaContainer, rowId: string) {
  const [operation] = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingOperations({ reference: rowId, outcome: "confirmed" })
  return operation
}
