import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { readCart } from "../../translation/cart-to-snapshot"
import { readStanding, type StandingSeen } from "../../translation/standing"
import { readCartWithSessions, readOrderOfCart } from "../read-store"
import type { Looked } from "./look-at-service"

export type Seen = Looked &
  StandingSeen & {
    cartId: string | null
    orderId: string | null
    /** Seconds since the order was placed; null without one. */
    orderAge: number | null
  }

const UNREAD: StandingSeen & Omit<Seen, keyof Looked | keyof StandingSeen> = {
  standing: "nothing",
  session: null,
  payment: null,
  cartId: null,
  orderId: null,
  orderAge: null,
}

/** Reads what in Medusa stands on the application: order, payment, session, cart. */
export const readStoreSideStep = createStep(
  "read-store-side-of-financing",
  async (looked: Looked, { container }) => {
    if (looked.code === null) {
      return new StepResponse<Seen>({ ...looked, ...UNREAD })
    }
    const financing = container.resolve(CONSUMER_FINANCING)
    const query = container.resolve(ContainerRegistrationKeys.QUERY)
    const application = await financing.retrieveFinancingApplication(looked.applicationId, {
      relations: ["sessions"],
    })
    const cartId = application.cart_id
    const cart = cartId ? await readCartWithSessions(query, cartId) : null
    const order = cartId ? await readOrderOfCart(query, cartId) : null
    const reading = cart ? readCart(cart) : null
    const seen = readStanding({
      knownOrderId: application.order_id,
      sessionIds: application.sessions.map(({ payment_session_id }) => payment_session_id),
      superseded: application.live_key === null,
      cart,
      cartUnchanged: reading?.ok === true && financing.isUnchanged(application, reading.snapshot),
      order,
    })
    const isOurs = order !== null && seen.standing !== "nothing"
    if (isOurs && application.order_id !== order.id) {
      await financing.updateFinancingApplications({ id: application.id, order_id: order.id })
    }
    const orderAge = order ? (Date.now() - new Date(order.created_at).getTime()) / 1000 : null
    return new StepResponse<Seen>({
      ...looked,
      ...seen,
      cartId,
      orderId: isOurs ? order.id : null,
      orderAge,
    })
  }
)
