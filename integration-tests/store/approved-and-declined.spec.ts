import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { openReturnPage } from "./return-page"
import { injectFault, listOutcomes } from "./money-steps"
import {
  getLatestApplication,
  hoursAgo,
  listOperations,
  updateApplication,
  reconcile,
} from "./plugin-records"
import { buildAddress, listPostbacks, post, signAddress } from "./postback-steps"
import {
  type AppliedCart,
  createAppliedCart,
  waitForOrder,
  waitForPaidOrder,
  getOnlyPayment,
  signApplication,
  createSignedApplication,
  disablePostbacks,
} from "./purchases"

const { run, shop, admin, store, simulator } = createHarness()

/** Creates a reconciled application whose customer data do not match. Its postbacks are disabled. */
async function createMismatchedApplication(): Promise<AppliedCart> {
  const appliedCart = await createAppliedCart()
  await disablePostbacks(appliedCart.token)
  await simulator.decision(appliedCart.token, { outcome: "mismatch" })
  await shop.completeCart(appliedCart.cart.id)
  expect(await reconcile((await getLatestApplication(appliedCart.cart.id)).id)).toMatchObject({
    action: "close",
  })
  return appliedCart
}

const APPLY_AGAIN_OPTIONS = { data: { apply_again: true } }

describe("an approved application", () => {
  it("pays for the order when the storefront completes the cart", async () => {
    const { cart, token } = await createSignedApplication()
    const completion = await shop.completeCart(cart.id)
    expect(completion.type).toBe("order")
    const order = await waitForOrder(cart.id)
    expect(order).toMatchObject({ status: "pending", payment_status: "authorized" })
    expect(getOnlyPayment(order).amount).toBe(order.total)
    expect(await getLatestApplication(cart.id)).toMatchObject({
      state: "ready-to-settle",
      review_reason: null,
    })
    await eventually(async () => {
      const { orderId } = await simulator.application(token)
      expect(orderId).toBe(String(order.display_id))
    })
    await expectInvariants(cart.id)
  })

  it("becomes an order by the shopper's return alone, and the return redirects to the order", async () => {
    const { cart, applied } = await createSignedApplication()
    const returnPage = await openReturnPage(applied.returnUrl)
    expect(returnPage.status).toBe(200)
    const order = await waitForOrder(cart.id)
    expect(returnPage.address).toBe(
      `${run.settings.storefrontUrl ?? "http://localhost:8000"}/us/order/${order.id}/confirmed`
    )
    expect(returnPage.headers.get("referrer-policy")).toBe("no-referrer")
    expect(order.payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("becomes an order by the service's postback alone", async () => {
    const { cart, token } = await createAppliedCart()
    await signApplication(token)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("becomes one order when the postback, the shopper's return and the completion arrive at once", async () => {
    const { cart, applied, token } = await createSignedApplication()
    const [, , completion] = await Promise.all([
      simulator.postback(token),
      openReturnPage(applied.returnUrl),
      shop.completeCart(cart.id),
    ])
    expect(completion.type).toBe("order")
    const order = await waitForOrder(cart.id)
    expect(getOnlyPayment(order).canceled_at).toBeNull()
    await eventually(async () => {
      expect((await admin.getOrder(order.id)).payment_status).toBe("authorized")
      expect((await simulator.application(token)).orderId).toBe(String(order.display_id))
    })
    await expectInvariants(cart.id)
  })

  it("asks the shopper to sign, and places no order before the signature", async () => {
    const { cart, token } = await createAppliedCart()
    await simulator.decision(token, { outcome: "approve" })
    expect(await shop.completeCart(cart.id)).toMatchObject({
      type: "cart",
      error: {
        type: "payment_requires_more_error",
        message: expect.stringContaining("sign") as string,
      },
    })
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    await simulator.decision(token, { outcome: "sign" })
    await waitForOrder(cart.id)
  })
})

describe("a declined application", () => {
  it("shows the decline, and another payment method pays for the cart", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    await simulator.decision(token, { outcome: "decline" })
    expect(await shop.completeCart(cart.id)).toMatchObject({
      type: "cart",
      error: {
        type: "payment_authorization_error",
        message: expect.stringMatching(/not approved.*another payment method/) as string,
      },
    })
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    expect(await simulator.findCartApplication(cart.id)).toMatchObject({
      status: "U",
      cancelCount: 0,
    })
    await expectInvariants(cart.id)
  })

  it("allows a new application at the shopper's request, with an order ID of its own", async () => {
    const { cart, token } = await createAppliedCart()
    await simulator.decision(token, { outcome: "decline" })
    await eventually(async () => {
      expect((await getLatestApplication(cart.id)).state).toBe("declined")
    })
    const { session } = await shop.choosePaymentMethod(cart.id, APPLY_AGAIN_OPTIONS)
    expect(session.data).toMatchObject({ status: "awaiting-customer" })
    const applications = await simulator.listCartApplications(cart.id)
    expect(applications.map(({ originalOrderId }) => originalOrderId)).toEqual([
      `${cart.id}-1`,
      `${cart.id}-2`,
    ])
    await signApplication(applications[1]?.tip ?? "")
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("shows the decline when the shopper chooses financing again before a postback arrives", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    await simulator.decision(token, { outcome: "decline" })
    await shop.completeCart(cart.id)
    expect((await shop.choosePaymentMethod(cart.id)).session.data).toMatchObject({
      status: "declined",
    })
    const { session } = await shop.choosePaymentMethod(cart.id, APPLY_AGAIN_OPTIONS)
    expect(session.data).toMatchObject({ status: "awaiting-customer" })
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(2)
  })
})

describe("an application whose customer's data did not match", () => {
  afterEach(() => simulator.clearFaults())

  it("is cancelled at the service once the shopper saw the result, and a new one pays (A17)", async () => {
    const { cart, token } = await createMismatchedApplication()
    await reconcileUntilEnded(cart.id)
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    const { session } = await shop.choosePaymentMethod(cart.id, APPLY_AGAIN_OPTIONS)
    expect(session.data).toMatchObject({ status: "awaiting-customer" })
    await signApplication((await simulator.findCartApplication(cart.id)).tip)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("ends without a review case when the service refuses the cancel (C3)", async () => {
    const { cart, token } = await createMismatchedApplication()
    await injectFault(token, { operation: "cancel", kind: "status", status: 409 })
    await reconcileUntilEnded(cart.id)
    expect(await listOutcomes(cart.id, "cancel")).toEqual(["refused"])
    expect(await simulator.application(token)).toMatchObject({ status: "X", cancelCount: 0 })
    // The shopper chooses another method, and the reconciliation that follows finds no change.
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    await reconcile((await getLatestApplication(cart.id)).id)
    await reconcileUntilEnded(cart.id)
    expect(await listOutcomes(cart.id, "cancel")).toEqual(["refused"])
    await expectInvariants(cart.id)
  })

  it("ends although the first cancel gets no answer (A12)", async () => {
    const { cart, token } = await createMismatchedApplication()
    await injectFault(token, { operation: "cancel", kind: "reset", when: "before", nth: 1 })
    const { id } = await getLatestApplication(cart.id)
    for (let index = 0; index < 4; index += 1) await reconcile(id)
    // No second cancel yet: the application already counts as ended.
    expect(await listOutcomes(cart.id, "cancel")).toEqual(["refused"])
    const [cancelOperation] = (await listOperations(id)).filter(({ kind }) => kind === "cancel")
    const agedOperation = { id: cancelOperation?.id, finished_at: hoursAgo(1.1) }
    await store.call("consumerFinancing", "updateFinancingOperations", agedOperation)
    await reconcileUntilEnded(cart.id)
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    await expectInvariants(cart.id)
  })
})

describe("a declined application whose customer signs later", () => {
  it("stays due for a status check until the service answers (H5, I7)", async () => {
    const { cart, token } = await createAppliedCart()
    await disablePostbacks(token)
    await simulator.status(token, { status: "U", postback: false })
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    expect(await getLatestApplication(cart.id)).toMatchObject({
      state: "declined",
      next_check_at: null,
    })
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503 })
    await simulator.status(token, { status: "S", postback: false })
    const postback = new URLSearchParams({ uuid: token, payment_status: "completed" })
    await post(
      buildAddress({ path: "postback", applicationId: id, signature: signAddress("postback", id) }),
      postback.toString()
    )
    await eventually(async () => {
      const { next_check_at } = await getLatestApplication(cart.id)
      expect(next_check_at).toEqual(expect.any(String))
      expect((await listPostbacks(id)).every(({ processed_at }) => processed_at !== null)).toBe(
        true
      )
    })
    await simulator.clearFaults()
    await updateApplication(id, { next_check_at: hoursAgo(0) })
    await eventually(async () => expect((await getLatestApplication(cart.id)).code).toBe("S"))
    await expectInvariants(cart.id)
  })
})

/** Reconciles while a check is due, until none is. */
async function reconcileUntilEnded(cartId: string): Promise<void> {
  const { id } = await getLatestApplication(cartId)
  await eventually(async () => {
    const { next_check_at } = await getLatestApplication(cartId)
    if (next_check_at !== null) await reconcile(id)
    expect(await getLatestApplication(cartId)).toMatchObject({
      state: "declined",
      live_key: null,
      next_check_at: null,
      review_reason: null,
    })
  })
}
