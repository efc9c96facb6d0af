import type { HttpTypes } from "@medusajs/framework/types"
import type { ShopFacts } from "../shop-facts"
import { PROVIDER_ID } from "../shop-template/src/scripts/accounts"
import { notifyListeners } from "./answer-listeners"
import type { HttpClient } from "./http-client"
import { createHttpClient } from "./http-client"

export type Address = {
  first_name: string
  last_name: string
  address_1: string
  address_2?: string
  city: string
  province: string
  postal_code: string
  country_code: string
  phone?: string
}

export type CartOptions = {
  items?: { handle: string; quantity: number }[]
  email?: string
  /** Merged over an address in New York, where tax is 8.875 %. */
  address?: Partial<Address>
  /** Merged over the shipping address. By default the cart has no billing address. */
  billingAddress?: Partial<Address>
  currency?: "usd" | "eur"
  promotionCodes?: string[]
  /** Code of the shipping option; null for no shipping method. */
  delivery?: "standard" | "white-glove" | null
}

export type Completion =
  | { type: "order"; order: HttpTypes.StoreOrder }
  | {
      type: "cart"
      cart: HttpTypes.StoreCart
      error: { message: string; type: string; name: string }
    }

/** A shopper's actions over the store API. */
export type ShopClient = {
  /** The store API itself. Rejects on a status other than 2xx. */
  storeApi: HttpClient
  createCart: (options?: CartOptions) => Promise<HttpTypes.StoreCart>
  getCart: (id: string) => Promise<HttpTypes.StoreCart>
  updateCart: (id: string, change: Record<string, unknown>) => Promise<HttpTypes.StoreCart>
  addItem: (cartId: string, item: { handle: string; quantity: number }) => Promise<void>
  /** Creates a payment collection if the cart has none, and a session for the provider. */
  choosePaymentMethod: (
    cartId: string,
    options?: { providerId?: string; data?: Record<string, unknown> }
  ) => Promise<{ collectionId: string; session: HttpTypes.StorePaymentSession }>
  completeCart: (cartId: string) => Promise<Completion>
}

/** The default shipping address. */
export const NEW_YORK: Address = {
  first_name: "Dana",
  last_name: "Shopper",
  address_1: "350 Fifth Avenue",
  city: "New York",
  province: "NY",
  postal_code: "10118",
  country_code: "us",
  phone: "2125550143",
}

let shopperCount = 0

/** Returns a unique e-mail address. */
export function createEmail(): string {
  shopperCount += 1
  return `shopper-${process.pid}-${Date.now()}-${shopperCount}@shop.example`
}

/** Creates a store API client. @param headers sent with every request */
export function createShopClient(
  storeUrl: string,
  facts: ShopFacts,
  headers: Record<string, string> = {}
): ShopClient {
  const known = { ...headers, "x-publishable-api-key": facts.publishableKey }
  const storeApi = createHttpClient(storeUrl, async () => known, notifyListeners)
  const variants = new Map<string, string>()

  const getVariantId = async (handle: string): Promise<string> => {
    const known = variants.get(handle)
    if (known) return known
    const { products } = await storeApi.get<HttpTypes.StoreProductListResponse>(
      `/store/products?handle=${handle}&fields=id,variants.id`
    )
    const id = products[0]?.variants?.[0]?.id
    if (!id) throw new Error(`There is no product "${handle}" in the shop`)
    variants.set(handle, id)
    return id
  }

  const addDelivery = async (cartId: string, code: string): Promise<void> => {
    const { shipping_options } = await storeApi.get<HttpTypes.StoreShippingOptionListResponse>(
      `/store/shipping-options?cart_id=${cartId}`
    )
    const option = shipping_options.find(({ type }) => type.code === code)
    if (!option) throw new Error(`There is no delivery option "${code}" for this cart`)
    await storeApi.post(`/store/carts/${cartId}/shipping-methods`, { option_id: option.id })
  }

  const getCart = async (id: string): Promise<HttpTypes.StoreCart> =>
    (await storeApi.get<HttpTypes.StoreCartResponse>(`/store/carts/${id}`)).cart

  // Core returns the cart's existing collection, if it has one.
  const ensureCollection = async (cartId: string): Promise<string> => {
    const { payment_collection } = await storeApi.post<HttpTypes.StorePaymentCollectionResponse>(
      "/store/payment-collections",
      { cart_id: cartId }
    )
    return payment_collection.id
  }

  return {
    storeApi,
    getCart,
    createCart: async (cartOptions = {}) => {
      const items = cartOptions.items ?? [{ handle: "harbor-sofa", quantity: 1 }]
      const lines = items.map(async ({ handle, quantity }) => ({
        variant_id: await getVariantId(handle),
        quantity,
      }))
      const address = { ...NEW_YORK, ...cartOptions.address }
      const created = await storeApi.post<HttpTypes.StoreCartResponse>("/store/carts", {
        region_id: facts.regions[cartOptions.currency ?? "usd"],
        email: cartOptions.email ?? createEmail(),
        items: await Promise.all(lines),
        shipping_address: address,
        ...(cartOptions.billingAddress
          ? { billing_address: { ...address, ...cartOptions.billingAddress } }
          : {}),
        ...(cartOptions.promotionCodes ? { promo_codes: cartOptions.promotionCodes } : {}),
      })
      const delivery = cartOptions.delivery === undefined ? "standard" : cartOptions.delivery
      if (delivery) await addDelivery(created.cart.id, delivery)
      return getCart(created.cart.id)
    },
    updateCart: async (id, change) =>
      (await storeApi.post<HttpTypes.StoreCartResponse>(`/store/carts/${id}`, change)).cart,
    addItem: async (cartId, { handle, quantity }) => {
      const line = { variant_id: await getVariantId(handle), quantity }
      await storeApi.post(`/store/carts/${cartId}/line-items`, line)
    },
    choosePaymentMethod: async (cartId, { providerId = PROVIDER_ID, data } = {}) => {
      const collectionId = await ensureCollection(cartId)
      const { payment_collection } = await storeApi.post<HttpTypes.StorePaymentCollectionResponse>(
        `/store/payment-collections/${collectionId}/payment-sessions`,
        { provider_id: providerId, ...(data ? { data } : {}) }
      )
      const session = payment_collection.payment_sessions?.find(
        (session) => session.provider_id === providerId
      )
      if (!session) throw new Error("The response has no payment session")
      return { collectionId, session }
    },
    completeCart: (cartId) => storeApi.post<Completion>(`/store/carts/${cartId}/complete`),
  }
}
