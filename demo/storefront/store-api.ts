import type { HttpTypes } from "@medusajs/framework/types"
import { httpDoor } from "../../tooling/clients/http-door"
import type { Address, Completion } from "../../tooling/clients/shop-client"

/** What the plugin answers of a cart's financing. */
export type CartStatus = {
  status: string | null
  message: string | null
  url: string | null
  order_id: string | null
}

/** What the shopper typed into the checkout. */
export type Delivery = { email: string; address: Address; optionId: string }

/** The calls of Medusa's store API that a storefront makes. Each rejects with an HttpRefusal. */
export type StoreApi = {
  products: (regionId: string) => Promise<HttpTypes.StoreProduct[]>
  cart: (id: string) => Promise<HttpTypes.StoreCart>
  createCart: (regionId: string) => Promise<HttpTypes.StoreCart>
  addItem: (cartId: string, variantId: string) => Promise<void>
  /** Removes the line when `quantity` is 0. */
  setQuantity: (cartId: string, line: { id: string; quantity: number }) => Promise<void>
  deliveryOptions: (cartId: string) => Promise<HttpTypes.StoreCartShippingOption[]>
  saveDelivery: (cartId: string, delivery: Delivery) => Promise<void>
  /** Makes the payment collection when the cart has none, and the session. */
  choosePayment: (
    cart: HttpTypes.StoreCart,
    providerId: string
  ) => Promise<HttpTypes.StorePaymentSession>
  /** How the cart's financing stands; undefined where it cannot be asked. */
  financing: (cartId: string) => Promise<CartStatus | undefined>
  complete: (cartId: string) => Promise<Completion>
  order: (id: string) => Promise<HttpTypes.StoreOrder>
}

const part = encodeURIComponent

export function storeApi(storeUrl: string, publishableKey: string): StoreApi {
  const door = httpDoor(storeUrl, async () => ({ "x-publishable-api-key": publishableKey }))

  const collectionOf = async (cart: HttpTypes.StoreCart): Promise<string> => {
    if (cart.payment_collection) return cart.payment_collection.id
    const { payment_collection } = await door.post<HttpTypes.StorePaymentCollectionResponse>(
      "/store/payment-collections",
      { cart_id: cart.id }
    )
    return payment_collection.id
  }

  return {
    products: async (regionId) => {
      const fields = "id,title,handle,variants.id,*variants.calculated_price"
      const query = `region_id=${part(regionId)}&fields=${fields}&order=created_at&limit=50`
      return (await door.get<HttpTypes.StoreProductListResponse>(`/store/products?${query}`))
        .products
    },
    cart: async (id) => {
      const fields = "+completed_at,*items,*shipping_methods,*payment_collection.payment_sessions"
      return (
        await door.get<HttpTypes.StoreCartResponse>(`/store/carts/${part(id)}?fields=${fields}`)
      ).cart
    },
    createCart: async (regionId) =>
      (await door.post<HttpTypes.StoreCartResponse>("/store/carts", { region_id: regionId })).cart,
    addItem: async (cartId, variantId) => {
      const line = { variant_id: variantId, quantity: 1 }
      await door.post(`/store/carts/${part(cartId)}/line-items`, line)
    },
    setQuantity: async (cartId, { id, quantity }) => {
      const path = `/store/carts/${part(cartId)}/line-items/${part(id)}`
      if (quantity > 0) await door.post(path, { quantity })
      else await door.delete(path)
    },
    deliveryOptions: async (cartId) =>
      (
        await door.get<HttpTypes.StoreShippingOptionListResponse>(
          `/store/shipping-options?cart_id=${part(cartId)}`
        )
      ).shipping_options,
    saveDelivery: async (cartId, { email, address, optionId }) => {
      const path = `/store/carts/${part(cartId)}`
      await door.post(path, { email, shipping_address: address, billing_address: address })
      if (optionId) await door.post(`${path}/shipping-methods`, { option_id: optionId })
    },
    choosePayment: async (cart, providerId) => {
      const { payment_collection } = await door.post<HttpTypes.StorePaymentCollectionResponse>(
        `/store/payment-collections/${await collectionOf(cart)}/payment-sessions`,
        { provider_id: providerId }
      )
      const sessions = payment_collection.payment_sessions ?? []
      const session = sessions.find(({ provider_id }) => provider_id === providerId)
      if (!session) throw new Error("The store answered without the payment session")
      return session
    },
    financing: (cartId) =>
      door
        .get<{ financing: CartStatus }>(`/store/consumer-financing/carts/${part(cartId)}/status`)
        .then(({ financing }) => financing)
        .catch(() => undefined),
    complete: (cartId) => door.post<Completion>(`/store/carts/${part(cartId)}/complete`),
    order: async (id) =>
      (
        await door.get<HttpTypes.StoreOrderResponse>(
          `/store/orders/${part(id)}?fields=+payment_status,+fulfillment_status`
        )
      ).order,
  }
}
