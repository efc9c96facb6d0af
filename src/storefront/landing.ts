import { getStatus } from "./client"
import { toResult } from "./result"
import type { StoreSdk } from "./sdk"
import { isPaid } from "./watch-status"

/**
 * Paths of the storefront, relative to Next's `basePath`. Placeholders are `{cart_id}`, `{order_id}`,
 * `{country_code}` and the parameters of the route itself, such as `{locale}`.
 */
export type LandingPaths = {
  /** The page of an order that is paid for. */
  placed: string
  /** The checkout of the shopper's own cart. */
  open: string
  /** The financing status page, for an unpaid order or a cart of another browser. */
  status: string
  /** The page for a cart that does not exist. */
  unknown: string
}

const STARTER_PATHS: LandingPaths = {
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
  /** From Next's configuration. A route handler cannot read it from the request. */
  basePath?: string
}

type RouteContext = { params: Promise<Record<string, string> & { cartId: string }> }

const NO_FINANCING = { order_id: null, status: null, order_url: null }

/**
 * Creates the handler of `/[countryCode]/financing/[cartId]`, the route that shoppers return to from the service,
 * or with a cart that became an order while they were away. It reads the status of the cart in the URL and
 * never makes that cart the shopper's own.
 */
export function landing(sdk: StoreSdk, shop: LandingShop) {
  const { getCartId, forgetCart, revalidate, basePath = "" } = shop
  const paths = { ...STARTER_PATHS, ...shop.paths }
  return async (request: Request, { params }: RouteContext): Promise<Response> => {
    const values = await params
    const { cartId, countryCode = "" } = values
    // Browsers send the shop's cookies only with a navigation that starts in the shop. The relative URL
    // keeps a `basePath` and cannot leave the shop.
    if (!new URL(request.url).searchParams.has("here")) return moveOn("?here=1")
    await revalidate?.()
    const statusResult = await toResult(getStatus(sdk, cartId))
    const financing = statusResult.ok ? statusResult.value : null
    const { order_id: orderId, status } = financing ?? NO_FINANCING
    const isOwn = (await getCartId()) === cartId
    if (orderId !== null && isOwn) await forgetCart()
    const openPath =
      statusResult.ok && isOwn ? paths.open : status === null ? paths.unknown : paths.status
    const orderPath = financing && isPaid(financing) ? paths.placed : paths.status
    const placeholders: Record<string, string> = {
      ...values,
      country_code: countryCode,
      cart_id: cartId,
      order_id: orderId ?? "",
    }
    const path = (orderId === null ? openPath : orderPath).replace(
      /\{(\w+)\}/g,
      (placeholder, name: string) =>
        name in placeholders ? encodeURIComponent(placeholders[name] ?? "") : placeholder
    )
    return new Response(null, { status: 303, headers: { Location: `${basePath}${path}` } })
  }
}

/** Builds a page that redirects from within the shop, so that browsers send the cart's cookie. */
export function moveOn(path: string): Response {
  const href = path.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")
  return new Response(`<!doctype html><title>…</title><a href="${href}">Continue</a>`, {
    headers: { "Content-Type": "text/html; charset=utf-8", Refresh: `0; url=${path}` },
  })
}

type RevalidateTag = (tag: string, profile: { expire: number }) => unknown

/**
 * Expires Next's cached answers immediately. `revalidateTag` takes only a tag in Next 15, and also needs a
 * profile in Next 16.
 * @param tags empty strings are skipped: a visitor without the starter's cache cookie has no tag
 */
export async function expireTags(
  revalidateTag: RevalidateTag,
  ...tags: (string | Promise<string>)[]
): Promise<void> {
  for (const tagOrPromise of tags) {
    const tag = await tagOrPromise
    if (tag !== "") revalidateTag(tag, { expire: 0 })
  }
}
