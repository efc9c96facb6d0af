import type { MedusaContainer } from "@medusajs/framework/types"
import { hasEnded } from "../domain/application-state"
import { cents, ZERO_CENTS } from "../domain/money"
import { ENDED_CODES, readStatusCode } from "../domain/status-codes"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { LeaseBusy } from "../modules/consumer-financing/coordination/lease"
import type { BookFlaw, FlawKind } from "../translation/books/book-flaw"
import { waitsForChange } from "../translation/books/waits-for-change"
import { findBookFlaws, findBookQuestion } from "../translation/books/find-book-flaws"
import { mend } from "./repairs/mend"
import { type BooksRead, readBooks } from "../medusa/read-books"
import type { WholeOrder } from "../medusa/read-store"
import { reasonOf } from "./reason-of"
import { within } from "./within"

/** One mend may bring the next flaw to light; nothing needs as many as these. */
const MOST_MENDS = 12

/** Seconds. A mend is a few rows of Medusa's own; none asks the service. */
const LONGEST_MEND = 30

/** Seconds until it is tried again after somebody else was found at work on the money. */
const SOON = 5

/** Seconds until a refund is tried to be written down again that an open change of its order keeps waiting. */
const UNTIL_CHANGED = 600

const BEING_CHANGED =
  "A refund was made that Medusa can't write down while the order is being changed: confirm or cancel its edit, return, claim, exchange or transfer. It is entered by itself afterwards."
const CREDIT_WAITS =
  "A refund was made, but Medusa can't lower what the order comes to while it is being changed: cancel its edit, return, claim, exchange or transfer, and that is done by itself a few minutes later. If you confirm that change first, the order will show what was refunded as still to pay."

/** Flaws whose mend has a word of its own in the timeline. */
const TOLD_ALREADY: readonly FlawKind[] = ["capture-unfinished", "refund-missing"]

export type Mended = {
  /** Seconds after which it is to be tried again; null where nothing waits for that. */
  due: number | null
  /** The order as it was read last, unless something was written to it since. */
  order: WholeOrder | null
}

/**
 * Checks what Medusa wrote about the money of an application's order beside our journal, and brings it
 * in order where only one reading is possible; what is left is told to a person. Nothing is touched
 * while an operation of ours is not finished, or while whatever wrote a row may still be at work.
 */
export async function mendBooks(
  container: MedusaContainer,
  applicationId: string
): Promise<Mended> {
  const financing = container.resolve(CONSUMER_FINANCING)
  let failed: FlawKind | null = null
  for (let count = 0; count < MOST_MENDS; count += 1) {
    const read = await readBooks(container, applicationId)
    if (!read || (await financing.applications.findOpenOperation(applicationId))) {
      return { due: null, order: read?.order ?? null }
    }
    const { order } = read
    // However old a row looks by the clock of the server that wrote it.
    if (await financing.leases.isMoneyMoved(applicationId)) {
      return { due: SOON, order }
    }
    const flaws = findBookFlaws(read.books, read.journal)
    const flaw = flaws.find(({ age }) => age >= financing.leases.longestOperation) ?? flaws[0]
    if (!flaw) {
      return { due: await askWhatIsLeft(container, read), order }
    }
    if (flaw.age < financing.leases.longestOperation) {
      return { due: financing.leases.longestOperation - flaw.age, order }
    }
    if (waitsForChange(read.books, flaw)) {
      await financing.reviewCases.ask(
        applicationId,
        "books",
        flaw.kind === "credit-missing" ? CREDIT_WAITS : BEING_CHANGED
      )
      return { due: UNTIL_CHANGED, order }
    }
    const problem = await tryToMend(container, read, flaw)
    if (problem === "busy") {
      return { due: SOON, order: null }
    }
    if (problem && failed === flaw.kind) {
      await financing.reviewCases.ask(applicationId, "books", problem)
      return { due: null, order: null }
    }
    failed = problem ? flaw.kind : null
  }
  return { due: null, order: null }
}

/** Resolves with null when it is done; otherwise with why not, for the merchant. */
async function tryToMend(
  container: MedusaContainer,
  read: BooksRead,
  flaw: BookFlaw
): Promise<string | null> {
  try {
    await within(LONGEST_MEND, mend(container, read, flaw))
  } catch (error) {
    return error instanceof LeaseBusy
      ? "busy"
      : `Medusa's rows about this order's money do not add up (${flaw.kind}), and could not be brought in order: ${reasonOf(error)}`
  }
  if (!TOLD_ALREADY.includes(flaw.kind)) {
    const { kind } = flaw
    await container
      .resolve(CONSUMER_FINANCING)
      .timeline.note(read.application.id, "books-mended", { kind })
  }
  return null
}

async function askWhatIsLeft(
  container: MedusaContainer,
  { application, books }: BooksRead
): Promise<number | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { id, state, code, financed_cents, refunded_cents } = application
  // What is over at the service can be given back by nobody: the move tells of it.
  const isOver = hasEnded(state) || ENDED_CODES.includes(readStatusCode(code))
  const financed = isOver ? ZERO_CENTS : cents(financed_cents - refunded_cents)
  const question = findBookQuestion(books, financed)
  if (!question) {
    if (application.attention !== null) await financing.reviewCases.close(id, "books")
    return null
  }
  if (question.age < financing.leases.longestOperation) {
    return financing.leases.longestOperation - question.age
  }
  await financing.reviewCases.ask(id, "books", question.reason)
  return null
}
