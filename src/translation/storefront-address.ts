export type Landing = { orderId: string | null; cartId: string | null; countryCode: string }

export type StorefrontPaths = { placed: string; open: string }

/**
 * Where a shopper lands after the service's page: the order when there is one, else the checkout.
 * Paths are the merchant's; the origin is the merchant's storefront and nothing else.
 */
export function toStorefrontAddress(
  { orderId, cartId, countryCode }: Landing,
  storefront: { url: string; paths: StorefrontPaths }
): string {
  // Who was asked by staff has no cart in the storefront to go back to.
  const open = cartId === null ? "/" : storefront.paths.open
  const path = orderId ? storefront.paths.placed : open
  const filled = path
    .replaceAll("{order_id}", encodeURIComponent(orderId ?? ""))
    .replaceAll("{cart_id}", encodeURIComponent(cartId ?? ""))
    .replaceAll("{country_code}", encodeURIComponent(countryCode))
  return `${storefront.url}${filled}`
}
