import type { HttpTypes } from "@medusajs/types"
import { getStatus } from "medusa-payment-consumer-financing/storefront"
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react"
import { type Country, regionOf } from "./countries"
import { sdk } from "./sdk"

const FIELDS = "+completed_at,*items,*shipping_methods,*shipping_address"

type Held = {
  /** Null without a cart; undefined while loading. */
  cart: HttpTypes.StoreCart | null | undefined
  /** The order that the stored cart became while the shopper was away. */
  orderId: string | null
}

export type Cart = Held & {
  add: (variantId: string, quantity: number) => Promise<void>
  setQuantity: (lineId: string, quantity: number) => Promise<void>
  update: (change: HttpTypes.StoreUpdateCart, deliveryId?: string) => Promise<void>
  /** Loads the cart again. */
  refresh: () => Promise<void>
  /** Clears `orderId` once the shopper has seen the order. */
  forget: (orderId: string) => void
}

const onlyIfGone = ({ status }: { status?: number }) => (status === 404 ? null : undefined)

const Context = createContext<Cart | null>(null)

/**
 * Provides the shopper's cart in a country. Local storage holds its id. If the cart has become an order, for
 * example while the tab was closed, `orderId` is set and the cart's id is removed.
 */
export function CartProvider({ country, children }: { country: Country; children: ReactNode }) {
  const place = `cart_${country.code}`
  const [held, setHeld] = useState<Held>({ cart: undefined, orderId: null })

  const refresh = useCallback(async () => {
    const id = localStorage.getItem(place)
    if (!id) return setHeld({ cart: null, orderId: null })
    const found = await sdk.store.cart.retrieve(id, { fields: FIELDS }).catch(onlyIfGone)
    // Keeps the cart when the request failed or the page is unloading.
    if (found === undefined) return
    const cart = found?.cart as (HttpTypes.StoreCart & { completed_at?: string }) | undefined
    if (cart && !cart.completed_at) return setHeld({ cart, orderId: null })
    const financing = cart ? await getStatus(sdk, id).catch(onlyIfGone) : null
    if (financing === undefined) return
    localStorage.removeItem(place)
    setHeld({ cart: null, orderId: financing?.order_id ?? null })
  }, [place])
  useEffect(() => {
    setHeld({ cart: undefined, orderId: null })
    void refresh()
    // Another tab or the service's page may have changed the cart.
    const look = () => void (document.hidden || refresh())
    document.addEventListener("visibilitychange", look)
    return () => document.removeEventListener("visibilitychange", look)
  }, [refresh])

  const open = async () => {
    if (held.cart) return held.cart.id
    const region = await regionOf(country)
    const { cart } = await sdk.store.cart.create({ region_id: region.id })
    localStorage.setItem(place, cart.id)
    return cart.id
  }
  const change = (work: (cartId: string) => Promise<unknown>) => async () => {
    await work(await open())
    await refresh()
  }
  const cart: Cart = {
    ...held,
    refresh,
    add: (variant_id, quantity) =>
      change((id) => sdk.store.cart.createLineItem(id, { variant_id, quantity }))(),
    setQuantity: (lineId, quantity) =>
      change((id) =>
        quantity > 0
          ? sdk.store.cart.updateLineItem(id, lineId, { quantity })
          : sdk.store.cart.deleteLineItem(id, lineId)
      )(),
    update: (body, option_id) =>
      change(async (id) => {
        await sdk.store.cart.update(id, body)
        if (option_id) await sdk.store.cart.addShippingMethod(id, { option_id })
      })(),
    forget: (orderId) => {
      if (held.orderId === orderId) setHeld({ cart: held.cart, orderId: null })
    },
  }
  return <Context.Provider value={cart}>{children}</Context.Provider>
}

export function useCart(): Cart {
  const cart = useContext(Context)
  if (!cart) throw new Error("useCart needs a CartProvider.")
  return cart
}
