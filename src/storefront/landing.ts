import { getStatus } from "./client"
import { asResult } from "./result"
import type { StoreSdk } from "./sdk"
import { isPaid } from "./watch-status"

/**
 * Paths of the storefront, below Next's `basePath`. `{cart_id}`, `{order_id}`, `{country_code}` and the
 * parameters of the route itself, such as `{locale}`, are filled in.
 */
export type LandingPaths = {
  /** The page of an order that is paid for. */
  placed: string
  /** The checkout of the shopper's own cart. */
  open: string
  /** The page that shows the financing's status: of an order that is not paid for, or of a cart from another browser. */
  status: string
  /** There is no such cart. */
  unknown: string
}

const OF_THE_STARTER: LandingPaths = {
  placed: "/{country_code}/order/{order_id}/confirmed",
  open: "/{country_code}/checkout?step=payment",
  status: "/{country_code}/financing/{cart_id}/status",
  unknown: "/{country_code}/cart",
}

export type LandingShop = {
  /** Reads the id of the shopper's own cart. */
  getCartId: () => Promise<string | undefined>
  /** Removes the shopper's own cart, which became the order. */
  forgetCart: () => Promise<void>
  /** Expires cached pages of the cart and of the orders. */
  revalidate?: () => Promise<void>
  paths?: Partial<LandingPaths>
  /** Of Next's configuration, which a route handler's request does not carry. */
  basePath?: string
}

type Landing = { params: Promise<Record<string, string> & { cartId: string }> }

const NOTHING = { order_id: null, status: null, order_url: null }

/**
 * The route on which shoppers land, from the service or with the cart of an order that was placed while they
 * were away: `/[countryCode]/financing/[cartId]`. It reads the status of the cart that the address names,
 * and never makes that cart the shopper's own.
 */
export function landing(sdk: StoreSdk, shop: LandingShop) {
  const { getCartId, forgetCart, revalidate, basePath = "" } = shop
  const to = { ...OF_THE_STARTER, ...shop.paths }
  return async (request: Request, { params }: Landing): Promise<Response> => {
    const values = await params
    const { cartId, countryCode = "" } = values
    // Cookies of the shop come along only with a navigation that the shop begins. The address is relative: it
    // keeps a `basePath`, and cannot leave the shop.
    if (!new URL(request.url).searchParams.has("here")) return moveOn("?here=1")
    await revalidate?.()
    const found = await asResult(getStatus(sdk, cartId))
    const financing = found.ok ? found.value : null
    const { order_id: orderId, status } = financing ?? NOTHING
    const isOwn = (await getCartId()) === cartId
    if (orderId !== null && isOwn) await forgetCart()
    const open = found.ok && isOwn ? to.open : status === null ? to.unknown : to.status
    const ordered = financing && isPaid(financing) ? to.placed : to.status
    const named: Record<string, string> = {
      ...values,
      country_code: countryCode,
      cart_id: cartId,
      order_id: orderId ?? "",
    }
    const path = (orderId === null ? open : ordered).replace(/\{(\w+)\}/g, (whole, name: string) =>
      name in named ? encodeURIComponent(named[name] ?? "") : whole
    )
    return new Response(null, { status: 303, headers: { Location: `${basePath}${path}` } })
  }
}

/** A page that moves on without a click: what a page of the shop begins brings the cart's cookie along. */
export function moveOn(path: string): Response {
  const href = path.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")
  return new Response(`<!doctype html><title>…</title><a href="${href}">Continue</a>`, {
    headers: { "Content-Type": "text/html; charset=utf-8", Refresh: `0; url=${path}` },
  })
}

type RevalidateTag = (tag: string, profile: { expire: number }) => unknown

/**
 * Expires Next's cached answers at once: `revalidateTag` of Next 15 takes a tag alone, that of Next 16 needs
 * a profile, too.
 * @param tags may be empty: a visitor without the starter's cache cookie has none
 */
export async function expireTags(
  revalidateTag: RevalidateTag,
  ...tags: (string | Promise<string>)[]
): Promise<void> {
  for (const given of tags) {
    const tag = await given
    if (tag !== "") revalidateTag(tag, { expire: 0 })
  }
}
