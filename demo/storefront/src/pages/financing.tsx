import { FinancingStatus } from "medusa-payment-consumer-financing/storefront/react"
import { Link, Navigate, useParams } from "react-router-dom"
import { useCart } from "../cart-context"

/**
 * The page that the plugin sends shoppers without an order to. Redirects to the checkout if the cart is the shopper's
 * own. Otherwise, as in another browser, shows the status only and never adopts the cart of the URL.
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
