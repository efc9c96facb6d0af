import {
  capturePaymentWorkflow,
  createOrderCreditLinesWorkflow,
  refundPaymentWorkflow,
} from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { BigNumber, Modules, PaymentEvents } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import {
  type Discrepancy,
  type DiscrepancyOf,
  type Entry,
  findMainPayment,
  type OrderLedger,
} from "../translation/ledger/order-ledger"
import { type LedgerReading, readLedger } from "./read-ledger"
import { clearUnannounced } from "./update-payment"
import { markRefund } from "../translation/refund-request"
import { type Decimal, sumExact, toDecimal } from "../translation/amount"
import { userError } from "../translation/user-error"
import { reduceToRest, closeCollection } from "./open-order-collection"
import { within } from "../modules/consumer-financing/coordination/within"

/**
 * Repairs one discrepancy. Idempotent: deleted rows stay deleted, and existing rows are found. Throws errors of
 * Medusa.
 */
export async function repair(
  container: MedusaContainer,
  read: LedgerReading,
  discrepancy: Discrepancy
): Promise<unknown> {
  const payments = container.resolve(Modules.PAYMENT)
  switch (discrepancy.kind) {
    case "payment-in-excess":
      return await payments.cancelPayment(discrepancy.paymentId)
    case "cancelled-but-captured":
      return await reviveCaptured(container, read, discrepancy)
    case "capture-never-sent":
      return await payments.deleteCaptures(discrepancy.captureIds)
    case "capture-unfinished":
      return await finishCapture(container, read, discrepancy)
    case "refund-unlinked":
      return await container.resolve(CONSUMER_FINANCING).journal.linkRefund(discrepancy)
    case "refund-missing":
      return await recreateRefundRow(container, read, discrepancy)
    case "refund-that-never-was":
      return await payments.deleteRefunds(discrepancy.refundIds)
    case "transactions-astray":
      return await removeTransactions(container, read.ledger, discrepancy)
    case "summary-miscounted":
      return await recountSummary(container, read.ledger, discrepancy)
    case "refund-unfinished":
      return await finishRefund(container, read.ledger, discrepancy)
    case "collection-miscounted":
      return await recountCollection(container, discrepancy)
    case "collection-outlived":
      return await closeCollection(container, discrepancy.collectionId)
    case "asked-for-too-much":
      return await reduceToRest(container, read.ledger.id)
    case "change-that-never-was":
      return await container.resolve(Modules.ORDER).deleteOrderChanges(discrepancy.changeId)
    case "credit-missing":
      return await addCreditLine(container, read.ledger, discrepancy)
  }
}

const CHANGE_IS_OPEN =
  "The order is being changed: confirm or cancel its edit, return, claim, exchange or transfer first. Nothing was changed."

async function addCreditLine(
  container: MedusaContainer,
  { id }: OrderLedger,
  { collectionId, amount }: Pick<DiscrepancyOf<"credit-missing">, "collectionId" | "amount">
): Promise<void> {
  const line = { reference: "payment_collection", reference_id: collectionId }
  await createOrderCreditLinesWorkflow(container).run({
    input: { id, credit_lines: [{ ...line, amount: amount.toFixed() }] },
  })
}

type Totals = Record<string, unknown>
type Summary = { id: string; totals: Totals }

/** Every module service has them; the Order module's type leaves them out. */
type OrderModule = {
  updateOrderTransactions: (change: { id: string; version: number }[]) => Promise<unknown>
  listOrderSummaries: (of: { order_id: string; version: number }) => Promise<Summary[]>
  updateOrderSummaries: (changes: Summary[]) => Promise<unknown>
}

/**
 * Deletes transactions of an order. Core corrects the summary of a transaction's own order version, so each is first
 * moved to the newest version.
 */
async function removeTransactions(
  container: MedusaContainer,
  { version }: OrderLedger,
  { transactionIds }: Pick<DiscrepancyOf<"transactions-astray">, "transactionIds">
): Promise<void> {
  await container
    .resolve<OrderModule>(Modules.ORDER)
    .updateOrderTransactions(transactionIds.map((id) => ({ id, version })))
  await container.resolve(Modules.ORDER).deleteOrderTransactions(transactionIds)
}

/**
 * Adds a refund to the order's transactions and emits its event, as core's refund does. The next read of the ledger
 * shows what else is missing: the collection's sums and the order's credit line.
 */
async function finishRefund(
  container: MedusaContainer,
  ledger: OrderLedger,
  { paymentId, refundId, amount }: DiscrepancyOf<"refund-unfinished">
): Promise<void> {
  const row = { id: refundId, exact: amount.negated() }
  await addTransactions(container, ledger, { reference: "refund", rows: [row] })
  await container
    .resolve(Modules.EVENT_BUS)
    .emit({ name: PaymentEvents.REFUNDED, data: { id: paymentId } })
}

/**
 * Takes a refund out of Medusa's records, backwards: where this is interrupted, the ledger's repair enters it again.
 * Core lowered the order for it in the version after its transaction's, and that is given back.
 */
export async function removeRefund(
  container: MedusaContainer,
  applicationId: string,
  refundId: string
): Promise<void> {
  const { applications } = container.resolve(CONSUMER_FINANCING)
  const read = await readLedger(container, await applications.readAggregate(applicationId))
  if (!read) return
  const { ledger, order } = read
  if (ledger.openChanges.length > 0) throw userError(CHANGE_IS_OPEN)
  const counted = ledger.transactions.filter(({ referenceId }) => referenceId === refundId)
  const credits = order.credit_lines?.filter(({ metadata }) =>
    counted.some(({ version }) => version + 1 === metadata?.created_in_version)
  )
  await removeTransactions(container, ledger, { transactionIds: counted.map(({ id }) => id) })
  const collectionId = findMainPayment(ledger)?.collectionId
  const amount = sumExact(credits).negated()
  if (collectionId && amount.isNegative()) {
    await addCreditLine(container, ledger, { collectionId, amount })
  }
  await container.resolve(Modules.PAYMENT).deleteRefunds([refundId])
}

async function addTransactions(
  container: MedusaContainer,
  { id, currency }: OrderLedger,
  { reference, rows }: { reference: "capture" | "refund"; rows: Pick<Entry, "id" | "exact">[] }
): Promise<void> {
  await container.resolve(Modules.ORDER).addOrderTransactions(
    rows.map((row) => ({
      order_id: id,
      amount: row.exact.toFixed(),
      currency_code: currency,
      reference,
      reference_id: row.id,
    }))
  )
}

/** Computed sums, which the module accepts although its type omits them. */
type Recounts = {
  updatePaymentCollections: (id: string, sums: Record<string, unknown>) => Promise<unknown>
}

/** Writes the sums of a payment collection's rows into it, as core does after each row. */
async function recountCollection(
  container: MedusaContainer,
  { collectionId, status, sums }: DiscrepancyOf<"collection-miscounted">
): Promise<void> {
  await container.resolve<Recounts>(Modules.PAYMENT).updatePaymentCollections(collectionId, {
    status,
    authorized_amount: sums.authorized.toFixed(),
    captured_amount: sums.captured.toFixed(),
    refunded_amount: sums.refunded.toFixed(),
    ...(status === "completed" ? { completed_at: new Date() } : {}),
  })
}

/**
 * Revives a payment that was captured while an edit or a return cancelled it, because Medusa does not refund a
 * cancelled payment. The same change opened a collection over the whole order, which is reduced to the amount due.
 */
async function reviveCaptured(
  container: MedusaContainer,
  { ledger }: LedgerReading,
  { paymentId }: DiscrepancyOf<"cancelled-but-captured">
): Promise<void> {
  await reduceToRest(container, ledger.id, paymentId)
  // Core's type has only the id; its service accepts any column.
  const alive = { id: paymentId, canceled_at: null }
  await container.resolve(Modules.PAYMENT).updatePayment(alive)
}

/** Seconds. Medusa's event bus on Redis waits as long as Redis is unreachable. */
const LONGEST_EMIT = 10

/**
 * Completes a capture that the journal confirms, without a call: writes the row with its date, then runs core's
 * capture, which for a captured payment only adds missing rows and emits the event.
 */
async function finishCapture(
  container: MedusaContainer,
  { application, ledger }: LedgerReading,
  { paymentId, captureIds }: DiscrepancyOf<"capture-unfinished">
): Promise<void> {
  const payments = container.resolve(Modules.PAYMENT)
  const payment = ledger.payments.find(({ id }) => id === paymentId)
  if (payment?.isCancelled) {
    // Core captures nothing on a payment that it cancelled with its order.
    const counted = ledger.transactions.map(({ referenceId }) => referenceId)
    const rows = payment.captures.filter(({ id }) => !counted.includes(id))
    await addTransactions(container, ledger, { reference: "capture", rows })
    await emitCaptured(container, paymentId)
  } else {
    if (!payment?.isCaptured) {
      await payments.deleteCaptures(captureIds)
      await payments.capturePayment({ payment_id: paymentId, is_captured: true })
    }
    await capturePaymentWorkflow(container).run({ input: { payment_id: paymentId } })
    await clearUnannounced(container.resolve(CONSUMER_FINANCING).context.knex, paymentId)
  }
  await container
    .resolve(CONSUMER_FINANCING)
    .timeline.note(application.id, "capture-recorded", { because: "settled" })
}

/**
 * Emits core's event for a capture recorded without core's workflow. If the process dies before it clears the mark,
 * the next reconciliation repeats it.
 */
export async function emitCaptured(container: MedusaContainer, paymentId: string): Promise<void> {
  const event = { name: PaymentEvents.CAPTURED, data: { id: paymentId } }
  await within(LONGEST_EMIT, container.resolve(Modules.EVENT_BUS).emit(event))
  await clearUnannounced(container.resolve(CONSUMER_FINANCING).context.knex, paymentId)
}

const NOTE =
  "Recorded automatically: the financing service made this refund, and its answer was lost."

/**
 * Records a confirmed refund in Medusa. Core's refund calls the provider, which recognises the row's mark and sends
 * nothing. Holds the application's money lease until core has finished, so that no other refund interferes. If
 * core's cancellation already counted the amount as refunded, adds the refund without a second transaction.
 */
async function recreateRefundRow(
  container: MedusaContainer,
  { application, ledger }: LedgerReading,
  discrepancy: DiscrepancyOf<"refund-missing">
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  await financing.leases.withLease({ name: `money:${application.id}` }, async () => {
    const { userId, refundReasonId } = await financing.journal.findRequester(
      application.id,
      discrepancy
    )
    const said = await financing.retrieveFinancingOperation(discrepancy.operationId)
    const createdBy = userId ?? said.resolved_by
    const refund = {
      payment_id: discrepancy.paymentId,
      amount: discrepancy.amount.toFixed(),
      // A refund in the service's portal has no request in Medusa.
      note: (discrepancy.reference === null && said.resolution_note) || NOTE,
      metadata: markRefund(discrepancy.operationId),
      ...(createdBy ? { created_by: createdBy } : {}),
      ...(refundReasonId ? { refund_reason_id: refundReasonId } : {}),
    }
    if (ledger.isCancelled || discrepancy.isInTransactions) {
      await container.resolve(Modules.PAYMENT).refundPayment(refund)
    } else {
      await refundPaymentWorkflow(container).run({ input: refund })
    }
  })
  await financing.timeline.note(application.id, "refund-recorded", { cents: discrepancy.cents })
}

/**
 * Writes the sum of an order's transactions into its summary, and changes the pending difference by the summary's
 * error. Idempotent, because it reads the row itself.
 */
async function recountSummary(
  container: MedusaContainer,
  { id, version }: OrderLedger,
  { paid, refunded }: DiscrepancyOf<"summary-miscounted">
): Promise<void> {
  const orders = container.resolve<OrderModule>(Modules.ORDER)
  const total = paid.minus(refunded)
  const summaries = await orders.listOrderSummaries({ order_id: id, version })
  await orders.updateOrderSummaries(
    summaries.map(({ id, totals }) => {
      const missing = total.minus(read(totals, "transaction_total"))
      const pending = read(totals, "pending_difference").minus(missing)
      return {
        id,
        totals: {
          ...totals,
          ...write("paid_total", paid),
          ...write("refunded_total", refunded),
          ...write("transaction_total", total),
          ...write("pending_difference", pending),
        },
      }
    })
  )
}

/** Medusa stores the exact text with the number. */
function read(totals: Totals, key: string): Decimal {
  return toDecimal(totals[`raw_${key}`] ?? totals[key] ?? 0)
}

function write(key: string, dollars: Decimal): Totals {
  const { numeric, raw } = new BigNumber(dollars.toFixed())
  return { [key]: numeric, [`raw_${key}`]: raw }
}
