import { asked, reviewCasesOf, resolve } from "./review-cases-steps"
import { whileDatabaseRefuses } from "./database-refusal"
import {
  authorizedOrder,
  editDraft,
  raiseOrder,
  requestedDraft,
  requestFinancing,
  requestsOf,
} from "./financing-request-steps"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { callsOf, faultOn, sentenceOf, reconciled } from "./money-steps"
import { comeToRest } from "./no-check-due"
import { applicationsOf, reconcile } from "./our-records"
import { paymentsOf, sign, silence } from "./purchase-steps"

const { admin, simulator } = harness()

/** The customer signs for one sofa while staff edit the order to nine, more than the service finances. */
async function signedAndEdited(): Promise<{ orderId: string; token: string; id: string }> {
  const { orderId, request, token } = await requestedDraft()
  await silence(token)
  await faultOn(token, { operation: "getStatus", kind: "status", status: 503 })
  await sign(token)
  await editDraft(orderId, 9)
  await simulator.clearFaults()
  await asked(orderId, "late-approval")
  return { orderId, token, id: request.id }
}

/** Repeated reconciliations do not cancel the application. */
async function expectStillSigned({ id, token }: { id: string; token: string }): Promise<void> {
  await reconcile(id)
  await reconcile(id)
  expect(await callsOf(token, "cancel")).toEqual([])
  expect(await simulator.application(token)).toMatchObject({ status: "S", cancelled: false })
}

describe("a new financing request that would replace a signed one", () => {
  afterEach(() => simulator.clearFaults())

  it("E5: leaves the signed request unchanged when the service returns a null token", async () => {
    const signed = await signedAndEdited()
    const { orderId, id } = signed
    expect(await sentenceOf(requestFinancing(orderId))).toMatch(/No request was made/)
    await expectStillSigned(signed)
    expect((await asked(orderId, "late-approval")).actions).toContain("end-application")
    expect(await requestsOf(orderId)).toMatchObject([{ is_open: false }, { id, is_open: true }])
    await comeToRest(id)
    await editDraft(orderId, 1)
    await authorizedOrder(orderId)
    await reconciled(orderId, async () => expect(await reviewCasesOf(orderId)).toEqual([]))
    await expectInvariants(orderId)
  })

  it("A17: keeps the signed request when the service refuses the call, and ends it once another succeeds", async () => {
    const signed = await signedAndEdited()
    await editDraft(signed.orderId, 2)
    await simulator.fault({
      operation: "createVirtualCart",
      kind: "status",
      status: 400,
      when: "before",
      count: 1,
      match: { orderId: `${signed.orderId}-2` },
    })
    expect(await sentenceOf(requestFinancing(signed.orderId))).toMatch(/./)
    await expectStillSigned(signed)
    // A successful new request ends the signed one.
    await requestFinancing(signed.orderId)
    await reconciled(signed.orderId, async () => {
      expect(await simulator.application(signed.token)).toMatchObject({ status: "O" })
    })
    await sign((await simulator.findCartApplication(signed.orderId)).tip)
    await authorizedOrder(signed.orderId)
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
    async (_what, table, orderOf) => {
      const signed = await signedAndEdited()
      await editDraft(signed.orderId, 2)
      const refusal = { table, event: "insert", when: `${orderOf} = '${signed.orderId}'` } as const
      await whileDatabaseRefuses(refusal, () =>
        expect(requestFinancing(signed.orderId)).rejects.toThrow()
      )
      await expectStillSigned(signed)
      expect(await requestsOf(signed.orderId)).toContainEqual(
        expect.objectContaining({ id: signed.id, is_open: true })
      )
    }
  )

  it("E5: leaves an edited order's signed application unchanged, and staff can settle it (C16)", async () => {
    const { orderId, request, token } = await requestedDraft()
    await sign(token)
    await authorizedOrder(orderId)
    await raiseOrder(orderId, 9)
    await asked(orderId, "order-edit")
    expect(await sentenceOf(requestFinancing(orderId))).toMatch(/No request was made/)
    await expectStillSigned({ id: request.id, token })
    const reviewCase = await asked(orderId, "order-edit")
    expect(reviewCase.actions).toContain("settle")
    await resolve(reviewCase, "settle")
    expect(await simulator.application(token)).toMatchObject({ settleCount: 1 })
    const live = paymentsOf(await admin.getOrder(orderId)).filter(({ canceled_at }) => !canceled_at)
    expect(live.map(({ captured_at }) => captured_at)).toEqual([expect.any(String)])
    expect(await applicationsOf(orderId)).toHaveLength(2)
  })
})
