import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEnded } from "../domain/application-state"
import { cents, ZERO_CENTS } from "../domain/money"
import { isEnded, readStatusCode } from "../domain/status-codes"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../modules/consumer-financing"
import { LeaseBusy } from "../modules/consumer-financing/coordination/lease"
import type { Aggregate } from "../modules/consumer-financing/store/aggregate"
import type {
  Discrepancy,
  DiscrepancyKind,
  LedgerQuestion,
} from "../translation/ledger/order-ledger"
import {
  findDiscrepancies,
  findLedgerQuestion,
  waitsForChange,
} from "../translation/ledger/find-discrepancies"
import { type LedgerReading, readLedger } from "../medusa/read-ledger"
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
  const { applications, leases, reviewCases } = financing
  let failed: DiscrepancyKind | null = null
  for (let count = 0; count < MOST_REPAIRS; count += 1) {
    const aggregate = await applications.readAggregate(applicationId)
    const read = await readLedger(container, aggregate)
    const changed = { order: null, aggregate }
    const unchanged = { order: read?.order ?? null, aggregate }
    if (!read) {
      return { ...unchanged, due: null }
    }
    const discrepancies = findDiscrepancies(read.ledger, read.journal)
    const question = findQuestion(read)
    const isConsistent = discrepancies.length === 0 && question === null
    // An open review case may have to be closed.
    const isDone = isConsistent && aggregate.application.review_reason === null
    if (isDone || (await applications.findOpenMoneyOperation(applicationId))) {
      return { ...unchanged, due: null }
    }
    // Guards against clock skew of the server that wrote the row.
    if (await leases.isMoneyOperationRunning(applicationId)) {
      return { ...unchanged, due: SOON }
    }
    const discrepancy =
      discrepancies.find(({ age }) => age >= leases.longestOperation) ?? discrepancies[0]
    if (!discrepancy) {
      return { ...unchanged, due: await askWhatIsLeft(financing, aggregate, question) }
    }
    if (discrepancy.age < leases.longestOperation) {
      return { ...unchanged, due: leases.longestOperation - discrepancy.age }
    }
    if (waitsForChange(read.ledger, discrepancy)) {
      const reason = discrepancy.kind === "credit-missing" ? CREDIT_WAITS : BEING_CHANGED
      await reviewCases.open(applicationId, "ledger", reason)
      return { ...unchanged, due: UNTIL_CHANGED }
    }
    const problem = await tryToRepair(container, read, discrepancy)
    if (problem === "busy") {
      return { ...changed, due: SOON }
    }
    if (problem && failed === discrepancy.kind) {
      await reviewCases.open(applicationId, "ledger", problem)
      return { ...changed, due: null }
    }
    failed = problem ? discrepancy.kind : null
  }
  return { due: null, order: null, aggregate: await applications.readAggregate(applicationId) }
}

/** Returns null after the repair; otherwise the reason, for the merchant. */
async function tryToRepair(
  container: MedusaContainer,
  read: LedgerReading,
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

async function askWhatIsLeft(
  { leases, reviewCases }: ConsumerFinancingModuleService,
  { application: { id, review_reason } }: Aggregate,
  question: LedgerQuestion | null
): Promise<number | null> {
  if (!question) {
    if (review_reason !== null) await reviewCases.close(id, "ledger")
    return null
  }
  if (question.age < leases.longestOperation) {
    return leases.longestOperation - question.age
  }
  await reviewCases.open(id, "ledger", question.reason)
  return null
}

function findQuestion({ application, ledger }: LedgerReading) {
  const { state, code, financed_cents, refunded_cents } = application
  // An ended loan cannot be refunded; the next action reports it.
  const isOver = hasEnded(state) || isEnded(readStatusCode(code))
  const financed = isOver ? ZERO_CENTS : cents(financed_cents - refunded_cents)
  return findLedgerQuestion(ledger, financed)
}
