import type { HttpTypes } from "@medusajs/framework/types"
import type {
  MadeRequest,
  ShownRequest,
} from "../../src/api/admin/consumer-financing/shown-request"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { listPayments } from "./purchase-steps"
import { type Address, NEW_YORK, createEmail } from "../../tooling/clients/shop-client"

const { admin, run, simulator, store } = createHarness()

const REQUESTS_PATH = "/admin/consumer-financing/financing-requests"

type Answer = { financing_request: ShownRequest }

export type DraftOptions = {
  quantity?: number
  /** Overrides fields of the default address in New York. */
  address?: Partial<Address>
  /** The billing address, if it differs from the shipping address. */
  billing?: Partial<Address>
  currency?: "usd" | "eur"
}

/** Finds the variant, shipping option and sales channel that drafts use. */
async function findDraftResources() {
  const { products } = await admin.adminApi.get<HttpTypes.AdminProductListResponse>(
    "/admin/products?handle=harbor-sofa&fields=id,*variants"
  )
  const { shipping_options } =
    await admin.adminApi.get<HttpTypes.AdminShippingOptionListResponse>("/admin/shipping-options")
  const { sales_channels } =
    await admin.adminApi.get<HttpTypes.AdminSalesChannelListResponse>("/admin/sales-channels")
  return {
    variant_id: products[0]?.variants?.[0]?.id,
    shipping_option_id: shipping_options[0]?.id,
    sales_channel_id: sales_channels[0]?.id,
  }
}

let draftResources: ReturnType<typeof findDraftResources> | undefined

/** Creates a draft order with a sofa and its delivery through the admin API. @returns the draft's order id */
export async function createDraftOrder({
  quantity = 1,
  address = {},
  billing,
  currency = "usd",
}: DraftOptions = {}): Promise<string> {
  draftResources ??= findDraftResources()
  const { variant_id, shipping_option_id, sales_channel_id } = await draftResources
  const { draft_order } = await admin.adminApi.post<{ draft_order: { id: string } }>(
    "/admin/draft-orders",
    {
      region_id: run.facts.regions[currency],
      sales_channel_id,
      email: createEmail(),
      shipping_address: { ...NEW_YORK, ...address },
      ...(billing && { billing_address: { ...NEW_YORK, ...billing } }),
      items: [{ variant_id, quantity }],
      shipping_methods: [{ name: "Delivery", shipping_option_id, amount: 49 }],
    }
  )
  return draft_order.id
}

/** Sets the quantity of a draft's first item with an edit, as staff do. */
export async function updateDraftQuantity(orderId: string, quantity: number): Promise<void> {
  const edit = `/admin/draft-orders/${orderId}/edit`
  const { draft_order } = await admin.adminApi.get<{ draft_order: { items: { id: string }[] } }>(
    `/admin/draft-orders/${orderId}`
  )
  await admin.adminApi.post(edit)
  await admin.adminApi.post(`${edit}/items/item/${draft_order.items[0]?.id}`, { quantity })
  await admin.adminApi.post(`${edit}/confirm`)
}

export async function requestFinancing(
  orderId: string,
  options: { apply_again?: boolean } = {}
): Promise<MadeRequest> {
  type CreatedAnswer = { financing_request: MadeRequest }
  const answer = await admin.adminApi.post<CreatedAnswer>(REQUESTS_PATH, {
    order_id: orderId,
    ...options,
  })
  return answer.financing_request
}

/** Creates the customer's link that staff copy. */
export async function createCustomerLink(requestId: string): Promise<string> {
  const path = `${REQUESTS_PATH}/${requestId}/link`
  return (await admin.adminApi.post<{ link: { url: string } }>(path)).link.url
}

export async function listFinancingRequests(orderId: string): Promise<ShownRequest[]> {
  const path = `${REQUESTS_PATH}?order_id=${orderId}`
  return (await admin.adminApi.get<{ financing_requests: ShownRequest[] }>(path)).financing_requests
}

export async function getFinancingRequest(id: string): Promise<ShownRequest> {
  return (await admin.adminApi.get<Answer>(`${REQUESTS_PATH}/${id}`)).financing_request
}

export async function sendRequest(id: string, channel: string): Promise<ShownRequest> {
  return (await admin.adminApi.post<Answer>(`${REQUESTS_PATH}/${id}/send`, { channel }))
    .financing_request
}

export async function withdrawRequest(id: string): Promise<ShownRequest> {
  return (await admin.adminApi.post<Answer>(`${REQUESTS_PATH}/${id}/withdraw`)).financing_request
}

/** Creates a draft with a financing request. `token` is the application's token at the service. */
export async function createRequestedDraft(options: DraftOptions = {}) {
  const orderId = await createDraftOrder(options)
  const request = await requestFinancing(orderId)
  const { tip: token } = await simulator.findCartApplication(orderId)
  return { orderId, request, token }
}

/** Reads an order's status in Medusa, and whether it is still a draft. */
export async function getOrderStatus(
  orderId: string
): Promise<{ status: string; isDraft: boolean }> {
  const [order] = await store.queryGraph<{ status: string; is_draft_order: boolean }>({
    entity: "order",
    fields: ["id", "status", "is_draft_order"],
    filters: { id: orderId },
  })
  return { status: order?.status ?? "deleted", isDraft: order?.is_draft_order ?? false }
}

/** Waits until the order has exactly one payment that is not cancelled. */
export async function waitForAuthorizedOrder(orderId: string) {
  return await eventually(async () => {
    const order = await admin.getOrder(orderId)
    const [payment, ...others] = listPayments(order).filter(({ canceled_at }) => !canceled_at)
    if (!payment || others.length > 0) throw new Error(`${orderId} has no single live payment`)
    return { order, payment }
  })
}

/** Creates an order that was paid with another method and then raised by an edit, so that a balance is due. */
export async function createPartlyPaidOrder(options: DraftOptions = {}): Promise<string> {
  const orderId = await createDraftOrder(options)
  await admin.adminApi.post(`/admin/draft-orders/${orderId}/convert-to-order`)
  const { payment_collection } = await admin.adminApi.post<{ payment_collection: { id: string } }>(
    "/admin/payment-collections",
    { order_id: orderId, amount: 1467.635 }
  )
  await markAsPaid(orderId, payment_collection.id)
  await updateOrderQuantity(orderId, 2)
  return orderId
}

export async function markAsPaid(orderId: string, collectionId: string): Promise<void> {
  const path = `/admin/payment-collections/${collectionId}/mark-as-paid`
  await admin.adminApi.post(path, { order_id: orderId })
}

/** Sets the quantity of an order's first item with an order edit. */
export async function updateOrderQuantity(orderId: string, quantity: number): Promise<void> {
  const [item] = (await admin.getOrder(orderId)).items
  const edit = `/admin/order-edits/${orderId}`
  await admin.adminApi.post("/admin/order-edits", { order_id: orderId })
  await admin.adminApi.post(`${edit}/items/item/${item?.id}`, { quantity })
  await admin.adminApi.post(`${edit}/confirm`)
}

/** Lists the ids of the payment collections of an order or draft. */
export async function listPaymentCollections(orderId: string): Promise<string[]> {
  const links = await store.queryGraph<{ payment_collection_id: string }>({
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: { order_id: orderId },
  })
  return links.map(({ payment_collection_id }) => payment_collection_id)
}
