export type Landing = {
  orderId: string | null
  cartId: string | null
  countryCode: string
  /** The cart's or order's locale, e.g. `en-US`; null where the storefront sets none. */
  locale: string | null
  /** The sales channel; null where it is unknown or deleted. */
  salesChannelId: string | null
}

type StorefrontPaths = { placed: string; open: string }
type Storefront = { url: string; paths: StorefrontPaths }

type Storefronts = {
  storefrontUrl: string
  storefrontPaths: StorefrontPaths
  storefronts: Readonly<Record<string, { url?: string; paths: Partial<StorefrontPaths> }>>
}

/** Returns the merchant's storefront for a sales channel, completed with the defaults. */
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
 * Returns the shopper's page after the service's: the order if there is one, else the checkout. Paths come from the
 * settings; the origin is always the merchant's storefront.
 */
export function toStorefrontAddress(
  { orderId, cartId, countryCode, locale }: Omit<Landing, "salesChannelId">,
  storefront: Storefront
): string {
  // A customer asked by staff has no cart in the storefront.
  const open = cartId === null ? "/" : storefront.paths.open
  const path = orderId ? storefront.paths.placed : open
  const filled = path
    // Storefronts with languages in their paths redirect a path without one.
    .replaceAll(
      locale ? "{locale}" : /\/\{locale\}(?=[/?#]|$)|\{locale\}/g,
      encodeURIComponent(locale ?? "")
    )
    .replaceAll("{order_id}", encodeURIComponent(orderId ?? ""))
    .replaceAll("{cart_id}", encodeURIComponent(cartId ?? ""))
    .replaceAll("{country_code}", encodeURIComponent(countryCode))
  return `${storefront.url}${filled}`
}

/** Returns the service's page of one application, if the merchant has configured its address. */
export function portalAddress(
  template: string | null,
  token: string | null | undefined
): string | null {
  return template && token ? template.replaceAll("{token}", () => encodeURIComponent(token)) : null
}
