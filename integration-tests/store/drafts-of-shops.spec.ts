import type { HttpTypes } from "@medusajs/framework/types"
import { waitForReviewCase, listPurchaseReviewCases } from "./review-cases-steps"
import {
  waitForAuthorizedOrder,
  createDraftOrder,
  createRequestedDraft,
  requestFinancing,
  getOrderStatus,
} from "./financing-request-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault, getRefusalMessage, reconcileUntil } from "./money-steps"
import { getLatestApplication, reconcile } from "./plugin-records"
import { listPayments, signApplication, disablePostbacks } from "./purchase-steps"
import { NEW_YORK, createEmail } from "../../tooling/clients/shop-client"

const { admin, run, simulator } = createHarness()

const getEditPath = (orderId: string) => `/admin/draft-orders/${orderId}/edit`

/** Starts an edit of a draft's quantity, and does not confirm it. */
async function startEdit(orderId: string): Promise<void> {
  const { draft_order } = await admin.adminApi.get<{ draft_order: { items: { id: string }[] } }>(
    `/admin/draft-orders/${orderId}`
  )
  await admin.adminApi.post(getEditPath(orderId))
  await admin.adminApi.post(`${getEditPath(orderId)}/items/item/${draft_order.items[0]?.id}`, {
    quantity: 2,
  })
}

describe("a draft that is being edited (fact 40)", () => {
  it("is not financed before the edit is confirmed, and nothing is sent", async () => {
    const orderId = await createDraftOrder()
    await startEdit(orderId)
    expect(await getRefusalMessage(requestFinancing(orderId))).toMatch(
      /being edited.* Confirm or cancel the edit first.* Nothing was sent/
    )
    expect(await simulator.listCartApplications(orderId)).toEqual([])
    await admin.adminApi.post(`${getEditPath(orderId)}/confirm`)
    await requestFinancing(orderId)
    expect((await simulator.findCartApplication(orderId)).loanAmount).toBeGreaterThan(2_500)
  })

  it("stays a draft when its customer signs, and is paid once the edit is cancelled", async () => {
    const { orderId, token } = await createRequestedDraft()
    await disablePostbacks(token)
    await startEdit(orderId)
    await signApplication(token)
    const reviewCase = await waitForReviewCase(orderId, "order")
    expect(reviewCase.reason).toMatch(
      /signed, and the order is being edited: nothing was authorized/
    )
    expect(await getOrderStatus(orderId)).toMatchObject({ isDraft: true })
    await admin.adminApi.delete(getEditPath(orderId))
    await reconcileUntil(orderId, async () => {
      expect(await getOrderStatus(orderId)).toMatchObject({ isDraft: false })
    })
    await waitForAuthorizedOrder(orderId)
    await reconcileUntil(orderId, async () =>
      expect(await listPurchaseReviewCases(orderId)).toEqual([])
    )
    await expectInvariants(orderId)
  })

  it("stays a draft with a review case when the edit is confirmed after the signature", async () => {
    const { orderId, token } = await createRequestedDraft()
    await disablePostbacks(token)
    await startEdit(orderId)
    await signApplication(token)
    await waitForReviewCase(orderId, "order")
    await admin.adminApi.post(`${getEditPath(orderId)}/confirm`)
    await waitForReviewCase(orderId, "late-approval")
    expect(await getOrderStatus(orderId)).toMatchObject({ isDraft: true })
    await expectInvariants(orderId, { listed: true })
  })
})

describe("a draft for an in-store sale", () => {
  /** Creates a draft for a sofa without delivery: with a name and an e-mail address, and no other address. */
  async function createInStoreDraft(name: {
    first_name?: string
    last_name?: string
  }): Promise<string> {
    const email = createEmail()
    const { customer } = await admin.adminApi.post<HttpTypes.AdminCustomerResponse>(
      "/admin/customers",
      { email, ...name }
    )
    const { products } = await admin.adminApi.get<HttpTypes.AdminProductListResponse>(
      "/admin/products?handle=harbor-sofa&fields=id,*variants"
    )
    const { sales_channels } =
      await admin.adminApi.get<HttpTypes.AdminSalesChannelListResponse>("/admin/sales-channels")
    const { draft_order } = await admin.adminApi.post<{ draft_order: { id: string } }>(
      "/admin/draft-orders",
      {
        region_id: run.facts.regions.usd,
        sales_channel_id: sales_channels[0]?.id,
        customer_id: customer.id,
        email,
        items: [{ variant_id: products[0]?.variants?.[0]?.id, quantity: 1 }],
      }
    )
    return draft_order.id
  }

  it("is financed with only a name and an e-mail address, and captured once it is funded (F12)", async () => {
    const orderId = await createInStoreDraft({ first_name: "Ada", last_name: "Walk-in" })
    await requestFinancing(orderId)
    const { tip: token, customer } = await simulator.findCartApplication(orderId)
    expect(customer).toMatchObject({ firstName: "Ada", lastName: "Walk-in" })
    for (const field of ["street", "city", "state", "zip"]) {
      expect(Reflect.get(customer, field)).toBeUndefined()
    }
    await disablePostbacks(token)
    await signApplication(token)
    await reconcileUntil(orderId, async () => {
      expect(await getOrderStatus(orderId)).toMatchObject({ isDraft: false })
    })
    await waitForAuthorizedOrder(orderId)
    // Funded in the portal: accepted because the service confirms the details that are known.
    await reconcile((await getLatestApplication(orderId)).id)
    await simulator.portal(token, { action: "fund", postback: false })
    await reconcileUntil(orderId, async () => {
      const [payment] = listPayments(await admin.getOrder(orderId))
      expect(payment?.captured_at).toEqual(expect.any(String))
    })
    expect((await listServiceCalls(token, "validatePostback")).length).toBeGreaterThan(0)
    await reconcileUntil(orderId, async () =>
      expect(await listPurchaseReviewCases(orderId)).toEqual([])
    )
    await expectInvariants(orderId)
  })

  it("needs the customer's name", async () => {
    expect(await getRefusalMessage(requestFinancing(await createInStoreDraft({})))).toMatch(
      /Enter the customer's first and last name/
    )
  })
})

describe("the addresses of a virtual cart (endpoint 3)", () => {
  const JOB_SITE = { address_1: "77 Water Street", city: "Brooklyn", postal_code: "11201" }

  /** Signs, and expects the draft to become an order that is paid with the financing. */
  async function expectPaid(orderId: string, token: string): Promise<void> {
    await signApplication(token)
    await reconcileUntil(orderId, async () => {
      expect(await getOrderStatus(orderId)).toMatchObject({ isDraft: false })
    })
    await waitForAuthorizedOrder(orderId)
    await reconcileUntil(orderId, async () =>
      expect(await listPurchaseReviewCases(orderId)).toEqual([])
    )
    await expectInvariants(orderId)
  }

  it("F9: a draft to a job site is financed under the customer's own address", async () => {
    const { orderId, token } = await createRequestedDraft({ address: JOB_SITE, billing: {} })
    expect((await simulator.application(token)).customer).toMatchObject({
      street: NEW_YORK.address_1,
      city: NEW_YORK.city,
      zip: NEW_YORK.postal_code,
    })
    await disablePostbacks(token)
    await expectPaid(orderId, token)
  })

  it("F9: a new job site after the signature opens a review case", async () => {
    const { orderId, token } = await createRequestedDraft({ address: JOB_SITE, billing: {} })
    await disablePostbacks(token)
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503 })
    await signApplication(token)
    const shipping_address = { ...NEW_YORK, ...JOB_SITE, address_1: "1 Elsewhere Street" }
    await admin.adminApi.post(`/admin/draft-orders/${orderId}`, { shipping_address })
    await simulator.clearFaults()
    await waitForReviewCase(orderId, "late-approval")
    expect(await getOrderStatus(orderId)).toMatchObject({ isDraft: true })
  })

  it("F8: a draft to a PO box is financed", async () => {
    const { orderId, token } = await createRequestedDraft({ address: { address_1: "PO Box 12" } })
    expect((await simulator.application(token)).customer).toMatchObject({ street: "PO Box 12" })
    await disablePostbacks(token)
    await expectPaid(orderId, token)
  })

  it("F5: a draft with city and zip only is financed with these and no other part", async () => {
    const address = { address_1: "", province: "", country_code: "us" }
    const { orderId, token } = await createRequestedDraft({ address })
    const { customer } = await simulator.application(token)
    expect(customer).toMatchObject({ city: NEW_YORK.city, zip: NEW_YORK.postal_code })
    expect(customer).not.toHaveProperty("street")
    expect(customer).not.toHaveProperty("state")
    await disablePostbacks(token)
    await expectPaid(orderId, token)
  })

  it("F5: a draft without a zip code is financed without it", async () => {
    const { token } = await createRequestedDraft({ address: { postal_code: "" } })
    expect((await simulator.application(token)).customer).not.toHaveProperty("zip")
  })

  it("F8: a null token shows the service's refusal and its page, and names no rule of endpoint 2", async () => {
    const orderId = await createDraftOrder({ quantity: 9 })
    const message = await getRefusalMessage(requestFinancing(orderId))
    expect(message).toMatch(/service does not finance this.*outside the range.*No request was made/)
    expect(message).toMatch(/http:\/\/\S+\/refused\//)
    expect(message).not.toMatch(/PO box/)
  })
})
