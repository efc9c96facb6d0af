import type { HttpTypes } from "@medusajs/types"
import { FinancingStatus } from "medusa-payment-consumer-financing/storefront/react"
import { useEffect } from "react"
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useParams,
  useRevalidator,
} from "react-router-dom"
import { useCart } from "../cart-context"
import { OrderSummary } from "../parts/order-summary"
import { sdk } from "../sdk"
import { NotFound } from "./not-found"

type StatusText = { heading: string; sentence: string; kind: "good" | "wait" | "bad" }

const CANCELLED: StatusText = {
  heading: "Your order was cancelled",
  sentence: "The financing was not approved, or the order was cancelled. Nothing was charged.",
  kind: "bad",
}
const PAID: StatusText = {
  heading: "Thank you for your order",
  sentence: "Your payment is arranged. We tell you as soon as it is on its way.",
  kind: "good",
}
const WAITING: StatusText = {
  heading: "Thank you, we have your order",
  sentence: "Its payment is not decided yet. You need not do anything: we write to you.",
  kind: "wait",
}

/** Adds the requested `cart` field, which Medusa's type lacks. */
type OrderWithCart = HttpTypes.StoreOrder & { cart?: { id: string } | null }

/** Milliseconds between requests while the order's payment is undecided. */
const POLL_INTERVAL_MS = 5_000

function getStatusText({ status, payment_status }: HttpTypes.StoreOrder): StatusText {
  if (status === "canceled") return CANCELLED
  return ["not_paid", "awaiting", "requires_action"].includes(payment_status) ? WAITING : PAID
}

export const loadOrder = async ({ params }: LoaderFunctionArgs) =>
  await sdk.store.order
    .retrieve(params.order ?? "", { fields: "+payment_status,+fulfillment_status,*items,+cart.id" })
    .then(
      ({ order }) => order,
      (error: { status?: number }) => {
        if (error.status === 404) return null
        throw error
      }
    )

/** The page that the plugin sends shoppers to once their order is placed. */
export function Confirmation() {
  const order = useLoaderData<typeof loadOrder>()
  const { country } = useParams()
  const { revalidate } = useRevalidator()
  const cart = useCart()
  // The stored cart may have become this order.
  useEffect(() => void cart.refresh(), [])
  useEffect(() => {
    if (order && cart.orderId === order.id) cart.clearOrder(order.id)
  }, [order, cart.orderId])
  const text = order && getStatusText(order)
  useEffect(() => {
    if (text !== WAITING) return
    const timer = setInterval(() => void revalidate(), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [text])
  if (!order || !text) return <NotFound />
  return (
    <section className="card narrow confirmation">
      <p className={`mark ${text.kind}`} aria-hidden="true" />
      <h1>{text.heading}</h1>
      <p className="soft">{text.sentence}</p>
      {text === PAID ? null : (
        <FinancingStatus
          cartId={(order as OrderWithCart).cart?.id}
          orderId={order.id}
          onOrder={() => void revalidate()}
        />
      )}
      <dl className="facts">
        <dt>Order</dt>
        <dd>#{order.display_id}</dd>
        <dt>Payment</dt>
        <dd>{order.payment_status.replaceAll("_", " ")}</dd>
        <dt>Delivery</dt>
        <dd>{order.fulfillment_status.replaceAll("_", " ")}</dd>
      </dl>
      <OrderSummary sums={order} />
      <Link className="button wide" to={`/${country}`}>
        Continue shopping
      </Link>
    </section>
  )
}
