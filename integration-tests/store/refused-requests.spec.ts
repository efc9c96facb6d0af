import { waitForReviewCase, listPurchaseReviewCases, resolveReviewCase } from "./review-cases-steps"
import { withRefusedWrites } from "./refused-writes"
import {
  waitForAuthorizedOrder,
  updateDraftQuantity,
  updateOrderQuantity,
  createRequestedDraft,
  requestFinancing,
  listFinancingRequests,
} from "./financing-request-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault, getRefusalMessage, reconcileUntil } from "./money-steps"
import { waitUntilIdle } from "./scheduled-checks"
import { listApplications, reconcile } from "./plugin-records"
import { listPayments, signApplication, disablePostbacks } from "./purchase-steps"

const { admin, simulator } = createHarness()

/** The customer signs for one sofa while staff edit the order to nine, more than the service finances. */
async function createEditedSignedDraft(): Promise<{ orderId: string; token: string; id: string }> {
  const { orderId, request, token } = await createRequestedDraft()
  await disablePostbacks(token)
  await injectFault(token, { operation: "getStatus", kind: "status", status: 503 })
  await signApplication(token)
  await updateDraftQuantity(orderId, 9)
  await simulator.clearFaults()
  await waitForReviewCase(orderId, "late-approval")
  return { orderId, token, id: request.id }
}

/** Repeated reconciliations do not cancel the application. */
async function expectSignedApplication({
  id,
  token,
}: {
  id: string
  token: string
}): Promise<void> {
  await reconcile(id)
  await reconcile(id)
  expect(await listServiceCalls(token, "cancel")).toEqual([])
  expect(await simulator.application(token)).toMatchObject({ status: "S", cancelled: false })
}

describe("a new financing request that would replace a signed one", () => {
  afterEach(() => simulator.clearFaults())

  it("E5: leaves the signed request unchanged when the service returns a null token", async () => {
    const signedDraft = await createEditedSignedDraft()
    const { orderId, id } = signedDraft
    expect(await getRefusalMessage(requestFinancing(orderId))).toMatch(/No request was made/)
    await expectSignedApplication(signedDraft)
    expect((await waitForReviewCase(orderId, "late-approval")).actions).toContain("end-application")
    expect(await listFinancingRequests(orderId)).toMatchObject([
      { is_open: false },
      { id, is_open: true },
    ])
    await waitUntilIdle(id)
    await updateDraftQuantity(orderId, 1)
    await waitForAuthorizedOrder(orderId)
    await reconcileUntil(orderId, async () =>
      expect(await listPurchaseReviewCases(orderId)).toEqual([])
    )
    await expectInvariants(orderId)
  })

  it("A17: keeps the signed request when the service refuses the call, and ends it once another succeeds", async () => {
    const signedDraft = await createEditedSignedDraft()
    await updateDraftQuantity(signedDraft.orderId, 2)
    await simulator.fault({
      operation: "createVirtualCart",
      kind: "status",
      status: 400,
      when: "before",
      count: 1,
      match: { orderId: `${signedDraft.orderId}-2` },
    })
    expect(await getRefusalMessage(requestFinancing(signedDraft.orderId))).toMatch(/./)
    await expectSignedApplication(signedDraft)
    // A successful new request ends the signed one.
    await requestFinancing(signedDraft.orderId)
    await reconcileUntil(signedDraft.orderId, async () => {
      expect(await simulator.application(signedDraft.token)).toMatchObject({ status: "O" })
    })
    await signApplication((await simulator.findCartApplication(signedDraft.orderId)).tip)
    await waitForAuthorizedOrder(signedDraft.orderId)
  })

  it.each([
    ["the new request", "financing_application", "new.requested_order_id"],
    [
      "the intent of its create",
      "financing_operation",
      "(select requested_order_id from financing_application where id = new.application_id)",
    ],
  ])(
    "H3: leaves the signed request unchanged when the database does not store %s",
    async (_what, table, orderIdExpression) => {
      const signedDraft = await createEditedSignedDraft()
      await updateDraftQuantity(signedDraft.orderId, 2)
      const refusal = {
        table,
        event: "insert",
        when: `${orderIdExpression} = '${signedDraft.orderId}'`,
      } as const
      await withRefusedWrites(refusal, () =>
        expect(requestFinancing(signedDraft.orderId)).rejects.toThrow()
      )
      await expectSignedApplication(signedDraft)
      expect(await listFinancingRequests(signedDraft.orderId)).toContainEqual(
        expect.objectContaining({ id: signedDraft.id, is_open: true })
      )
    }
  )

  it("E5: leaves an edited order's signed application unchanged, and staff can settle it (C16)", async () => {
    const { orderId, request, token } = await createRequestedDraft()
    await signApplication(token)
    await waitForAuthorizedOrder(orderId)
    await updateOrderQuantity(orderId, 9)
    await waitForReviewCase(orderId, "order-edit")
    expect(await getRefusalMessage(requestFinancing(orderId))).toMatch(/No request was made/)
    await expectSignedApplication({ id: request.id, token })
    const reviewCase = await waitForReviewCase(orderId, "order-edit")
    expect(reviewCase.actions).toContain("settle")
    await resolveReviewCase(reviewCase, "settle")
    expect(await simulator.application(token)).toMatchObject({ settleCount: 1 })
    const activePayments = listPayments(await admin.getOrder(orderId)).filter(
      ({ canceled_at }) => !canceled_at
    )
    expect(activePayments.map(({ captured_at }) => captured_at)).toEqual([expect.any(String)])
    expect(await listApplications(orderId)).toHaveLength(2)
  })
})
