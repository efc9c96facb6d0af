import { waitForReviewCase, listPurchaseReviewCases } from "./review-cases-steps"
import {
  waitForAuthorizedOrder,
  createDraftOrder,
  createPartlyPaidOrder,
  createRequestedDraft,
  requestFinancing,
  getFinancingRequest,
  getOrderStatus,
  markAsPaid,
} from "./financing-request-steps"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { getLandingUrl } from "./return-page"
import { injectFault, getRefusalMessage, reconcileUntil } from "./money-steps"
import {
  getLatestApplication,
  listApplications,
  hoursAgo,
  getStaffMessage,
  reconcile,
  updateApplication,
} from "./plugin-records"
import { waitUntilIdle } from "./scheduled-checks"
import { signApplication, disablePostbacks } from "./purchase-steps"
import { shipGoods } from "./shipping-steps"
import { type Address, NEW_YORK } from "../../tooling/clients/shop-client"

const { admin, run, simulator } = createHarness()

type LocationLevel = { location_id: string; stocked_quantity: number; reserved_quantity: number }

/** Sells out the sofas during `act`. */
async function withSoldOutStock(act: () => Promise<void>): Promise<void> {
  const { inventory_items } = await admin.adminApi.get<{
    inventory_items: { id: string; sku: string; location_levels: LocationLevel[] }[]
  }>("/admin/inventory-items?limit=100&fields=id,sku,*location_levels")
  const sofas = inventory_items.filter(({ sku }) => /sofa/i.test(sku))
  const setStock = (getQuantity: (level: LocationLevel) => number) =>
    Promise.all(
      sofas.flatMap(({ id, location_levels }) =>
        location_levels.map((level) =>
          admin.adminApi.post(`/admin/inventory-items/${id}/location-levels/${level.location_id}`, {
            stocked_quantity: getQuantity(level),
          })
        )
      )
    )
  expect(sofas).not.toEqual([])
  await setStock(({ reserved_quantity }) => reserved_quantity)
  try {
    await act()
  } finally {
    await setStock(({ stocked_quantity }) => stocked_quantity)
  }
}

const updateDraftAddress = (orderId: string, shipping_address: Address) =>
  admin.adminApi.post(`/admin/draft-orders/${orderId}`, { shipping_address })

describe("a financing request", () => {
  it.each([
    ["F3: in another currency", { currency: "eur" as const }, /US dollars only/],
    ["F5: to another country", { address: { country_code: "ca" } }, /in the United States only/],
    ["F5: with an invalid zip code", { address: { postal_code: "1011" } }, /zip code/],
  ])(
    "is refused with what to correct, and makes no call: %s",
    async (_title, draftOptions, message) => {
      const orderId = await createDraftOrder(draftOptions)
      expect(await getRefusalMessage(requestFinancing(orderId))).toMatch(message)
      expect(await listApplications(orderId)).toEqual([])
      expect(await simulator.listCartApplications(orderId)).toEqual([])
    }
  )

  it("leads a customer who signs to the order, and one who cancels to the shop", async () => {
    const { orderId, token } = await createRequestedDraft()
    const { returnUrl, cancelUrl } = await simulator.application(token)
    expect(await getLandingUrl(cancelUrl)).toBe(
      `${run.settings.storefrontUrl ?? "http://localhost:8000"}/`
    )
    await disablePostbacks(token)
    await signApplication(token)
    expect(await getLandingUrl(returnUrl)).toMatch(new RegExp(`/us/order/${orderId}/confirmed$`))
    await waitForAuthorizedOrder(orderId)
  })

  it("C4: leaves the draft a draft when the service finances a different amount", async () => {
    const { orderId, token } = await createRequestedDraft()
    await disablePostbacks(token)
    const exemptStatus = { status: "S", taxExempt: true, loanAmount: 1_396.99, postback: false }
    await simulator.status(token, exemptStatus)
    const reviewCase = await waitForReviewCase(orderId, "tax-exempt")
    expect(reviewCase.reason).toMatch(/the draft was not made an order/)
    expect(reviewCase.actions).toContain("end-application")
    expect(await getOrderStatus(orderId)).toEqual({ status: "draft", isDraft: true })
    await expectInvariants(orderId, { listed: true })
  })

  it("stays open when staff change a draft back to what its customer signed", async () => {
    const { orderId, token } = await createRequestedDraft()
    await disablePostbacks(token)
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503 })
    await signApplication(token)
    await updateDraftAddress(orderId, { ...NEW_YORK, address_1: "1 Elsewhere Street" })
    await simulator.clearFaults()
    await waitForReviewCase(orderId, "late-approval")
    const { id } = await getLatestApplication(orderId)
    await waitUntilIdle(id)
    await updateDraftAddress(orderId, NEW_YORK)
    await waitForAuthorizedOrder(orderId)
    await expectInvariants(orderId)
  })

  it("opens a review case while the draft cannot become an order, and completes once it can", async () => {
    const { orderId, token } = await createRequestedDraft()
    await disablePostbacks(token)
    await withSoldOutStock(async () => {
      await signApplication(token)
      const reviewCase = await waitForReviewCase(orderId, "order")
      expect(reviewCase.reason).toMatch(
        /^The customer signed, but the order could not be paid for with it/
      )
      expect(await getOrderStatus(orderId)).toEqual({ status: "draft", isDraft: true })
    })
    await reconcileUntil(orderId, async () =>
      expect((await getOrderStatus(orderId)).isDraft).toBe(false)
    )
    await waitForAuthorizedOrder(orderId)
    await reconcileUntil(orderId, async () =>
      expect(await listPurchaseReviewCases(orderId)).toEqual([])
    )
    await expectInvariants(orderId)
  })

  it("reports that the rest of a paid order is unsigned, or in review", async () => {
    const orderId = await createPartlyPaidOrder()
    await requestFinancing(orderId)
    const { id } = await getLatestApplication(orderId)
    expect(await getStaffMessage(id)).toMatchObject({ code: "rest-unsigned", goods: "hold" })
    const { tip } = await simulator.findCartApplication(orderId)
    await simulator.decision(tip, { outcome: "review" })
    await reconcile(id)
    expect(await getStaffMessage(id)).toMatchObject({ code: "rest-in-review", goods: "hold" })
  })

  it("opens a review case once all goods have left unsigned, and says so after the decline, too", async () => {
    const orderId = await createPartlyPaidOrder()
    await requestFinancing(orderId)
    const { id } = await getLatestApplication(orderId)
    await shipGoods({ order: await admin.getOrder(orderId) })
    const { reason } = await waitForReviewCase(orderId, "order")
    expect(reason).toMatch(/^The order has shipped, but its financing was not settled/)
    expect(await getStaffMessage(id)).toMatchObject({
      code: "shipped-rest-unsigned",
      goods: "none",
    })
    const { tip } = await simulator.findCartApplication(orderId)
    await simulator.status(tip, { status: "U", postback: false })
    await reconcileUntil(orderId, async () =>
      expect((await waitForReviewCase(orderId, "order")).reason).toMatch(
        /ended without a payment, and goods have shipped/
      )
    )
    expect(await getStaffMessage(id)).toMatchObject({ code: "shipped-rest-unpaid", goods: "none" })
  })

  it("opens a review case after a decline, and closes it once staff request again", async () => {
    const orderId = await createPartlyPaidOrder()
    await requestFinancing(orderId)
    const { id } = await getLatestApplication(orderId)
    const { tip } = await simulator.findCartApplication(orderId)
    await simulator.status(tip, { status: "U", postback: false })
    const { reason } = await waitForReviewCase(orderId, "order")
    expect(reason).toMatch(/^The financing that you requested was declined/)
    expect(await getStaffMessage(id)).toMatchObject({ code: "rest-unpaid", goods: "hold" })
    const { display_id } = await admin.getOrder(orderId)
    const { applications } = await admin.adminApi.get<{ applications: { id: string }[] }>(
      `/admin/consumer-financing/applications?q=${display_id}`
    )
    expect(applications).toMatchObject([{ id }])
    await requestFinancing(orderId, { apply_again: true })
    expect(await listPurchaseReviewCases(orderId)).toEqual([])
  })

  it("closes the review case of a request that ended unsigned once another payment covers the rest", async () => {
    const orderId = await createPartlyPaidOrder()
    await requestFinancing(orderId)
    const { id } = await getLatestApplication(orderId)
    await updateApplication(id, { created_at: hoursAgo(49) })
    await waitForReviewCase(orderId, "order")
    expect(await getLatestApplication(orderId)).toMatchObject({ state: "expired" })
    const { summary } = await admin.getOrder(orderId)
    const { payment_collection } = await admin.adminApi.post<{
      payment_collection: { id: string }
    }>("/admin/payment-collections", { order_id: orderId, amount: summary.pending_difference })
    await markAsPaid(orderId, payment_collection.id)
    await eventually(async () => expect(await listPurchaseReviewCases(orderId)).toEqual([]))
  })

  it("opens no review case when a draft's request is declined", async () => {
    const { orderId, token } = await createRequestedDraft()
    await simulator.status(token, { status: "U", postback: false })
    const { id } = await getLatestApplication(orderId)
    await reconcile(id)
    expect((await getLatestApplication(orderId)).state).toBe("declined")
    expect(await listPurchaseReviewCases(orderId)).toEqual([])
  })

  it("I7: expires when the customer does not sign in time", async () => {
    const { orderId, request, token } = await createRequestedDraft()
    const { id } = await getLatestApplication(orderId)
    await updateApplication(id, { created_at: hoursAgo(49) })
    await reconcile(id)
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    expect(await getFinancingRequest(request.id)).toMatchObject({
      state: "expired",
      is_open: false,
    })
    expect(await requestFinancing(orderId)).toMatchObject({ is_open: true })
  })
})
