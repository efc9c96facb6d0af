import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEnded } from "../domain/application-state"
import { cents, ZERO_CENTS } from "../domain/money"
import { isEnded, readStatusCode } from "../domain/status-codes"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { LeaseBusy } from "../modules/consumer-financing/coordination/lease"
import type { Aggregate } from "../modules/consumer-financing/store/aggregate"
import type { Discrepancy, DiscrepancyKind } from "../translation/ledger/discrepancy"
import {
  findDiscrepancies,
  findLedgerQuestion,
  waitsForChange,
} from "../translation/ledger/find-discrepancies"
import { type LedgerRead, readLedger } from "../medusa/read-ledger"
import type { WholeOrder } from "../medusa/read-whole-order"
import { reasonOf } from "../translation/error-to-medusa"
import { repair } from "./repair"
import { within } from "./within"

/** One repair may bring the next discrepancy to light; nothing needs as many as these. */
const MOST_REPAIRS = 12

/** Seconds. A repair is a few rows of Medusa's own; none asks the service. */
const LONGEST_REPAIR = 30

/** Seconds until it is tried again after somebody else was found at work on the money. */
const SOON = 5

/** Seconds until a refund is tried to be written down again that an open change of its order keeps waiting. */
const UNTIL_CHANGED = 600

const BEING_CHANGED =
  "A refund was made that Medusa can't write down while the order is being changed: confirm or cancel its edit, return, claim, exchange or transfer. It is entered automatically afterwards."
const CREDIT_WAITS =
  "A refund was made, but Medusa can't lower what the order comes to while it is being changed: cancel its edit, return, claim, exchange or transfer, and that is done automatically a few minutes later. If you confirm that change first, the order will show what was refunded as still to pay."

/** Discrepancies whose repair has a word of its own in the timeline. */
const TOLD_ALREADY: readonly DiscrepancyKind[] = ["capture-unfinished", "refund-missing"]

export type Repaired = {
  /** Seconds after which it is to be tried again; null where nothing waits for that. */
  due: number | null
  /** The order as it was read last, unless something was written to it since. */
  order: WholeOrder | null
  /** The application as it was read right before. */
  known: Aggregate
}

/**
 * Checks what Medusa wrote about the money of an application's order beside our journal, and brings it
 * in order where only one reading is possible; what is left is told to a person. Nothing is touched
 * while an operation of ours is not finished, or while whatever wrote a row may still be at work.
 */
export async function repairLedger(
  container: MedusaContainer,
  applicationId: string
): Promise<Repaired> {
  const financing = container.resolve(CONSUMER_FINANCING)
  let known = await financing.applications.readAggregate(applicationId)
  let failed: DiscrepancyKind | null = null
  for (let count = 0; count < MOST_REPAIRS; count += 1) {
    if (count > 0) known = await financing.applications.readAggregate(applicationId)
    const read = await readLedger(container, known)
    const order = read?.order ?? null
    if (
      !read ||
      isAsItShouldBe(read) ||
      (await financing.applications.findOpenOperation(applicationId))
    ) {
      return { due: null, order, known }
    }
    // However old a row looks by the clock of the server that wrote it.
    if (await financing.leases.isMoneyMoved(applicationId)) {
      return { due: SOON, order, known }
    }
    const discrepancies = findDiscrepancies(read.ledger, read.journal)
    const discrepancy =
      discrepancies.find(({ age }) => age >= financing.leases.longestOperation) ?? discrepancies[0]
    if (!discrepancy) {
      return { due: await askWhatIsLeft(container, read), order, known }
    }
    if (discrepancy.age < financing.leases.longestOperation) {
      return { due: financing.leases.longestOperation - discrepancy.age, order, known }
    }
    if (waitsForChange(read.ledger, discrepancy)) {
      await financing.reviewCases.ask(
        applicationId,
        "ledger",
        discrepancy.kind === "credit-missing" ? CREDIT_WAITS : BEING_CHANGED
      )
      return { due: UNTIL_CHANGED, order, known }
    }
    const problem = await tryToRepair(container, read, discrepancy)
    if (problem === "busy") {
      return { due: SOON, order: null, known }
    }
    if (problem && failed === discrepancy.kind) {
      await financing.reviewCases.ask(applicationId, "ledger", problem)
      return { due: null, order: null, known }
    }
    failed = problem ? discrepancy.kind : null
  }
  return { due: null, order: null, known }
}

/** Nothing is to be repaired, asked or closed, whoever is at work on it. */
function isAsItShouldBe(read: LedgerRead): boolean {
  return (
    read.application.review_reason === null &&
    findDiscrepancies(read.ledger, read.journal).length === 0 &&
    findQuestion(read) === null
  )
}

/** Resolves with null when it is done; otherwise with why not, for the merchant. */
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
      : `Medusa's rows about this order's money do not add up (${discrepancy.kind}), and could not be brought in order: ${reasonOf(error)}`
  }
  if (!TOLD_ALREADY.includes(discrepancy.kind)) {
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
  await financing.reviewCases.ask(id, "ledger", question.reason)
  return null
}

function findQuestion({ application, ledger }: LedgerRead) {
  const { state, code, financed_cents, refunded_cents } = application
  // What is over at the service can be given back by nobody: the move tells of it.
  const isOver = hasEnded(state) || isEnded(readStatusCode(code))
  const financed = isOver ? ZERO_CENTS : cents(financed_cents - refunded_cents)
  return findLedgerQuestion(ledger, financed)
}
