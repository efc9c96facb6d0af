import { FinancingStatus } from "medusa-payment-consumer-financing/storefront/react"
import { Link, Navigate, useParams } from "react-router-dom"
import { useCart } from "../cart-context"

/**
 * Where the plugin sends shoppers without an order: on to the checkout of their cart. Whoever went on in another
 * browser has no cart here, and reads where they stand. The cart of an address that somebody sent is
 * asked about, and never made the shopper's own.
 */
export function Financing() {
  const { cart } = useCart()
  const { country, cart: cartId = "" } = useParams()
  if (cart === undefined) return null
  if (cart?.id === cartId) return <Navigate to={`/${country}/checkout?step=payment`} replace />
  return (
    <section className="narrow">
      <h1>Your financing</h1>
      <FinancingStatus cartId={cartId} />
      <Link className="button quiet" to={`/${country}`}>
        See the furniture
      </Link>
    </section>
  )
}
