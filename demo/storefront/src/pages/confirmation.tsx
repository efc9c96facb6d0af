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
import { SumsOf } from "../parts/sums"
import { sdk } from "../sdk"
import { NotFound } from "./not-found"

type Words = { heading: string; sentence: string; kind: "good" | "wait" | "bad" }

const CANCELLED: Words = {
  heading: "Your order was cancelled",
  sentence: "The financing was not approved, or the order was cancelled. Nothing was charged.",
  kind: "bad",
}
const PAID: Words = {
  heading: "Thank you for your order",
  sentence: "Your payment is arranged. We tell you as soon as it is on its way.",
  kind: "good",
}
const WAITING: Words = {
  heading: "Thank you, we have your order",
  sentence: "Its payment is not decided yet. You need not do anything: we write to you.",
  kind: "wait",
}

/** Adds the requested `cart` field, which Medusa's type lacks. */
type OrderOfCart = HttpTypes.StoreOrder & { cart?: { id: string } | null }

/** Milliseconds between requests while the order's payment is undecided. */
const PAUSE = 5_000

function wordsFor({ status, payment_status }: HttpTypes.StoreOrder): Words {
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
    if (order && cart.orderId === order.id) cart.forget(order.id)
  }, [order, cart.orderId])
  const words = order && wordsFor(order)
  useEffect(() => {
    if (words !== WAITING) return
    const timer = setInterval(() => void revalidate(), PAUSE)
    return () => clearInterval(timer)
  }, [words])
  if (!order || !words) return <NotFound />
  return (
    <section className="card narrow confirmation">
      <p className={`mark ${words.kind}`} aria-hidden="true" />
      <h1>{words.heading}</h1>
      <p className="soft">{words.sentence}</p>
      {words === PAID ? null : (
        <FinancingStatus
          cartId={(order as OrderOfCart).cart?.id}
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
      <SumsOf sums={order} />
      <Link className="button wide" to={`/${country}`}>
        Continue shopping
      </Link>
    </section>
  )
}
