import { getStatus } from "./client"
import { asResult } from "./result"
import type { StoreSdk } from "./sdk"

/** Paths of the storefront, with `{country_code}` and `{order_id}` filled in. */
export type LandingPaths = {
  /** The cart became an order. */
  placed: string
  /** It did not: the checkout, which says how the financing stands. */
  open: string
  /** There is no such cart. */
  unknown: string
}

const OF_THE_STARTER: LandingPaths = {
  placed: "/{country_code}/order/{order_id}/confirmed",
  open: "/{country_code}/checkout?step=payment",
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
    const orderId = found.ok ? found.value.order_id : null
    if (orderId !== null && (await getCartId()) === cartId) await forgetCart()
    const path = orderId !== null ? to.placed : found.ok ? to.open : to.unknown
    const location = path
      .replaceAll("{country_code}", encodeURIComponent(countryCode))
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
