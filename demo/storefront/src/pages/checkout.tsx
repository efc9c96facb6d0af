import { FinancingLine } from "medusa-payment-consumer-financing/storefront/react"
import { useEffect } from "react"
import { Link, useNavigate, useParams, useSearchParams } from "react-router-dom"
import { useCart } from "../cart-context"
import { OrderSummary } from "../parts/order-summary"
import { Delivery } from "./delivery"
import { Payment } from "./payment"

/** The delivery and payment steps. The plugin sends shoppers without an order to the payment step. */
export function Checkout() {
  const { cart, orderId } = useCart()
  const { country } = useParams()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  // The order was placed while the shopper was away.
  useEffect(() => {
    if (orderId) void navigate(`/${country}/order/${orderId}/confirmed`, { replace: true })
  }, [orderId])
  if (cart === undefined || orderId) return null
  if (!cart?.items?.length) {
    return (
      <section className="card narrow">
        <h1>Your cart is empty</h1>
        <Link className="button" to={`/${country}`}>
          See the furniture
        </Link>
      </section>
    )
  }
  const isPaying = query.get("step") === "payment"
  return (
    <>
      <h1>Checkout</h1>
      <ol className="steps">
        <li aria-current={isPaying ? undefined : "step"}>
          {isPaying ? <Link to={`/${country}/checkout`}>Delivery</Link> : "Delivery"}
        </li>
        <li aria-current={isPaying ? "step" : undefined}>Payment</li>
      </ol>
      <div className="columns">
        <div>{isPaying ? <Payment cart={cart} /> : <Delivery cart={cart} />}</div>
        <aside className="card">
          <h2>Your order</h2>
          <OrderSummary sums={cart} />
          {cart.currency_code === "usd" ? <FinancingLine price={cart.total} /> : null}
        </aside>
      </div>
    </>
  )
}
