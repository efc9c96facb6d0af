import type { HttpTypes } from "@medusajs/framework/types"
import type { Request, Response } from "express"
import { clearCookie, readCookie, setCookie } from "./cookies"
import type { Country } from "./countries"
import type { Html } from "./html"
import { layout } from "./layout"
import type { StoreApi } from "./store-api"

/** One request of a shopper, with what every page needs of it. */
export type Visit = {
  req: Request
  res: Response
  api: StoreApi
  country: Country
  regionId: string
}

export type Page = { title: string; content: Html; cart?: HttpTypes.StoreCart | undefined }

function cartCookie({ country }: Visit): string {
  return `cart_${country.code}`
}

/** The id of the shopper's last cart, which may have become an order meanwhile. */
export function cartId(visit: Visit): string | undefined {
  return readCookie(visit.req, cartCookie(visit))
}

/** The shopper's open cart; one that became an order is forgotten. */
export async function openCart(visit: Visit): Promise<HttpTypes.StoreCart | undefined> {
  const id = cartId(visit)
  if (!id) return undefined
  const cart = await visit.api.cart(id).catch(() => undefined)
  if (cart && !cart.completed_at) return cart
  clearCookie(visit.res, cartCookie(visit))
  return undefined
}

/** The shopper's open cart, made now if there is none. */
export async function openOrNewCart(visit: Visit): Promise<HttpTypes.StoreCart> {
  const existing = await openCart(visit)
  if (existing) return existing
  const cart = await visit.api.createCart(visit.regionId)
  setCookie(visit.res, cartCookie(visit), cart.id)
  return cart
}

export function show({ res, country }: Visit, page: Page, status = 200): void {
  const itemCount = (page.cart?.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
  res
    .status(status)
    .type("html")
    .send(layout({ ...page, country, itemCount }))
}

/** Sends the browser to another page of this country. @param path begins with a slash */
export function goTo({ res, country }: Visit, path: string): void {
  res.redirect(303, `/${country.code}${path}`)
}

/** A field of a posted form, trimmed. */
export function field({ req }: Visit, name: string): string {
  const body = req.body as Record<string, unknown> | undefined
  const value = body?.[name]
  return typeof value === "string" ? value.trim() : ""
}
