import type { HttpTypes } from "@medusajs/types"
import { getStatus } from "medusa-payment-consumer-financing/storefront"
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react"
import { type Country, getRegion } from "./countries"
import { sdk } from "./sdk"

const FIELDS = "+completed_at,*items,*shipping_methods,*shipping_address"

type CartState = {
  /** Null without a cart; undefined while loading. */
  cart: HttpTypes.StoreCart | null | undefined
  /** The order that the stored cart became while the shopper was away. */
  orderId: string | null
}

export type Cart = CartState & {
  add: (variantId: string, quantity: number) => Promise<void>
  setQuantity: (lineId: string, quantity: number) => Promise<void>
  update: (change: HttpTypes.StoreUpdateCart, deliveryId?: string) => Promise<void>
  /** Loads the cart again. */
  refresh: () => Promise<void>
  /** Clears `orderId` once the shopper has seen the order. */
  clearOrder: (orderId: string) => void
}

const getNullIfNotFound = ({ status }: { status?: number }) => (status === 404 ? null : undefined)

const Context = createContext<Cart | null>(null)

/**
 * Provides the shopper's cart in a country. Local storage holds its id. If the cart has become an order, for
 * example while the tab was closed, `orderId` is set and the cart's id is removed.
 */
export function CartProvider({ country, children }: { country: Country; children: ReactNode }) {
  const storageKey = `cart_${country.code}`
  const [state, setState] = useState<CartState>({ cart: undefined, orderId: null })

  const refresh = useCallback(async () => {
    const id = localStorage.getItem(storageKey)
    if (!id) return setState({ cart: null, orderId: null })
    const response = await sdk.store.cart.retrieve(id, { fields: FIELDS }).catch(getNullIfNotFound)
    // Keeps the cart when the request failed or the page is unloading.
    if (response === undefined) return
    const cart = response?.cart as (HttpTypes.StoreCart & { completed_at?: string }) | undefined
    if (cart && !cart.completed_at) return setState({ cart, orderId: null })
    const financing = cart ? await getStatus(sdk, id).catch(getNullIfNotFound) : null
    if (financing === undefined) return
    localStorage.removeItem(storageKey)
    setState({ cart: null, orderId: financing?.order_id ?? null })
  }, [storageKey])
  useEffect(() => {
    setState({ cart: undefined, orderId: null })
    void refresh()
    // Another tab or the service's page may have changed the cart.
    const refreshIfVisible = () => void (document.hidden || refresh())
    document.addEventListener("visibilitychange", refreshIfVisible)
    return () => document.removeEventListener("visibilitychange", refreshIfVisible)
  }, [refresh])

  const ensureCart = async () => {
    if (state.cart) return state.cart.id
    const region = await getRegion(country)
    const { cart } = await sdk.store.cart.create({ region_id: region.id })
    localStorage.setItem(storageKey, cart.id)
    return cart.id
  }
  const runAndRefresh = (update: (cartId: string) => Promise<unknown>) => async () => {
    await update(await ensureCart())
    await refresh()
  }
  const cart: Cart = {
    ...state,
    refresh,
    add: (variant_id, quantity) =>
      runAndRefresh((id) => sdk.store.cart.createLineItem(id, { variant_id, quantity }))(),
    setQuantity: (lineId, quantity) =>
      runAndRefresh((id) =>
        quantity > 0
          ? sdk.store.cart.updateLineItem(id, lineId, { quantity })
          : sdk.store.cart.deleteLineItem(id, lineId)
      )(),
    update: (body, option_id) =>
      runAndRefresh(async (id) => {
        await sdk.store.cart.update(id, body)
        if (option_id) await sdk.store.cart.addShippingMethod(id, { option_id })
      })(),
    clearOrder: (orderId) => {
      if (state.orderId === orderId) setState({ cart: state.cart, orderId: null })
    },
  }
  return <Context.Provider value={cart}>{children}</Context.Provider>
}

export function useCart(): Cart {
  const cart = useContext(Context)
  if (!cart) throw new Error("useCart needs a CartProvider.")
  return cart
}
