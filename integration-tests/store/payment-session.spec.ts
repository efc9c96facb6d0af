import type { HttpTypes } from "@medusajs/framework/types"
import { waitForReviewCase, resolveReviewCase } from "./review-cases-steps"
import { withPausedWrites } from "./blocked-writes"
import { eventually } from "../../tooling/clients/eventually"
import { createRequestedDraft } from "./financing-request-steps"
import {
  submitFullApplication,
  createCartWithOffers,
  selectOffer,
  getPaymentSession,
  signContract,
} from "./full-application-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { createCart } from "./new-cart"
import { getLatestApplication, hoursAgo, updateApplication, reconcile } from "./plugin-records"
import { createApprovedGuest, attachPreApproval } from "./pre-approval-steps"
import {
  createAppliedCart,
  createCapturedOrder,
  createOrderUnderReview,
  createPaidOrder,
  waitForPaidOrder,
  getOnlyPayment,
  signApplication,
  createSignedApplication,
  disablePostbacks,
} from "./purchase-steps"
import { NEW_YORK } from "../../tooling/clients/shop-client"

const { shop, admin, store, simulator } = createHarness()

const stringMatching = (pattern: RegExp) => expect.stringMatching(pattern) as string

/** Waits until the session has these values, without completing the cart. */
async function expectSession(cartId: string, session: Record<string, unknown>): Promise<void> {
  await eventually(async () => expect(await getPaymentSession(cartId)).toMatchObject(session))
}

describe("a hosted application's payment session", () => {
  it("is pending, with a message and a URL, while the shopper has to sign", async () => {
    const { session, applied } = await createAppliedCart()
    expect(session).toMatchObject({
      status: "pending",
      data: { status: "awaiting-customer", url: applied.url, message: stringMatching(/sign/) },
    })
  })

  it.each([
    ["decline", "declined", /was not approved/],
    ["mismatch", "declined", /could not match your details/],
    ["cancel", "cancelled", /was cancelled/],
  ] as const)("ends after a postback about a %s", async (outcome, status, message) => {
    const { cart, token } = await createAppliedCart()
    await simulator.decision(token, { outcome })
    await expectSession(cart.id, {
      status: "requires_more",
      data: { status, url: null, message: stringMatching(message) },
    })
    // The session still exists, so completing the cart returns our own message.
    expect(await shop.completeCart(cart.id)).toMatchObject({
      type: "cart",
      error: { type: "payment_authorization_error", message: stringMatching(message) },
    })
    await expectInvariants(cart.id)
  })

  it("stays pending without a URL when a status check finds the application under review", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    await simulator.decision(token, { outcome: "review" })
    await reconcile((await getLatestApplication(cart.id)).id)
    await expectSession(cart.id, {
      status: "pending",
      data: { status: "under-review", url: null, message: stringMatching(/being reviewed/) },
    })
  })

  it("ends with its own message once the time limit has passed", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    const { id } = await getLatestApplication(cart.id)
    await updateApplication(id, { created_at: hoursAgo(48.1) })
    await reconcile(id)
    const message = stringMatching(/has expired, because it was not signed in time/)
    await expectSession(cart.id, {
      status: "requires_more",
      data: { status: "expired", url: null, message },
    })
    expect(await shop.completeCart(cart.id)).toMatchObject({ type: "cart", error: { message } })
  })

  it("shows a decline found by completing the cart, before any reconciliation", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    await simulator.decision(token, { outcome: "decline" })
    await shop.completeCart(cart.id)
    expect(await getPaymentSession(cart.id)).toMatchObject({
      status: "requires_more",
      data: { status: "declined", url: null },
    })
  })

  it("shows that the shop checks a held application, and then that staff cancelled it", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    const loanAmount = (await simulator.application(token)).loanAmount - 0.01
    await simulator.status(token, { status: "S", loanAmount, postback: false })
    const reviewCase = await waitForReviewCase(cart.id, "amounts")
    await expectSession(cart.id, {
      status: "pending",
      data: { status: "ready-to-settle", url: null, message: stringMatching(/check by the shop/) },
    })
    await resolveReviewCase(reviewCase, "end-application")
    await expectSession(cart.id, {
      status: "requires_more",
      data: { status: "cancelled", message: stringMatching(/was cancelled/) },
    })
  })

  it("is not changed by a replaced application", async () => {
    const { cart } = await createAppliedCart()
    const { id: replacedId } = await getLatestApplication(cart.id)
    const address = { ...NEW_YORK, address_1: "1 Elsewhere Street" }
    await shop.updateCart(cart.id, { shipping_address: address })
    const { session } = await shop.choosePaymentMethod(cart.id)
    await eventually(async () => {
      await reconcile(replacedId)
      const record = await store.call<{ state: string }>(
        "consumerFinancing",
        "retrieveFinancingApplication",
        replacedId
      )
      expect(record.state).toBe("cancelled")
    })
    expect(await getPaymentSession(cart.id)).toMatchObject({
      id: session.id,
      status: "pending",
      data: { status: "awaiting-customer", url: session.data.url },
    })
  })
})

describe("a late approval of an application that was shown as declined", () => {
  it("places an order with the postback alone", async () => {
    const { cart, token } = await createAppliedCart()
    await simulator.decision(token, { outcome: "decline" })
    await expectSession(cart.id, { status: "requires_more" })
    await simulator.status(token, { status: "S" })
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("pays for the cart when the shopper completes it before any postback or check", async () => {
    const { cart, token } = await createAppliedCart()
    await simulator.decision(token, { outcome: "decline" })
    await expectSession(cart.id, { status: "requires_more" })
    await disablePostbacks(token)
    await simulator.status(token, { status: "S", postback: false })
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    await expectInvariants(cart.id)
  })

  it("is cancelled when the shopper has another application by then", async () => {
    const { cart, token } = await createAppliedCart()
    await simulator.decision(token, { outcome: "decline" })
    await expectSession(cart.id, { status: "requires_more" })
    await shop.choosePaymentMethod(cart.id, { data: { apply_again: true } })
    await simulator.status(token, { status: "S" })
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    })
    expect(await getPaymentSession(cart.id)).toMatchObject({
      status: "pending",
      data: { status: "awaiting-customer" },
    })
    await signApplication((await simulator.findCartApplication(cart.id)).tip)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })
})

describe("the payment session of other kinds of applications", () => {
  it("follows a full application from its offers to a decline", async () => {
    const { cart, application } = await createCartWithOffers()
    expect(await getPaymentSession(cart.id)).toMatchObject({
      status: "pending",
      data: { url: null, message: stringMatching(/choose one of your offers/) },
    })
    const { contract_url: url } = await selectOffer(application, 102)
    const { tip } = await simulator.findCartApplication(cart.id)
    expect(await getPaymentSession(cart.id)).toMatchObject({
      status: "pending",
      data: { url, message: stringMatching(/sign your contract/) },
    })
    await simulator.status(tip, { status: "U" })
    await expectSession(cart.id, {
      status: "requires_more",
      data: { status: "declined", url: null, message: stringMatching(/was not approved/) },
    })
  })

  it("keeps no URL of an earlier application when the form could not be filed", async () => {
    const { cart } = await createAppliedCart()
    await simulator.fault({
      operation: "createFullApplication",
      kind: "status",
      status: 400,
      match: { orderId: `${cart.id}-2` },
    })
    await expect(submitFullApplication(cart.id)).rejects.toThrow()
    await simulator.clearFaults()
    expect(await getPaymentSession(cart.id)).toMatchObject({
      status: "requires_more",
      data: { status: "cancelled", url: null },
    })
  })

  it("follows an application with a pre-approval", async () => {
    const { claim } = await createApprovedGuest()
    const cart = await createCart()
    await attachPreApproval(cart.id, String(claim))
    await shop.choosePaymentMethod(cart.id)
    const { kind, id } = await getLatestApplication(cart.id)
    expect(kind).toBe("pre-approval")
    const { tip } = await simulator.findCartApplication(cart.id)
    expect(await getPaymentSession(cart.id)).toMatchObject({
      status: "pending",
      data: { message: stringMatching(/sent a link/) },
    })
    await simulator.status(tip, { status: "U", postback: false })
    await reconcile(id)
    await expectSession(cart.id, {
      status: "requires_more",
      data: { status: "declined", url: null, message: stringMatching(/was not approved/) },
    })
  })

  it("follows a financing request by staff, and stays pending_authorization", async () => {
    const { orderId, token } = await createRequestedDraft()
    await simulator.decision(token, { outcome: "decline" })
    await eventually(async () => {
      const [session] = await listOrderSessions(orderId)
      expect(session).toMatchObject({
        status: "pending_authorization",
        data: { status: "declined", url: null, message: stringMatching(/was not approved/) },
      })
    })
  })

  it("follows an order under review", async () => {
    const { order, token, cart } = await createOrderUnderReview()
    await simulator.decision(token, { outcome: "decline" })
    await reconcile((await getLatestApplication(cart.id)).id)
    const [session] = await listOrderSessions(order.id)
    expect(session).toMatchObject({
      status: "pending_authorization",
      data: { status: "declined", url: null },
    })
  })
})

type SessionRow = { id: string; status: string; data: Record<string, unknown> }

async function listOrderSessions(id: string): Promise<SessionRow[]> {
  const [order] = await store.queryGraph<{
    payment_collections: { payment_sessions: SessionRow[] }[]
  }>({
    entity: "order",
    fields: ["id", "payment_collections.payment_sessions.*"],
    filters: { id },
  })
  return (order?.payment_collections ?? []).flatMap(({ payment_sessions }) => payment_sessions)
}

describe("a payment's data", () => {
  const getPaymentData = async (id: string): Promise<Record<string, unknown> | undefined> =>
    getOnlyPayment(await admin.getOrder(id)).data

  it("follows the service's status after the order is placed", async () => {
    const { order, token, cart } = await createPaidOrder()
    expect(await getPaymentData(order.id)).toMatchObject({ status: "ready-to-settle" })
    await simulator.status(token, { status: "Q", postback: false })
    await reconcile((await getLatestApplication(cart.id)).id)
    expect(await getPaymentData(order.id)).toMatchObject({
      status: "needs-attention",
      message: stringMatching(/check by the shop/),
    })
    expect((await getPaymentData(order.id))?.url ?? null).toBeNull()
  })

  it("shows that the customer has to sign the contract again (B), and the session is unchanged", async () => {
    const { order, token, cart } = await createCapturedOrder()
    const sessionsBefore = await listOrderSessions(order.id)
    await simulator.status(token, { status: "B", postback: false })
    await reconcile((await getLatestApplication(cart.id)).id)
    expect(await getPaymentData(order.id)).toMatchObject({
      message: stringMatching(/signed again/),
    })
    expect(await listOrderSessions(order.id)).toEqual(sessionsBefore)
  })
})

describe("between core's authorization and its re-read of the session (fact 33)", () => {
  /** Runs `act` once the session is authorized and its payment created, before core reads them again. */
  async function runDuringCompletion<T>(
    { cartId, collectionId }: { cartId: string; collectionId: string },
    act: () => Promise<T>
  ): Promise<{ made: T; completion: Awaited<ReturnType<typeof shop.completeCart>> }> {
    const collectionWrite = {
      table: "payment_collection",
      event: "update" as const,
      when: `new.id = '${collectionId}' and new.status = 'authorized'`,
    }
    return await withPausedWrites(collectionWrite, async ({ held, goOn }) => {
      const pendingCompletion = shop.completeCart(cartId)
      await eventually(held)
      const made = await act()
      await goOn()
      return { made, completion: await pendingCompletion }
    })
  }

  const readSession = async (id: string): Promise<HttpTypes.AdminPaymentSession> =>
    await store.call("payment", "retrievePaymentSession", id)

  it("a reconciliation that updates the session keeps the order", async () => {
    const { cart, collectionId, session } = await createSignedApplication()
    const { id } = await getLatestApplication(cart.id)
    const { made, completion } = await runDuringCompletion(
      { cartId: cart.id, collectionId },
      async () => {
        await reconcile(id)
        return await readSession(session.id)
      }
    )
    expect(made.status).toBe("authorized")
    expect(completion.type).toBe("order")
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("a reconciliation of a full application keeps the order", async () => {
    const { cart, application } = await createCartWithOffers()
    await selectOffer(application, 102)
    const { tip } = await simulator.findCartApplication(cart.id)
    await disablePostbacks(tip)
    await signContract(cart.id)
    const session = await getPaymentSession(cart.id)
    const [row] = await store.queryGraph<{ payment_collection_id: string }>({
      entity: "payment_session",
      fields: ["payment_collection_id"],
      filters: { id: session?.id },
    })
    const { completion } = await runDuringCompletion(
      { cartId: cart.id, collectionId: String(row?.payment_collection_id) },
      () => reconcile(application.id, "return")
    )
    expect(completion.type).toBe("order")
    await expectInvariants(cart.id)
  })

  it("Medusa's own update of the session undoes the order", async () => {
    const { cart, collectionId, session } = await createSignedApplication()
    const { completion } = await runDuringCompletion({ cartId: cart.id, collectionId }, () =>
      store.call("payment", "updatePaymentSession", {
        id: session.id,
        amount: session.amount,
        currency_code: "usd",
        data: session.data,
        context: { idempotency_key: session.id },
        status: "pending",
      })
    )
    expect(completion.type).toBe("cart")
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
  })
})
