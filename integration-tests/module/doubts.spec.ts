import { setTimeout as sleep } from "node:timers/promises"
import { cents } from "../../src/domain/money"
import { describeDoubt } from "../../src/domain/doubt"
import { OPERATION_KINDS, type OperationKind } from "../../src/domain/operation"
import {
  findDoubt,
  readEvidence,
} from "../../src/modules/consumer-financing/operations/money-guard"
import { finishOperation } from "../../src/modules/consumer-financing/operations/run-operation"
import type { OperationRecord } from "../../src/modules/consumer-financing/records"
import { listReviewCauses, prepareOperation, listOperations } from "./journal-steps"
import { createApplication, startModule } from "./running-module"

const running = startModule()

const MONEY_OPERATIONS: OperationKind[] = ["settle", "cancel", "refund", "partial-refund"]

/** Creates an operation of an application: a settle under way, unless `row` sets other values. */
async function createOperation(
  applicationId: string,
  row: Partial<OperationRecord> = {}
): Promise<OperationRecord> {
  const { financing } = running()
  return await financing.createFinancingOperations({
    application_id: applicationId,
    kind: "settle",
    deadline_at: new Date(Date.now() + 60_000),
    ...row,
  })
}

describe("finishing an operation", () => {
  it.each(["confirmed", "refused"] as const)(
    "as %s records its time and closes the doubt",
    async (outcome) => {
      const { financing } = running()
      const { id } = await prepareOperation(running())
      const operation = await createOperation(id, { outcome: "in-doubt" })
      await financing.reviewCases.open(id, "doubt", describeDoubt({ kind: "settle" }).reason)
      await financing.reviewCases.open(id, "order-id", "Something else.")
      await finishOperation(financing.context, operation, { outcome, error_code: "a_code" })
      const [row] = await listOperations(running(), id)
      expect(row).toMatchObject({ outcome, error_code: "a_code" })
      expect(Date.now() - new Date(row?.finished_at ?? 0).getTime()).toBeLessThan(10_000)
      expect(await listReviewCauses(running(), id)).toEqual(["order-id"])
    }
  )

  it("as in doubt records no end and keeps the review case", async () => {
    const { financing } = running()
    const { id } = await prepareOperation(running())
    const operation = await createOperation(id, { finished_at: new Date() })
    await financing.reviewCases.open(id, "doubt", describeDoubt({ kind: "settle" }).reason)
    await finishOperation(financing.context, operation, { outcome: "in-doubt" })
    expect(await listOperations(running(), id)).toMatchObject([
      { outcome: "in-doubt", finished_at: null },
    ])
    expect(await listReviewCauses(running(), id)).toEqual(["doubt"])
  })

  it("that updates an order id keeps a doubt about money", async () => {
    const { financing } = running()
    const { id } = await prepareOperation(running())
    const orderIdUpdate = await createOperation(id, { kind: "update-order-id" })
    await financing.reviewCases.open(id, "doubt", describeDoubt({ kind: "settle" }).reason)
    await finishOperation(financing.context, orderIdUpdate, { outcome: "confirmed" })
    expect(await listReviewCauses(running(), id)).toEqual(["doubt"])
  })
})

describe("finding a money operation with an unknown outcome", () => {
  it.each(MONEY_OPERATIONS)(
    "marks a %s in doubt whose process died during the call",
    async (kind) => {
      const { financing } = running()
      const { application } = await createApplication(financing)
      const interrupted = await createOperation(application.id, { kind, attempts: 2 })
      expect(await findDoubt(financing.context, application.id)).toMatchObject({
        id: interrupted.id,
        kind,
      })
      expect(await listOperations(running(), application.id)).toMatchObject([
        { outcome: "in-doubt", error_code: "interrupted", attempts: 2, finished_at: null },
      ])
    }
  )

  it.each(MONEY_OPERATIONS)("returns a %s in doubt unchanged", async (kind) => {
    const { financing } = running()
    const { application } = await createApplication(financing)
    const doubt = { kind, outcome: "in-doubt", error_code: "timed_out" } as const
    const { id } = await createOperation(application.id, doubt)
    expect(await findDoubt(financing.context, application.id)).toMatchObject({ id, ...doubt })
    expect(await listOperations(running(), application.id)).toMatchObject([doubt])
  })

  it("ignores finished operations, operations without money and other applications", async () => {
    const { financing } = running()
    const { application } = await createApplication(financing)
    const other = await createApplication(financing)
    await createOperation(other.application.id, { outcome: "in-doubt" })
    for (const kind of OPERATION_KINDS) {
      for (const outcome of ["confirmed", "refused"] as const) {
        await createOperation(application.id, { kind, outcome })
      }
    }
    await createOperation(application.id, { kind: "create", outcome: "in-doubt" })
    await createOperation(application.id, { kind: "update-order-id", outcome: "in-doubt" })
    expect(await findDoubt(financing.context, application.id)).toBeNull()
  })

  it("returns the newest of several", async () => {
    const { financing } = running()
    const { application } = await createApplication(financing)
    await createOperation(application.id, { outcome: "in-doubt" })
    // Within one millisecond neither is newer.
    await sleep(5)
    const newest = await createOperation(application.id, { kind: "cancel", outcome: "in-doubt" })
    await financing.updateFinancingOperations({ id: newest.id, token: "touched" })
    expect(await findDoubt(financing.context, application.id)).toMatchObject({ id: newest.id })
  })

  it("counts the seconds in doubt from the call's deadline", async () => {
    const { context } = running().financing
    const { application } = await createApplication(running().financing)
    const getSecondsInDoubt = async (deadline_at: Date) => {
      const doubt = await createOperation(application.id, { deadline_at })
      return readEvidence(context, doubt, "S").secondsInDoubt
    }
    const seconds = await getSecondsInDoubt(new Date(Date.now() - 90_000))
    expect(seconds).toBeGreaterThanOrEqual(90)
    expect(seconds).toBeLessThan(100)
    expect(await getSecondsInDoubt(new Date(Date.now() + 60_000))).toBeLessThan(0)
  })
})

describe("a cancel in doubt that staff resolve", () => {
  const resolution = { actor: "user_1", note: "It is alive in the portal." }

  it.each([
    ["refused", false],
    ["confirmed", true],
  ] as const)(
    "as %s leaves the application's flag `cancelling` %s",
    async (outcome, cancelling) => {
      const { financing } = running()
      const { application } = await createApplication(financing)
      const { id } = application
      await financing.updateFinancingApplications({ id, cancelling: true })
      const operation = await createOperation(id, { kind: "cancel", outcome: "in-doubt" })
      await financing.resolveByStaff({ operationId: operation.id, outcome, ...resolution })
      expect(await financing.retrieveFinancingApplication(id)).toMatchObject({ cancelling })
    }
  )

  it("keeps the review case for another operation in doubt", async () => {
    const { financing } = running()
    const { application } = await createApplication(financing)
    const { id } = application
    await createOperation(id, { kind: "create", outcome: "in-doubt" })
    const operation = await createOperation(id, { kind: "cancel", outcome: "in-doubt" })
    await financing.reviewCases.open(id, "doubt", describeDoubt({ kind: "cancel" }).reason)
    await financing.resolveByStaff({ operationId: operation.id, outcome: "refused", ...resolution })
    const [reviewCase] = await financing.listFinancingReviewCases({ application_id: id })
    expect(reviewCase).toMatchObject({
      cause: "doubt",
      reason: describeDoubt({ kind: "create" }).reason,
    })
  })
})

describe("a status check that reports a full refund", () => {
  it("confirms a refund in doubt only under the loan's current token (I3)", async () => {
    const { financing } = running()
    const { application, token } = await createApplication(financing)
    const { id } = application
    const doubtfulRefund = { kind: "refund", outcome: "in-doubt", target_cents: 0 } as const
    await createOperation(id, { ...doubtfulRefund, deadline_at: new Date(0) })
    const answer = {
      code: "T",
      tokenAgrees: true,
      amount: cents(0),
      seenReadyBefore: true,
      known: await financing.applications.readAggregate(id),
    } as const
    const listOutcomes = async () => (await listOperations(running(), id)).map((row) => row.outcome)
    await financing.resolveByStatusCheck({
      ...answer,
      application,
      token: "of-before-a-partial-refund",
    })
    expect(await listOutcomes()).toEqual(["in-doubt"])
    await financing.resolveByStatusCheck({ ...answer, application, token })
    expect(await listOutcomes()).toEqual(["confirmed"])
  })
})

describe("a reconciliation that is conclusive about money", () => {
  it("keeps the review case of a create in doubt (I12)", async () => {
    const { financing } = running()
    const { application } = await createApplication(financing)
    const { id } = application
    const create = await createOperation(id, { kind: "create", outcome: "in-doubt" })
    await financing.reviewCases.open(id, "doubt", describeDoubt({ kind: "create" }).reason)
    const reconciliation = { since: Date.now() + 60_000, conclusive: true }
    await financing.reviewCases.review(id, reconciliation)
    expect(await listReviewCauses(running(), id)).toEqual(["doubt"])
    await financing.updateFinancingOperations({ id: create.id, outcome: "refused" })
    await financing.reviewCases.review(id, { ...reconciliation, since: Date.now() + 120_000 })
    expect(await listReviewCauses(running(), id)).toEqual([])
  })
})
