import type { HttpTypes } from "@medusajs/framework/types"
import { ADMIN } from "../shop-template/src/scripts/accounts"
import { notifyListeners } from "./answer-listeners"
import type { HttpClient } from "./http-client"
import { createHttpClient } from "./http-client"

/** A merchant's actions over the admin API. */
export type AdminClient = {
  /** The authenticated admin API. Rejects on a status other than 2xx. */
  adminApi: HttpClient
  /** Returns the headers of an authenticated request. */
  headers: () => Promise<Record<string, string>>
  /** Retrieves an order with its payments, captures, refunds, sessions and fulfillments. */
  getOrder: (id: string) => Promise<HttpTypes.AdminOrder>
  /** Finds the order of a completed cart. */
  findOrderByCart: (cartId: string) => Promise<HttpTypes.AdminOrder | undefined>
  /** Captures a payment. @param amount in dollars; the remainder by default */
  capture: (paymentId: string, amount?: number) => Promise<HttpTypes.AdminPayment>
  refund: (
    paymentId: string,
    refund: { amount: number; note?: string }
  ) => Promise<HttpTypes.AdminPayment>
  cancelOrder: (id: string) => Promise<void>
  /** Fulfills all items that require shipping. @returns the fulfillment's id */
  createFulfillment: (orderId: string) => Promise<string>
  createShipment: (orderId: string, fulfillmentId: string) => Promise<void>
}

const ORDER_FIELDS = [
  "*payment_collections",
  "*payment_collections.payments",
  "*payment_collections.payments.captures",
  "*payment_collections.payments.refunds",
  "*payment_collections.payment_sessions",
  "*fulfillments",
  "*items",
].join(",")

const tokens = new Map<string, Promise<string>>()

/** Signs in once per store and caches the token, because hashing a password is slow. */
function getToken(storeUrl: string): Promise<string> {
  const login = async (): Promise<string> => {
    const open = createHttpClient(storeUrl, async () => ({}))
    return (await open.post<{ token: string }>("/auth/user/emailpass", ADMIN)).token
  }
  const known = tokens.get(storeUrl)
  if (known) return known
  const token = login()
  tokens.set(storeUrl, token)
  token.catch(() => tokens.delete(storeUrl))
  return token
}

/** Creates an admin client. @param headers sent with every request except the login */
export function createAdminClient(
  storeUrl: string,
  headers: Record<string, string> = {}
): AdminClient {
  const getHeaders = async () => ({
    ...headers,
    authorization: `Bearer ${await getToken(storeUrl)}`,
  })
  const adminApi = createHttpClient(storeUrl, getHeaders, notifyListeners)
  const getOrder = async (id: string): Promise<HttpTypes.AdminOrder> =>
    (await adminApi.get<HttpTypes.AdminOrderResponse>(`/admin/orders/${id}?fields=${ORDER_FIELDS}`))
      .order
  const listItemsToDeliver = async (id: string): Promise<{ id: string; quantity: number }[]> =>
    (await getOrder(id)).items
      .filter((item) => item.requires_shipping)
      .map((item) => ({ id: item.id, quantity: item.quantity }))

  return {
    adminApi,
    headers: getHeaders,
    getOrder,
    findOrderByCart: async (cartId) => {
      const { orders } = await adminApi.get<{ orders: { id: string; cart?: { id: string } }[] }>(
        "/admin/orders?limit=50&order=-created_at&fields=id,cart.id"
      )
      const found = orders.find(({ cart }) => cart?.id === cartId)
      return found && getOrder(found.id)
    },
    capture: async (paymentId, amount) => {
      const body = amount === undefined ? {} : { amount }
      const path = `/admin/payments/${paymentId}/capture`
      return (await adminApi.post<HttpTypes.AdminPaymentResponse>(path, body)).payment
    },
    refund: async (paymentId, refund) => {
      const path = `/admin/payments/${paymentId}/refund`
      return (await adminApi.post<HttpTypes.AdminPaymentResponse>(path, refund)).payment
    },
    cancelOrder: async (id) => {
      await adminApi.post(`/admin/orders/${id}/cancel`)
    },
    createFulfillment: async (orderId) => {
      const items = await listItemsToDeliver(orderId)
      await adminApi.post(`/admin/orders/${orderId}/fulfillments`, { items })
      const fulfillment = (await getOrder(orderId)).fulfillments?.at(-1)
      if (!fulfillment) throw new Error("The order was not fulfilled")
      return fulfillment.id
    },
    createShipment: async (orderId, fulfillmentId) => {
      const items = await listItemsToDeliver(orderId)
      await adminApi.post(`/admin/orders/${orderId}/fulfillments/${fulfillmentId}/shipments`, {
        items,
      })
    },
  }
}
