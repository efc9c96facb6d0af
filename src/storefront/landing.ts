import { getStatus } from "./client"
import { asResult } from "./result"
import type { StoreSdk } from "./sdk"

/** Paths of the storefront, with `{country_code}`, `{cart_id}` and `{order_id}` filled in. */
export type LandingPaths = {
  /** The cart became an order. */
  placed: string
  /** It did not: the checkout, which says how the financing stands. */
  open: string
  /** It is applied for, and another browser holds the cart: a page that says how the financing stands. */
  elsewhere: string
  /** There is no such cart. */
  unknown: string
}

const OF_THE_STARTER: LandingPaths = {
  placed: "/{country_code}/order/{order_id}/confirmed",
  open: "/{country_code}/checkout?step=payment",
  elsewhere: "/{country_code}/financing/{cart_id}/status",
  unknown: "/{country_code}/cart",
}

export type LandingShop = {
  /** Of the shopper's own cart. */
  getCartId: () => Promise<string | undefined>
  /** The shopper's own cart became the order. */
  forgetCart: () => Promise<void>
  /** Pages that show the cart are made again. */
  revalidate?: () => Promise<void>
  paths?: Partial<LandingPaths>
}

const NOTHING = { order_id: null, status: null }

type Landing = { params: Promise<{ countryCode: string; cartId: string }> }

/**
 * The route that shoppers land on, from the service or with the cart of an order that was placed while they
 * were away: `/[countryCode]/financing/[cartId]`. The cart of an address that somebody sent is asked about,
 * and never made the shopper's own.
 */
export function landing(sdk: StoreSdk, { getCartId, forgetCart, revalidate, paths }: LandingShop) {
  const to = { ...OF_THE_STARTER, ...paths }
  return async (request: Request, { params }: Landing): Promise<Response> => {
    const { countryCode, cartId } = await params
    const { pathname, searchParams } = new URL(request.url)
    // Only what a page of the shop begins brings the shop's cookies along. A path of two slashes would leave it.
    if (!searchParams.has("here")) return moveOn(`${pathname.replace(/^\/+/, "/")}?here=1`)
    await revalidate?.()
    const found = await asResult(getStatus(sdk, cartId))
    const { order_id: orderId, status } = found.ok ? found.value : NOTHING
    const isTheirs = (await getCartId()) === cartId
    if (orderId !== null && isTheirs) await forgetCart()
    const open = found.ok && isTheirs ? to.open : status === null ? to.unknown : to.elsewhere
    const location = (orderId === null ? open : to.placed)
      .replaceAll("{country_code}", encodeURIComponent(countryCode))
      .replaceAll("{cart_id}", encodeURIComponent(cartId))
      .replaceAll("{order_id}", encodeURIComponent(orderId ?? ""))
    return new Response(null, { status: 303, headers: { Location: location } })
  }
}

/** A page that moves on without a click: what a page of the shop begins brings the cart's cookie along. */
export function moveOn(path: string): Response {
  const href = path.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")
  return new Response(`<!doctype html><title>…</title><a href="${href}">Continue</a>`, {
    headers: { "Content-Type": "text/html; charset=utf-8", Refresh: `0; url=${path}` },
  })
}
