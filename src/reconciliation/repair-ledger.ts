import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEnded } from "../domain/application-state"
import { cents, ZERO_CENTS } from "../domain/money"
import { isEnded, readStatusCode } from "../domain/status-codes"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { LeaseBusy } from "../modules/consumer-financing/coordination/lease"
import type { Discrepancy, DiscrepancyKind } from "../translation/ledger/discrepancy"
import {
  findDiscrepancies,
  findLedgerQuestion,
  waitsForChange,
} from "../translation/ledger/find-discrepancies"
import { type LedgerRead, readLedger } from "../medusa/read-ledger"
import type { JustRead } from "../medusa/read-purchase"
import { describeReason } from "../translation/error-to-medusa"
import { repair } from "../medusa/repair-order"
import { within } from "../modules/consumer-financing/coordination/within"

/** Maximum number of repairs in one run; each may reveal the next discrepancy. */
const MOST_REPAIRS = 12

/** Seconds. A repair changes a few of Medusa's rows and never calls the service. */
const LONGEST_REPAIR = 30

/** Seconds until a retry after another process held the money lease. */
const SOON = 5

/** Seconds until a retry of a refund row that an open order change blocks. */
const UNTIL_CHANGED = 600

const BEING_CHANGED =
  "A refund was made that Medusa can't write down while the order is being changed: confirm or cancel its edit, return, claim, exchange or transfer. It is entered automatically afterwards."
const CREDIT_WAITS =
  "A refund was made, but Medusa can't lower what the order comes to while it is being changed: cancel its edit, return, claim, exchange or transfer, and that is done automatically a few minutes later. If you confirm that change first, the order will show what was refunded as still to pay."

/** Discrepancies whose repair has its own timeline entry. */
const HAS_OWN_ENTRY: readonly DiscrepancyKind[] = ["capture-unfinished", "refund-missing"]

/** `due`: seconds until the next attempt; null if none is pending. The order is null after a change. */
export type Repaired = JustRead & { due: number | null }

/**
 * Compares Medusa's rows about an order's money with the journal, and repairs discrepancies that have only one
 * explanation; opens a review case for others. Does nothing while an operation is unfinished or a row's writer may
 * still be running.
 */
export async function repairLedger(
  container: MedusaContainer,
  applicationId: string
): Promise<Repaired> {
  const financing = container.resolve(CONSUMER_FINANCING)
  let aggregate = await financing.applications.readAggregate(applicationId)
  let failed: DiscrepancyKind | null = null
  for (let count = 0; count < MOST_REPAIRS; count += 1) {
    if (count > 0) aggregate = await financing.applications.readAggregate(applicationId)
    const read = await readLedger(container, aggregate)
    const order = read?.order ?? null
    if (
      !read ||
      isConsistent(read) ||
      (await financing.applications.findOpenMoneyOperation(applicationId))
    ) {
      return { due: null, order, aggregate }
    }
    // Guards against clock skew of the server that wrote the row.
    if (await financing.leases.isMoneyOperationRunning(applicationId)) {
      return { due: SOON, order, aggregate }
    }
    const discrepancies = findDiscrepancies(read.ledger, read.journal)
    const discrepancy =
      discrepancies.find(({ age }) => age >= financing.leases.longestOperation) ?? discrepancies[0]
    if (!discrepancy) {
      return { due: await askWhatIsLeft(container, read), order, aggregate }
    }
    if (discrepancy.age < financing.leases.longestOperation) {
      return { due: financing.leases.longestOperation - discrepancy.age, order, aggregate }
    }
    if (waitsForChange(read.ledger, discrepancy)) {
      await financing.reviewCases.open(
        applicationId,
        "ledger",
        discrepancy.kind === "credit-missing" ? CREDIT_WAITS : BEING_CHANGED
      )
      return { due: UNTIL_CHANGED, order, aggregate }
    }
    const problem = await tryToRepair(container, read, discrepancy)
    if (problem === "busy") {
      return { due: SOON, order: null, aggregate }
    }
    if (problem && failed === discrepancy.kind) {
      await financing.reviewCases.open(applicationId, "ledger", problem)
      return { due: null, order: null, aggregate }
    }
    failed = problem ? discrepancy.kind : null
  }
  return { due: null, order: null, aggregate }
}

/** Whether nothing needs a repair, a review case or its closing, even if a money operation runs. */
function isConsistent(read: LedgerRead): boolean {
  return (
    read.application.review_reason === null &&
    findDiscrepancies(read.ledger, read.journal).length === 0 &&
    findQuestion(read) === null
  )
}

/** Returns null after the repair; otherwise the reason, for the merchant. */
async function tryToRepair(
  container: MedusaContainer,
  read: LedgerRead,
  discrepancy: Discrepancy
): Promise<string | null> {
  try {
    await within(LONGEST_REPAIR, repair(container, read, discrepancy))
  } catch (error) {
    return error instanceof LeaseBusy
      ? "busy"
      : `Medusa's rows about this order's money do not add up (${discrepancy.kind}), and could not be brought in order: ${describeReason(error)}`
  }
  if (!HAS_OWN_ENTRY.includes(discrepancy.kind)) {
    const { kind } = discrepancy
    await container
      .resolve(CONSUMER_FINANCING)
      .timeline.note(read.application.id, "ledger-repaired", { kind })
  }
  return null
}

async function askWhatIsLeft(container: MedusaContainer, read: LedgerRead): Promise<number | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { id } = read.application
  const question = findQuestion(read)
  if (!question) {
    if (read.application.review_reason !== null) await financing.reviewCases.close(id, "ledger")
    return null
  }
  if (question.age < financing.leases.longestOperation) {
    return financing.leases.longestOperation - question.age
  }
  await financing.reviewCases.open(id, "ledger", question.reason)
  return null
}

function findQuestion({ application, ledger }: LedgerRead) {
  const { state, code, financed_cents, refunded_cents } = application
  // An ended loan cannot be refunded; the next action reports it.
  const isOver = hasEnded(state) || isEnded(readStatusCode(code))
  const financed = isOver ? ZERO_CENTS : cents(financed_cents - refunded_cents)
  return findLedgerQuestion(ledger, financed)
}
