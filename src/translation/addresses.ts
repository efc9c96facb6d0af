export type Landing = {
  orderId: string | null
  cartId: string | null
  countryCode: string
  /** The cart's or the order's, e.g. `en-US`; null where the storefront sets none. */
  locale: string | null
  /** Where it is sold; null where that is not known (any more). */
  salesChannelId: string | null
}

type StorefrontPaths = { placed: string; open: string }
type Storefront = { url: string; paths: StorefrontPaths }

type Storefronts = {
  storefrontUrl: string
  storefrontPaths: StorefrontPaths
  storefronts: Readonly<Record<string, { url?: string; paths: Partial<StorefrontPaths> }>>
}

/** The merchant's storefront for a sales channel: its own, as far as it has one. */
export function storefrontOf(
  { storefrontUrl, storefrontPaths, storefronts }: Storefronts,
  salesChannelId: string | null
): Storefront {
  const own = new Map(Object.entries(storefronts)).get(salesChannelId ?? "")
  return {
    url: own?.url ?? storefrontUrl,
    paths: {
      placed: own?.paths.placed ?? storefrontPaths.placed,
      open: own?.paths.open ?? storefrontPaths.open,
    },
  }
}

/**
 * Where a shopper lands after the service's page: the order when there is one, else the checkout.
 * Paths are the merchant's; the origin is the merchant's storefront and nothing else.
 */
export function toStorefrontAddress(
  { orderId, cartId, countryCode, locale }: Omit<Landing, "salesChannelId">,
  storefront: Storefront
): string {
  // Who was asked by staff has no cart in the storefront to go back to.
  const open = cartId === null ? "/" : storefront.paths.open
  const path = orderId ? storefront.paths.placed : open
  const filled = path
    // Storefronts with languages in their paths send a path without one on to the visitor's.
    .replaceAll(
      locale ? "{locale}" : /\/\{locale\}(?=[/?#]|$)|\{locale\}/g,
      encodeURIComponent(locale ?? "")
    )
    .replaceAll("{order_id}", encodeURIComponent(orderId ?? ""))
    .replaceAll("{cart_id}", encodeURIComponent(cartId ?? ""))
    .replaceAll("{country_code}", encodeURIComponent(countryCode))
  return `${storefront.url}${filled}`
}

/** The service's page about one application, where the merchant said how to get there. */
export function portalAddress(
  template: string | null,
  token: string | null | undefined
): string | null {
  return template && token ? template.replaceAll("{token}", () => encodeURIComponent(token)) : null
}
