import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { getRefusalMessage } from "./money-steps"
import { createCart } from "./new-cart"
import { getLatestApplication, listApplications, listOperations } from "./plugin-records"
import {
  createApprovedCustomer,
  createApprovedGuest,
  sendStoreRequest,
  attachPreApproval,
  createPreApprovedCart,
  createCustomerCart,
  createCustomer,
  checkPreApproval,
  getPreApproval,
  requestPreApproval,
  updatePreApproval,
  getPreApprovalToken,
} from "./pre-approval-steps"
import { waitForPaidOrder, getOnlyPayment } from "./purchase-steps"

const { shop, admin, store, simulator } = createHarness()

const LINK_SENT = /has sent a link to your phone and e-mail/

/** A cart's total can carry fractions of a cent: it is rounded once (F1). */
const roundToCents = (total: unknown): number => Math.round(Number(total) * 100) / 100

async function expectHostedApplication(cartId: string): Promise<void> {
  expect(await getLatestApplication(cartId)).toMatchObject({ kind: "hosted" })
}

describe("a pre-approval", () => {
  it("starts without a cart, and the service sends the customer a text and an e-mail", async () => {
    const { pre_approval, claim } = await requestPreApproval()
    expect(pre_approval).toMatchObject({
      status: "apply",
      approved_up_to: null,
      application_url: expect.stringContaining("/apply?") as string,
    })
    expect(claim).toMatch(/^[\w-]{43}$/)
    const { messages, kind } = await simulator.application(
      await getPreApprovalToken(pre_approval.id)
    )
    expect(kind).toBe("pre-approval")
    expect(messages.map(({ channel }) => channel)).toEqual(["text", "email"])
  })

  it("is approved, with its amount, by a scheduled status check alone", async () => {
    const { pre_approval } = await requestPreApproval()
    await simulator.decision(await getPreApprovalToken(pre_approval.id), { outcome: "approve" })
    await updatePreApproval(pre_approval.id, { next_check_at: new Date().toISOString() })
    await eventually(async () => {
      expect(await getPreApproval(pre_approval.id)).toMatchObject({
        state: "approved",
        code: "R",
        max_approval_cents: 500_000,
      })
    })
  })

  it("is shown as declined after a decline", async () => {
    const customer = await createCustomer()
    const { pre_approval } = await requestPreApproval({}, customer.headers)
    await simulator.decision(await getPreApprovalToken(pre_approval.id), { outcome: "decline" })
    await checkPreApproval(pre_approval.id)
    const answer = await sendStoreRequest("customers/me/pre-approval", {
      headers: customer.headers,
    })
    expect(await answer.json()).toMatchObject({
      pre_approval: { status: "declined", approved_up_to: null, application_url: null },
    })
  })

  it("expires and is not checked any more", async () => {
    const { id } = await createApprovedGuest()
    await updatePreApproval(id, { expires_at: new Date(Date.now() - 1_000).toISOString() })
    await checkPreApproval(id)
    expect(await getPreApproval(id)).toMatchObject({ state: "expired", next_check_at: null })
  })

  it("belongs to the logged-in customer, who gets the same one again on a second request", async () => {
    const customer = await createCustomer()
    const first = await requestPreApproval({}, customer.headers)
    const second = await requestPreApproval({}, customer.headers)
    expect(second.pre_approval.id).toBe(first.pre_approval.id)
    expect([first.claim, second.claim]).toEqual([null, null])
    const answer = await sendStoreRequest("customers/me/pre-approval", {
      headers: customer.headers,
    })
    expect(await answer.json()).toMatchObject({ pre_approval: { id: first.pre_approval.id } })
  })

  it("suppresses the service's messages when staff choose so (suppressNotification)", async () => {
    const body = {
      first_name: "Dana",
      last_name: "Shopper",
      email: "dana@shop.example",
      cell_phone: "2125550188",
      suppress_notification: true,
    }
    const result = await admin.adminApi.post<{
      pre_approval: { id: string; application_url: string; requested_by: string }
      claim: string
    }>("/admin/consumer-financing/pre-approvals", body)
    expect(result.pre_approval.application_url).toContain("/apply?")
    expect(result.pre_approval.requested_by).toMatch(/^user_/)
    expect(result.claim).toMatch(/^[\w-]{43}$/)
    const { messages } = await simulator.application(
      await getPreApprovalToken(result.pre_approval.id)
    )
    expect(messages).toEqual([])
    const list = await admin.adminApi.get<{
      pre_approvals: { id: string }[]
      notify_url: string
    }>("/admin/consumer-financing/pre-approvals?state=awaiting-customer&limit=100")
    const [row] = list.pre_approvals.filter(({ id }) => id === result.pre_approval.id)
    // Only the requester got the link; no list shows it.
    expect(row).toMatchObject({ id: result.pre_approval.id, application_url: null })
    const guest = { ...body, cell_phone: "2125550189", customer_id: "cus_of_a_guest" }
    expect(
      await getRefusalMessage(admin.adminApi.post("/admin/consumer-financing/pre-approvals", guest))
    ).toMatch(/no customer with an account under this id/)
    expect(list.notify_url).toMatch(/\/hooks\/consumer-financing\/pre-approvals\/staging\//)
  })
})

describe("a purchase with a pre-approval", () => {
  it("attaches the cart and becomes an order once the customer has signed", async () => {
    const { id, cart, token } = await createPreApprovedCart()
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data).toMatchObject({
      status: "awaiting-customer",
      message: expect.stringMatching(LINK_SENT) as string,
      url: expect.stringContaining("/apply?") as string,
    })
    expect(await simulator.application(token)).toMatchObject({
      kind: "pre-approval",
      status: "A",
      loanAmount: roundToCents(cart.total),
      orderId: `${cart.id}-1`,
    })
    expect(await getLatestApplication(cart.id)).toMatchObject({
      kind: "pre-approval",
      tax_exempt: false,
      code_message: "cart updated and sent",
      service_cents: Math.round(roundToCents(cart.total) * 100),
    })
    await simulator.decision(token, { outcome: "sign" })
    await store.runWorkflow("reconcile-financing-application", {
      application_id: (await getLatestApplication(cart.id)).id,
      cause: "poll",
    })
    const order = await waitForPaidOrder(cart.id)
    await admin.capture(getOnlyPayment(order).id)
    expect(await simulator.application(token)).toMatchObject({ status: "C", settleCount: 1 })
    expect(await getPreApproval(id)).toMatchObject({ application_id: expect.any(String) as string })
    await eventually(async () => {
      const { pre_approvals } = await admin.adminApi.get<{ pre_approvals: { id: string }[] }>(
        "/admin/consumer-financing/pre-approvals?limit=100"
      )
      expect(pre_approvals.find((preApproval) => preApproval.id === id)).toMatchObject({
        order_id: order.id,
        order_display_id: String(order.display_id),
      })
    })
    await expectInvariants(cart.id)
  })

  it("of a logged-in customer needs no claim", async () => {
    const customer = await createApprovedCustomer()
    const cartId = await createCustomerCart(customer)
    const { session } = await customer.shop.choosePaymentMethod(cartId)
    expect(session.data).toMatchObject({ message: expect.stringMatching(LINK_SENT) as string })
    expect(await getLatestApplication(cartId)).toMatchObject({ kind: "pre-approval" })
    const answer = await sendStoreRequest("customers/me/pre-approval", {
      headers: customer.headers,
    })
    expect(await answer.json()).toMatchObject({ pre_approval: { status: "used" } })
  })

  it("replaces a hosted application that the shopper has not begun (C17)", async () => {
    const { claim, token } = await createApprovedGuest()
    const cart = await createCart()
    await shop.choosePaymentMethod(cart.id)
    await expectHostedApplication(cart.id)
    await attachPreApproval(cart.id, claim)
    await shop.choosePaymentMethod(cart.id)
    expect(await getLatestApplication(cart.id)).toMatchObject({ kind: "pre-approval" })
    await eventually(async () => {
      const serviceApplications = await simulator.listCartApplications(cart.id)
      const hostedApplications = serviceApplications.filter(({ kind }) => kind === "hosted")
      expect(hostedApplications.map(({ status }) => status)).toEqual(["O"])
    })
    expect((await simulator.application(token)).status).toBe("A")
  })

  it("keeps its one application when the storefront creates its session again (C17)", async () => {
    const { cart, token } = await createPreApprovedCart()
    await shop.choosePaymentMethod(cart.id)
    await shop.choosePaymentMethod(cart.id)
    expect(await listApplications(cart.id)).toHaveLength(1)
    expect(await simulator.calls({ operation: "updateCartAndSend", token })).toHaveLength(1)
  })

  it("above the approved amount uses the hosted page, with a message that says why", async () => {
    const { id, cart, token } = await createPreApprovedCart()
    await simulator.fault({
      operation: "getStatus",
      kind: "altered",
      when: "after",
      fields: { maxApprovalAmount: 400 },
      match: { token },
    })
    const { session } = await shop.choosePaymentMethod(cart.id)
    await expectHostedApplication(cart.id)
    expect(session.data).toMatchObject({
      message: expect.stringMatching(/more than you are pre-approved for/) as string,
    })
    expect(await simulator.calls({ operation: "updateCartAndSend", token })).toEqual([])
    expect(await getPreApproval(id)).toMatchObject({ application_id: null, state: "approved" })
  })

  it("that has expired uses the hosted page, with a message that says why", async () => {
    const { id, cart } = await createPreApprovedCart()
    await updatePreApproval(id, { expires_at: new Date(Date.now() - 1_000).toISOString() })
    const { session } = await shop.choosePaymentMethod(cart.id)
    await expectHostedApplication(cart.id)
    expect(session.data).toMatchObject({
      message: expect.stringMatching(/pre-approval has expired/) as string,
    })
  })

  it("that the service refuses to attach uses the hosted page, with a message that says why", async () => {
    const { id, cart, token } = await createPreApprovedCart()
    const fault = { kind: "status", status: 409, count: 1, match: { token } } as const
    await simulator.fault({ operation: "updateCartAndSend", ...fault })
    const { session } = await shop.choosePaymentMethod(cart.id)
    await expectHostedApplication(cart.id)
    expect(session.data).toMatchObject({
      message: expect.stringMatching(/could not be used for this purchase/) as string,
    })
    expect(await getPreApproval(id)).toMatchObject({ application_id: null, state: "approved" })
    await expectInvariants(cart.id)
  })

  it("files one hosted application when the service keeps refusing, however often it is chosen (C17)", async () => {
    const { cart, token } = await createPreApprovedCart()
    const fault = { kind: "status", status: 409, match: { token } } as const
    await simulator.fault({ operation: "updateCartAndSend", ...fault })
    await shop.choosePaymentMethod(cart.id)
    await shop.choosePaymentMethod(cart.id)
    await shop.choosePaymentMethod(cart.id)
    await simulator.clearFaults()
    await expectHostedApplication(cart.id)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    // The refused attach call has its own record.
    expect(await listApplications(cart.id)).toHaveLength(2)
    expect(await simulator.calls({ operation: "updateCartAndSend", token })).toHaveLength(1)
    await expectInvariants(cart.id)
  })

  it("falls back to the hosted page when the service returns no status, and counts the failed check", async () => {
    const { id, cart, token } = await createPreApprovedCart()
    const fault = { kind: "status", status: 404, match: { token } } as const
    await simulator.fault({ operation: "getStatus", ...fault })
    const before = await getPreApproval(id)
    const { session } = await shop.choosePaymentMethod(cart.id)
    await simulator.clearFaults()
    await expectHostedApplication(cart.id)
    expect(session.data).toMatchObject({
      message: expect.stringMatching(/could not be used for this purchase/) as string,
    })
    expect((await getPreApproval(id)).checks_done).toBe(before.checks_done + 1)
  })

  it("gets a new application when its cart changes, and the first is cancelled (C3)", async () => {
    const { cart, token } = await createPreApprovedCart()
    await shop.choosePaymentMethod(cart.id)
    await shop.addItem(cart.id, { handle: "reading-lamp", quantity: 1 })
    await shop.choosePaymentMethod(cart.id)
    await expectHostedApplication(cart.id)
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    })
  })
})

describe("one pre-approval", () => {
  it("is used by only one of two carts at once", async () => {
    const customer = await createApprovedCustomer()
    const carts = [await createCustomerCart(customer), await createCustomerCart(customer)]
    await Promise.all(carts.map((cartId) => customer.shop.choosePaymentMethod(cartId)))
    const kinds = await Promise.all(
      carts.map(async (cartId) => (await getLatestApplication(cartId)).kind)
    )
    expect(kinds.sort()).toEqual(["hosted", "pre-approval"])
    const token = await getPreApprovalToken(customer.preApprovalId)
    expect(await simulator.calls({ operation: "updateCartAndSend", token })).toHaveLength(1)
  })

  it("cannot be used for a second cart", async () => {
    const { cart, claim } = await createPreApprovedCart()
    await shop.choosePaymentMethod(cart.id)
    const secondCart = await createCart()
    const answer = await sendStoreRequest(`carts/${secondCart.id}/pre-approval`, {
      body: { claim },
    })
    expect(answer.status).toBe(404)
    await shop.choosePaymentMethod(secondCart.id)
    await expectHostedApplication(secondCart.id)
  })

  it("has one confirmed create in the journal of the application that used it", async () => {
    const { cart } = await createPreApprovedCart()
    await shop.choosePaymentMethod(cart.id)
    const { id } = await getLatestApplication(cart.id)
    expect(await listOperations(id)).toMatchObject([{ kind: "create", outcome: "confirmed" }])
  })
})
