import type { HttpTypes } from "@medusajs/types"
import { FinancingLine, ResumeFinancing } from "medusa-payment-consumer-financing/storefront/react"
import { Link, useParams } from "react-router-dom"
import { useCart } from "../cart-context"
import { BusyButton } from "../parts/busy-button"
import { Picture } from "../parts/picture"
import { OrderSummary } from "../parts/order-summary"
import { formatPrice } from "../prices"

export function CartPage() {
  const { cart } = useCart()
  const { country } = useParams()
  if (cart === undefined) return null
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
  return (
    <>
      <h1>Your cart</h1>
      <ResumeFinancing key={cart.updated_at?.toString()} cartId={cart.id} />
      <div className="columns">
        <ul className="card lines">
          {cart.items.map((item) => (
            <CartLine key={item.id} item={item} currency={cart.currency_code} />
          ))}
        </ul>
        <aside className="card">
          <h2>Summary</h2>
          <OrderSummary sums={cart} isBrief />
          {cart.currency_code === "usd" ? <FinancingLine price={cart.total} /> : null}
          <Link className="button wide" to={`/${country}/checkout`}>
            Go to checkout
          </Link>
        </aside>
      </div>
    </>
  )
}

function CartLine({ item, currency }: { item: HttpTypes.StoreCartLineItem; currency: string }) {
  const { setQuantity } = useCart()
  const title = item.product_title ?? item.title
  const createQuantityHandler = (quantity: number) => () => setQuantity(item.id, quantity)
  return (
    <li className="line">
      <Picture handle={item.product_handle} />
      <div>
        <h2>{title}</h2>
        <p className="soft">{formatPrice(item.unit_price, currency)} each</p>
        <div className="stepper" role="group" aria-label={`Quantity of ${title}`}>
          <BusyButton className="step" onPress={createQuantityHandler(item.quantity - 1)}>
            <span aria-label={item.quantity > 1 ? "One fewer" : "Remove"}>−</span>
          </BusyButton>
          <output>{item.quantity}</output>
          <BusyButton className="step" onPress={createQuantityHandler(item.quantity + 1)}>
            <span aria-label="One more">+</span>
          </BusyButton>
        </div>
      </div>
      <div className="end">
        <p className="price">{formatPrice(item.unit_price * item.quantity, currency)}</p>
        <BusyButton className="link" onPress={createQuantityHandler(0)}>
          Remove
        </BusyButton>
      </div>
    </li>
  )
}
