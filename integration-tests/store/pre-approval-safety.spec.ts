import { listPurchaseReviewCases } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { injectFault, getRefusalMessage } from "./money-steps"
import { createCart } from "./new-cart"
import {
  getLatestApplication,
  listApplications,
  listOperations,
  reconcile,
  listTimelineEntries,
} from "./plugin-records"
import {
  approvePreApproval,
  createApprovedCustomer,
  createApprovedGuest,
  sendStoreRequest,
  createPreApprovedCart,
  createCustomerCart,
  createCustomer,
  checkPreApproval,
  buildPerson,
  getPreApproval,
  requestPreApproval,
  updatePreApproval,
  getPreApprovalToken,
} from "./pre-approval-steps"

const { run, shop, admin, store, simulator } = createHarness()

/** The status check before the cart is attached succeeds; the checks after it fail. */
const FAILED_LATER_CHECKS = {
  operation: "getStatus",
  kind: "status",
  status: 503,
  nth: 2,
  count: 4,
} as const

describe("a pre-approval whose answer was lost (A17)", () => {
  it.each(["reset", "garbage", "mid-body"] as const)(
    "stays unconfirmed, is not repeated and cannot be used (%s)",
    async (kind) => {
      const before = await simulator.calls({ operation: "createPreApproval" })
      const operation = "createPreApproval" as const
      await simulator.fault({ operation, kind, when: "after", nth: 1, count: 1 })
      const { pre_approval, claim } = await requestPreApproval()
      expect(pre_approval).toMatchObject({
        status: "unconfirmed",
        message: expect.stringContaining("not known whether your request arrived") as string,
      })
      expect(claim).toBeNull()
      expect(await getPreApproval(pre_approval.id)).toMatchObject({
        state: "in-doubt",
        token: null,
        next_check_at: null,
        error_code: expect.any(String) as string,
      })
      const calls = await simulator.calls({ operation: "createPreApproval" })
      expect(calls).toHaveLength(before.length + 1)
    }
  )

  it("because its process died during the call is in doubt once the deadline has passed", async () => {
    const { pre_approval } = await requestPreApproval()
    const pastDeadline = new Date(Date.now() - 60_000).toISOString()
    await updatePreApproval(pre_approval.id, {
      state: "requested",
      token: null,
      deadline_at: pastDeadline,
    })
    await checkPreApproval(pre_approval.id)
    expect(await getPreApproval(pre_approval.id)).toMatchObject({
      state: "in-doubt",
      next_check_at: null,
    })
  })

  it("is answered with 400 when the service refuses it", async () => {
    const operation = "createPreApproval" as const
    await simulator.fault({ operation, kind: "status", status: 422, nth: 1, count: 1 })
    const answer = await sendStoreRequest("pre-approvals", { body: buildPerson() })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ type: "invalid_data" })
  })
})

describe("a cart whose attach call was not confirmed (A17, A1)", () => {
  it("is attached when the service reports its amount", async () => {
    const { cart, token } = await createPreApprovedCart()
    await injectFault(token, {
      operation: "updateCartAndSend",
      kind: "reset",
      when: "after",
      count: 1,
    })
    await shop.choosePaymentMethod(cart.id)
    const { id } = await getLatestApplication(cart.id)
    expect(await listOperations(id)).toMatchObject([{ kind: "create", outcome: "confirmed" }])
    expect(await simulator.calls({ operation: "updateCartAndSend", token })).toHaveLength(1)
    await simulator.decision(token, { outcome: "sign" })
    await reconcile(id)
    await expectInvariants(cart.id)
  })

  it.each([409, 422])(
    "is attached after a refusal when the service reports its amount (%s)",
    async (status) => {
      const { cart, token } = await createPreApprovedCart()
      const operation = "updateCartAndSend" as const
      await injectFault(token, { operation, kind: "status", status, when: "after", count: 1 })
      await shop.choosePaymentMethod(cart.id)
      const application = await getLatestApplication(cart.id)
      expect(application).toMatchObject({ kind: "pre-approval", pre_approval_obstacle: null })
      expect(await listOperations(application.id)).toMatchObject([
        { kind: "create", outcome: "confirmed" },
      ])
      expect(await listApplications(cart.id)).toHaveLength(1)
      await simulator.decision(token, { outcome: "sign" })
      await reconcile(application.id)
      await expectInvariants(cart.id)
    }
  )

  it("is financed on the hosted page when the call was refused and had no effect", async () => {
    const { id: preApprovalId, cart, token } = await createPreApprovedCart()
    const operation = "updateCartAndSend" as const
    await injectFault(token, { operation, kind: "status", status: 409, when: "before", count: 1 })
    await shop.choosePaymentMethod(cart.id)
    expect(await getLatestApplication(cart.id)).toMatchObject({
      kind: "hosted",
      pre_approval_obstacle: "not-accepted",
    })
    expect((await getPreApproval(preApprovalId)).application_id).toBeNull()
    expect(await simulator.application(token)).toMatchObject({ status: "R", cancelCount: 0 })
  })

  it.each(["before", "after"] as const)(
    "moves to the hosted page when status checks fail, and the first application is cancelled (%s)",
    async (when) => {
      const { id: preApprovalId, cart, token } = await createPreApprovedCart()
      await injectFault(token, { operation: "updateCartAndSend", kind: "reset", when, count: 1 })
      await injectFault(token, FAILED_LATER_CHECKS)
      expect(await getRefusalMessage(shop.choosePaymentMethod(cart.id))).toMatch(
        /not been confirmed/
      )
      const [first] = await listApplications(cart.id)
      expect(first).toMatchObject({ kind: "pre-approval", live_key: null })
      expect((await getPreApproval(preApprovalId)).application_id).toBe(first?.id)
      await shop.choosePaymentMethod(cart.id)
      expect(await getLatestApplication(cart.id)).toMatchObject({ kind: "hosted" })
      await eventually(async () => {
        await reconcile(String(first?.id))
        expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
      })
      expect(await simulator.calls({ operation: "updateCartAndSend", token })).toHaveLength(1)
      await eventually(async () => {
        const operations = await listOperations(String(first?.id))
        expect(operations.filter(({ outcome }) => outcome === "in-doubt")).toEqual([])
        expect((await listApplications(cart.id))[0]).toMatchObject({
          state: "cancelled",
          review_reason: null,
        })
      })
    },
    120_000
  )

  it("opens a review case when its process died, though the service returns no status (I12)", async () => {
    const { cart, token } = await createPreApprovedCart()
    await shop.choosePaymentMethod(cart.id)
    const { id } = await getLatestApplication(cart.id)
    const [create] = await listOperations(id)
    await store.call("consumerFinancing", "updateFinancingOperations", {
      id: create?.id,
      outcome: "intended",
      finished_at: null,
      deadline_at: new Date(Date.now() - 60_000),
    })
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503, count: 1_000 })
    await reconcile(id)
    expect(await listPurchaseReviewCases(cart.id)).toMatchObject([{ cause: "doubt" }])
    await simulator.clearFaults()
    await reconcile(id)
    expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    expect(await listOperations(id)).toMatchObject([{ kind: "create", outcome: "confirmed" }])
    await expectInvariants(cart.id)
  })

  it("leaves the pre-approval unused when a refusal cannot be checked, and flags it once it is signed", async () => {
    const { id: preApprovalId, cart, token } = await createPreApprovedCart()
    const operation = "updateCartAndSend" as const
    await injectFault(token, { operation, kind: "status", status: 409, when: "after", count: 1 })
    await injectFault(token, FAILED_LATER_CHECKS)
    await shop.choosePaymentMethod(cart.id)
    expect(await getLatestApplication(cart.id)).toMatchObject({ kind: "hosted" })
    await simulator.decision(token, { outcome: "sign" })
    await checkPreApproval(preApprovalId)
    expect(await getPreApproval(preApprovalId)).toMatchObject({
      application_id: null,
      state: "needs-attention",
      code: "S",
    })
    const { pre_approvals } = await admin.adminApi.get<{
      pre_approvals: { id: string; state: string }[]
    }>("/admin/consumer-financing/pre-approvals?limit=100")
    expect(pre_approvals).toContainEqual(
      expect.objectContaining({ id: preApprovalId, state: "needs-attention" })
    )
  })

  it("opens a review case when the service answers with another amount (I4)", async () => {
    const { cart, token } = await createPreApprovedCart()
    const fields = { loanAmount: 1 }
    const operation = "updateCartAndSend" as const
    await injectFault(token, { operation, kind: "altered", when: "after", fields, count: 1 })
    await shop.choosePaymentMethod(cart.id)
    const { id, review_reason } = await getLatestApplication(cart.id)
    expect(review_reason).toContain("answered $1.00 for a pre-approved application")
    expect((await listTimelineEntries(id)).map(({ what }) => what)).toContain("needs-attention")
  })
})

describe("another shopper's pre-approval (G11)", () => {
  it("cannot be used by another customer, nor by a guest with the customer's e-mail address", async () => {
    const owner = await createApprovedCustomer()
    const otherCustomer = await createCustomer()
    const otherCartId = await createCustomerCart(otherCustomer)
    await otherCustomer.shop.choosePaymentMethod(otherCartId)
    // Medusa links such a cart to the customer's account, without a login.
    const guestCartId = (await createCart({ email: owner.email })).id
    await shop.choosePaymentMethod(guestCartId)
    // One customer's cart with another customer's login.
    const ownerCartWithOtherLogin = await createCustomerCart(owner)
    await otherCustomer.shop.choosePaymentMethod(ownerCartWithOtherLogin)
    const otherCartWithOwnerLogin = await createCustomerCart(otherCustomer)
    await owner.shop.choosePaymentMethod(otherCartWithOwnerLogin)
    for (const cartId of [
      otherCartId,
      guestCartId,
      ownerCartWithOtherLogin,
      otherCartWithOwnerLogin,
    ]) {
      expect(await getLatestApplication(cartId)).toMatchObject({ kind: "hosted" })
    }
    expect((await sendStoreRequest(`carts/${guestCartId}/pre-approval`)).status).toBe(401)
    expect((await getPreApproval(owner.preApprovalId)).application_id).toBeNull()
  })

  it("cannot be used through data that a browser writes into the session (C9)", async () => {
    const { id, claim, token } = await createApprovedGuest()
    const owner = await createApprovedCustomer()
    const cart = await createCart()
    const data = {
      pre_approval: id,
      pre_approval_id: id,
      claim,
      token,
      customer_id: owner.id,
      kind: "pre-approval",
    }
    await shop.choosePaymentMethod(cart.id, { data })
    expect(await getLatestApplication(cart.id)).toMatchObject({ kind: "hosted" })
    expect(await simulator.calls({ operation: "updateCartAndSend", token })).toEqual([])
  })

  it("cannot be used with a forged claim, for an unknown cart, or for another customer's cart (G6)", async () => {
    const { claim } = await createApprovedGuest()
    const cart = await createCart()
    const customerCartId = await createCustomerCart(await createCustomer())
    const forgedClaim = claim.replace(/^./, (first) => (first === "A" ? "B" : "A"))
    for (const [cartId, sentClaim] of [
      [cart.id, forgedClaim],
      ["cart_01UNKNOWN", claim],
    ] as const) {
      const answer = await sendStoreRequest(`carts/${cartId}/pre-approval`, {
        body: { claim: sentClaim },
      })
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { type: "not_found", message: "Not found" },
      ])
    }
    const anonymousAnswer = await sendStoreRequest(`carts/${customerCartId}/pre-approval`, {
      body: { claim },
    })
    expect(anonymousAnswer.status).toBe(401)
    const malformedAnswer = await sendStoreRequest(`carts/${cart.id}/pre-approval`, {
      body: { claim: { $ne: null } },
    })
    expect(malformedAnswer.status).toBe(400)
  })

  it("is not shown: the customer's route returns only their own", async () => {
    await createApprovedCustomer()
    expect((await sendStoreRequest("customers/me/pre-approval")).status).toBe(401)
    const { headers } = await createCustomer()
    const answer = await sendStoreRequest("customers/me/pre-approval", { headers })
    expect(await answer.json()).toEqual({ pre_approval: null })
  })

  it("is not reachable on staff's routes without a staff login (G12)", async () => {
    const url = `${run.storeUrl}/admin/consumer-financing/pre-approvals`
    const { headers } = await createCustomer()
    for (const loginHeaders of [{}, headers]) {
      expect((await fetch(url, { headers: loginHeaders })).status).toBe(401)
      const body = JSON.stringify(buildPerson())
      const init = {
        method: "POST",
        body,
        headers: { ...loginHeaders, "content-type": "application/json" },
      }
      expect((await fetch(url, init)).status).toBe(401)
    }
  })
})

describe("the postback address for pre-approvals", () => {
  const getNotifyUrl = async (): Promise<string> => {
    const path = "/admin/consumer-financing/pre-approvals"
    const { notify_url } = await admin.adminApi.get<{ notify_url: string }>(path)
    return notify_url.replace(/^https?:\/\/[^/]+/, run.storeUrl)
  }

  const sendPostback = async (url: string, fields: Record<string, string>): Promise<number> => {
    const answer = await fetch(url, { method: "POST", body: new URLSearchParams(fields) })
    await answer.arrayBuffer()
    return answer.status
  }

  it("starts a status check, which alone decides; endpoint 15's verdict is only stored (I8)", async () => {
    const { pre_approval } = await requestPreApproval()
    const uuid = await getPreApprovalToken(pre_approval.id)
    expect(await sendPostback(await getNotifyUrl(), { uuid, pt_app_status: "R" })).toBe(200)
    await eventually(async () => {
      expect(await getPreApproval(pre_approval.id)).toMatchObject({
        state: "awaiting-customer",
        validation: expect.stringMatching(/_PT$/) as string,
      })
    })
    await simulator.decision(uuid, { outcome: "approve" })
    expect(await sendPostback(await getNotifyUrl(), { uuid })).toBe(200)
    await eventually(async () => {
      expect(await getPreApproval(pre_approval.id)).toMatchObject({ state: "approved" })
    })
    const validationCalls = await simulator.calls({ operation: "validatePostback", token: uuid })
    expect(validationCalls.length).toBeGreaterThan(0)
    for (const { request } of validationCalls) expect(JSON.stringify(request)).not.toContain("Dana")
  })

  it("authorizes the order once the pre-approval is used", async () => {
    const { cart, token } = await createPreApprovedCart()
    await shop.choosePaymentMethod(cart.id)
    await simulator.decision(token, { outcome: "sign" })
    expect(await sendPostback(await getNotifyUrl(), { uuid: token })).toBe(200)
    await eventually(async () => {
      expect((await admin.findOrderByCart(cart.id))?.payment_status).toBe("authorized")
    })
  })

  it("answers 404 when forged, and makes no call for an unknown token (B1, B3)", async () => {
    const url = await getNotifyUrl()
    expect(
      await sendPostback(
        url.replace(/.$/, (last) => (last === "A" ? "B" : "A")),
        {}
      )
    ).toBe(404)
    expect(await sendPostback(url.replace("/staging/", "/production/"), {})).toBe(404)
    const callCount = (await simulator.calls()).length
    expect(await sendPostback(url, { uuid: "nobodys-token" })).toBe(200)
    expect(await sendPostback(url, {})).toBe(200)
    const newCalls = (await simulator.calls()).slice(callCount)
    expect(JSON.stringify(newCalls)).not.toContain("nobodys-token")
  })
})

describe("a failed status check", () => {
  it("does not advance the schedule (H5)", async () => {
    const { pre_approval } = await requestPreApproval()
    const token = await getPreApprovalToken(pre_approval.id)
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503, count: 9 })
    await store.runWorkflow("check-pre-approval-of-financing", {
      pre_approval_id: pre_approval.id,
    })
    expect(await getPreApproval(pre_approval.id)).toMatchObject({
      state: "awaiting-customer",
      checks_done: 0,
      next_check_at: expect.any(String) as string,
    })
    await simulator.clearFaults()
    await approvePreApproval(pre_approval.id)
  })
})
