import type { ShownFile } from "../../src/api/admin/consumer-financing/shown"
import { createLateApproval } from "./review-cases-situations"
import { listPurchaseReviewCases, waitForReviewCase } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { expectApplicationEnded } from "./expect-ended"
import { createDraftOrder, requestFinancing } from "./financing-request-steps"
import { submitFullApplication } from "./full-application-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault, getRefusalMessage, reconcileUntil } from "./money-steps"
import { createCart } from "./new-cart"
import { payWithOtherMethod } from "./other-method"
import {
  getLatestApplication,
  listApplications,
  hoursAgo,
  updateApplication,
  reconcile,
  listTokens,
} from "./plugin-records"
import {
  createAppliedCart,
  createOrderUnderReview,
  createPaidOrder,
  getOnlyPayment,
  signApplication,
  disablePostbacks,
} from "./purchases"
import { getHttpRefusal, createSettingsClient } from "./setting-steps"
import { shipGoods } from "./shipping-steps"

const { shop, admin, store, simulator } = createHarness()
const settings = createSettingsClient(admin.adminApi)

const CHANGED_SETTINGS = [
  "minimum_amount",
  "maximum_amount",
  "excluded_product_ids",
  "excluded_category_ids",
  "excluded_customer_group_ids",
  "settle",
  "on_late_approval",
  "on_decline",
  "portal_url",
  "checkout_title",
  "own_postbacks",
  "partial_refund_items",
  "polling_at_once",
]

afterEach(async () => {
  await settings.updateSettings(Object.fromEntries(CHANGED_SETTINGS.map((key) => [key, null])))
})

type Eligibility = {
  is_available: boolean
  reason: string | null
  sentence: string | null
  title: string
  provider_id: string | null
}

const getEligibility = async (cartId: string): Promise<Eligibility> =>
  (
    await shop.storeApi.get<{ eligibility: Eligibility }>(
      `/store/consumer-financing/carts/${cartId}/eligibility`
    )
  ).eligibility

/** The hosted flow and the shop's own form refuse with eligibility's message, and nothing is sent. */
async function expectIneligible(reason: string, messagePart: string): Promise<void> {
  const cart = await createCart()
  const { is_available, sentence, ...rest } = await getEligibility(cart.id)
  expect({ is_available, reason: rest.reason }).toEqual({ is_available: false, reason })
  expect(sentence).toContain(messagePart)
  expect(await getRefusalMessage(shop.choosePaymentMethod(cart.id))).toBe(sentence)
  expect(await getRefusalMessage(submitFullApplication(cart.id))).toBe(sentence)
  expect(await listApplications(cart.id)).toEqual([])
  expect(await simulator.listCartApplications(cart.id)).toEqual([])
}

/** The sofa's product id. */
async function readSofaId() {
  const [product] = await store.queryGraph<{ id: string }>({
    entity: "product",
    fields: ["id"],
    filters: { handle: "harbor-sofa" },
  })
  return product?.id ?? ""
}

describe("the eligibility of a cart", () => {
  it("is given by default, with title, description and provider", async () => {
    await settings.updateSettings({ checkout_title: "Harbor Financing" })
    const cart = await createCart()
    expect(await getEligibility(cart.id)).toEqual({
      is_available: true,
      is_ready: true,
      missing: [],
      title: "Harbor Financing",
      description: "Apply for financing and pay for your order month by month.",
      provider_id: "pp_consumer-financing_default",
      reason: null,
      sentence: null,
    })
  })

  it("is refused below the minimum and above the maximum, as staff's financing requests are", async () => {
    await settings.updateSettings({ minimum_amount: 4_000 })
    await expectIneligible("below-minimum", "purchases of $4,000.00 or more")
    const orderId = await createDraftOrder()
    expect(await getRefusalMessage(requestFinancing(orderId))).toContain(
      "below the minimum of $4,000.00"
    )
    await settings.updateSettings({ minimum_amount: null, maximum_amount: 500 })
    await expectIneligible("above-maximum", "purchases of up to $500.00")
    expect(await getRefusalMessage(requestFinancing(orderId))).toContain(
      "above the maximum of $500.00"
    )
    expect(await listApplications(orderId)).toEqual([])
  })

  it("is refused with an excluded product", async () => {
    const orderId = await createDraftOrder()
    await settings.updateSettings({ excluded_product_ids: [await readSofaId()] })
    await expectIneligible("excluded-product", "Something in this purchase cannot be financed.")
    expect(await getRefusalMessage(requestFinancing(orderId))).toContain("is excluded")
    const otherCart = await createCart({ items: [{ handle: "walnut-desk", quantity: 2 }] })
    expect((await getEligibility(otherCart.id)).is_available).toBe(true)
  })

  it("is refused with a product in a subcategory of an excluded category", async () => {
    const createCategory = async (name: string, parent?: string) =>
      (
        await admin.adminApi.post<{ product_category: { id: string } }>(
          "/admin/product-categories",
          {
            name: `${name} ${Date.now()}`,
            is_active: true,
            ...(parent ? { parent_category_id: parent } : {}),
          }
        )
      ).product_category.id
    const furniture = await createCategory("Furniture")
    const sofas = await createCategory("Sofas", furniture)
    const largeSofas = await createCategory("Large sofas", sofas)
    const sofa = await readSofaId()
    const path = `/admin/product-categories/${largeSofas}/products`
    await admin.adminApi.post(path, { add: [sofa] })
    try {
      await settings.updateSettings({ excluded_category_ids: [furniture] })
      await expectIneligible("excluded-product", "Something in this purchase cannot be financed.")
      expect(await getRefusalMessage(requestFinancing(await createDraftOrder()))).toContain(
        "is excluded"
      )
      await settings.updateSettings({ excluded_category_ids: [await createCategory("Lamps")] })
      const cart = await createCart()
      expect((await getEligibility(cart.id)).is_available).toBe(true)
    } finally {
      await admin.adminApi.post(path, { remove: [sofa] })
    }
  })

  it("is refused to a customer in an excluded group, and to no other customer", async () => {
    const cart = await shop.createCart()
    const [row] = await store.queryGraph<{ customer_id: string }>({
      entity: "cart",
      fields: ["customer_id"],
      filters: { id: cart.id },
    })
    const { customer_group } = await admin.adminApi.post<{ customer_group: { id: string } }>(
      "/admin/customer-groups",
      { name: `Wholesale ${Date.now()}` }
    )
    const path = `/admin/customer-groups/${customer_group.id}/customers`
    await admin.adminApi.post(path, { add: [row?.customer_id] })
    await settings.updateSettings({ excluded_customer_group_ids: [customer_group.id] })
    expect((await getEligibility(cart.id)).reason).toBe("excluded-customer-group")
    expect(await getRefusalMessage(shop.choosePaymentMethod(cart.id))).toContain("for your account")
    const otherCart = await shop.createCart()
    expect((await getEligibility(otherCart.id)).is_available).toBe(true)
  })

  it("is refused in another currency", async () => {
    const cart = await createCart({
      currency: "eur",
      address: { country_code: "de" },
      delivery: null,
    })
    expect(await getEligibility(cart.id)).toMatchObject({ is_available: false, reason: "currency" })
  })

  it("does not end an open application of a cart that falls below a new minimum", async () => {
    const { cart, token } = await createAppliedCart()
    await settings.updateSettings({ minimum_amount: 4_000 })
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data).toMatchObject({ status: "awaiting-customer" })
    expect((await simulator.findCartApplication(cart.id)).tip).toBe(token)
    expect(await listApplications(cart.id)).toHaveLength(1)
    await shop.addItem(cart.id, { handle: "reading-lamp", quantity: 1 })
    expect(await getRefusalMessage(shop.choosePaymentMethod(cart.id))).toContain(
      "$4,000.00 or more"
    )
  })

  it("returns 404 for an unknown cart (G11)", async () => {
    expect((await getHttpRefusal(getEligibility("cart_of_nobody"))).status).toBe(404)
  })
})

describe("a setting that is changed while orders are open", () => {
  it("applies a new settle rule from the next shipment on", async () => {
    await settings.updateSettings({ settle: "manual" })
    const first = await createPaidOrder()
    await shipGoods(first)
    const { id } = await getLatestApplication(first.cart.id)
    await eventually(async () => expect(await reconcile(id)).toMatchObject({ action: "wait" }))
    expect(await listServiceCalls(first.token, "settle")).toEqual([])
    await settings.updateSettings({ settle: "on-full-shipment" })
    const second = await createPaidOrder()
    await shipGoods(second)
    await eventually(async () => {
      expect(getOnlyPayment(await admin.getOrder(second.order.id)).captured_at).toEqual(
        expect.any(String)
      )
    })
    await expectInvariants(second.cart.id)
  })

  it("cancels the signed application of a changed cart with on_late_approval: cancel", async () => {
    const appliedCart = await createLateApproval()
    // By default, a review case opens, and nothing is cancelled.
    await reconcileUntil(appliedCart.cart.id, async () => {
      expect(await waitForReviewCase(appliedCart.cart.id, "late-approval")).toBeDefined()
    })
    expect(await listServiceCalls(appliedCart.token, "cancel")).toEqual([])
    await settings.updateSettings({ on_late_approval: "cancel" })
    await reconcileUntil(appliedCart.cart.id, async () => {
      expect(await listPurchaseReviewCases(appliedCart.cart.id)).toEqual([])
    })
    await expectApplicationEnded(appliedCart.cart.id, appliedCart.token)
  })

  it("keeps a declined order with on_decline: flag, and its customer can still sign", async () => {
    const { cart, order, token } = await createOrderUnderReview()
    await settings.updateSettings({ on_decline: "flag" })
    await simulator.decision(token, { outcome: "mismatch" })
    const { id } = await getLatestApplication(cart.id)
    await reconcileUntil(cart.id, async () =>
      expect(await getLatestApplication(cart.id)).toMatchObject({
        state: "declined",
        review_reason: expect.stringMatching(
          /was not approved: cancel the order, or ask/
        ) as string,
        next_check_at: expect.any(String) as string,
      })
    )
    expect(await simulator.application(token)).toMatchObject({ status: "X", cancelCount: 0 })
    expect((await admin.getOrder(order.id)).status).toBe("pending")
    await expectInvariants(cart.id, { listed: true })
    // A later change of the setting does not apply to this order.
    await settings.updateSettings({ on_decline: "cancel" })
    await reconcile(id)
    expect((await admin.getOrder(order.id)).status).toBe("pending")
    // No postback reports it: the scheduled check finds it.
    await disablePostbacks(token)
    await signApplication(token)
    await updateApplication(id, { next_check_at: hoursAgo(0) })
    await eventually(async () => {
      expect((await admin.getOrder(order.id)).payment_status).toBe("authorized")
      expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
    })
    await expectInvariants(cart.id)
  })

  it("closes the review case of a declined order once another payment pays for it (A19)", async () => {
    const { cart, token, collectionId } = await createOrderUnderReview()
    await settings.updateSettings({ on_decline: "flag" })
    await simulator.decision(token, { outcome: "mismatch" })
    const { id } = await getLatestApplication(cart.id)
    await reconcileUntil(cart.id, async () =>
      expect(await waitForReviewCase(cart.id, "order")).toBeDefined()
    )
    await payWithOtherMethod(collectionId)
    expect((await getLatestApplication(cart.id)).next_check_at).toEqual(expect.any(String))
    await updateApplication(id, { next_check_at: hoursAgo(0) })
    await eventually(async () => expect(await listPurchaseReviewCases(cart.id)).toEqual([]))
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    await eventually(async () =>
      expect((await getLatestApplication(cart.id)).next_check_at).toBeNull()
    )
    await expectInvariants(cart.id)
  })

  it("links staff to an application in the service's portal", async () => {
    const { cart } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    const [token] = await listTokens(id)
    const getApplication = async () =>
      (
        await admin.adminApi.get<{ application: ShownFile }>(
          `/admin/consumer-financing/applications/${id}`
        )
      ).application
    expect((await getApplication()).portal_url).toBeNull()
    await settings.updateSettings({
      portal_url: "https://portal.financing.example/?application={token}",
    })
    expect((await getApplication()).portal_url).toBe(
      `https://portal.financing.example/?application=${encodeURIComponent(token?.token ?? "")}`
    )
  })
})

describe("postbacks for the shop's own settles and cancels", () => {
  /** The query strings of a settle and a cancel by the shop. */
  async function listOwnCallQueries(): Promise<string[]> {
    const capturedPurchase = await createPaidOrder()
    await admin.capture(capturedPurchase.payment.id)
    const cancelledPurchase = await createPaidOrder()
    await admin.cancelOrder(cancelledPurchase.order.id)
    await expectApplicationEnded(cancelledPurchase.cart.id, cancelledPurchase.token)
    const calls = [
      ...(await listServiceCalls(capturedPurchase.token, "settle")),
      ...(await listServiceCalls(cancelledPurchase.token, "cancel")),
    ]
    return calls.map(({ path }) => path.split("?")[1] ?? "")
  }

  it("are requested by default, and not requested with own_postbacks: false", async () => {
    expect(await listOwnCallQueries()).toEqual(["postback=true", "postback=true"])
    await settings.updateSettings({ own_postbacks: false })
    expect(await listOwnCallQueries()).toEqual(["postback=false", "postback=false"])
  })
})

describe("the field with the kept items of a partial refund", () => {
  it.each(["items", "applicationItems", "both"] as const)("can be %s", async (name) => {
    await settings.updateSettings({ partial_refund_items: name })
    const { payment, token } = await createPaidOrder()
    await admin.capture(payment.id)
    await simulator.behaviour(token, { partialRefundItemsName: name })
    const { loanAmount } = await simulator.application(token)
    await admin.refund(payment.id, { amount: 50 })
    expect((await simulator.application(token)).loanAmount).toBeCloseTo(loanAmount - 50, 5)
  })
})

describe("a partial refund that the service refuses", () => {
  it.each(["items", "applicationItems"] as const)(
    "with 400 names the setting partialRefundItems, and works once it is changed from %s",
    async (name) => {
      await settings.updateSettings({ partial_refund_items: name })
      const { payment, token } = await createPaidOrder()
      await admin.capture(payment.id)
      const otherName = name === "items" ? "applicationItems" : "items"
      await simulator.behaviour(token, { partialRefundItemsName: otherName })
      const refusal = await getHttpRefusal(admin.refund(payment.id, { amount: 50 }))
      expect(refusal.message).toMatch(/HTTP 400.*partialRefundItems/)
      await settings.updateSettings({ partial_refund_items: otherName })
      await admin.refund(payment.id, { amount: 50 })
    }
  )

  it("with 409 names no setting", async () => {
    const { payment, token } = await createPaidOrder()
    await admin.capture(payment.id)
    const fault = { operation: "partialRefund", kind: "status", status: 409 } as const
    await simulator.fault({ ...fault, when: "before", count: 1, match: { token } })
    const refusal = await getHttpRefusal(admin.refund(payment.id, { amount: 50 }))
    expect(refusal.message).not.toMatch(/partialRefundItems/)
  })
})

describe("the number of concurrent status checks", () => {
  const JOB = "watch-financing-applications"

  beforeAll(() => store.unschedule(JOB))
  afterAll(() => store.reschedule(JOB))
  afterEach(() => simulator.clearFaults())

  it("is limited by polling_at_once, and the other checks run afterwards", async () => {
    const carts = await Promise.all(Array.from({ length: 5 }, () => createAppliedCart()))
    const countChecksByCart = async () =>
      (await Promise.all(carts.map(({ token }) => listServiceCalls(token, "getStatus")))).map(
        (calls) => calls.length
      )
    const before = await countChecksByCart()
    for (const { cart, token } of carts) {
      await injectFault(token, { operation: "getStatus", kind: "timeout" })
      await updateApplication((await getLatestApplication(cart.id)).id, {
        next_check_at: hoursAgo(2),
      })
    }
    await settings.updateSettings({ polling_at_once: 2 })
    const ids = await Promise.all(
      carts.map(async ({ cart }) => (await getLatestApplication(cart.id)).id)
    )
    const leaseFilter = { id: ids.map((id) => `reconcile:${id}`) }
    const countRunningChecks = async () =>
      (await store.call<unknown[]>("consumerFinancing", "listFinancingLeases", leaseFilter)).length
    const runningCounts = new Set([2])
    let isFinished = false
    const jobRun = store.runJob(JOB).then(() => (isFinished = true))
    await eventually(async () => expect(await countRunningChecks()).toBe(2))
    await simulator.clearFaults()
    while (!isFinished) runningCounts.add(await countRunningChecks())
    await jobRun
    expect(Math.max(...runningCounts)).toBe(2)
    const after = await countChecksByCart()
    expect(after.every((count, index) => count > Number(before[index]))).toBe(true)
  })
})
