import { createHarness } from "../../store/harness"
import { listApplications } from "../../store/plugin-records"
import { listPostbacks } from "../../store/postback-steps"
import { getOnlyPayment } from "../../store/purchase-steps"
import { sumRefunds } from "../../proofs/stabilize-cart"
import type { PurchaseLog } from "./play-purchase"

const { admin, simulator } = createHarness()

/** Expects every postback that was answered with a 200 in the inbox. */
async function expectPostbacksKept({ cartId, taken }: PurchaseLog): Promise<void> {
  const applications = await listApplications(cartId)
  const storedCount = (await Promise.all(applications.map(({ id }) => listPostbacks(id)))).flat()
    .length
  const sent = (await simulator.listCartApplications(cartId)).flatMap(({ postbacks }) => postbacks)
  const answered = sent.filter(({ outcome }) => outcome === "HTTP 200").length
  expect(storedCount).toBeGreaterThanOrEqual(answered + taken)
}

/** Expects that everything the plugin confirmed to shoppers, staff or the service still holds. */
export async function expectConfirmationsKept(log: PurchaseLog): Promise<void> {
  const { cartId, signed, orderId, captured, refunded, cancelled, gaveUp } = log
  const order = await admin.findOrderByCart(cartId)
  await expectPostbacksKept(log)
  if (!order) {
    // A signed application without an order has ended or has a review case (I7).
    const hasReviewCase = (await listApplications(cartId)).some(
      ({ review_reason }) => review_reason !== null
    )
    const hasEnded = (await simulator.listCartApplications(cartId)).every(
      ({ status, cancelled: ended }) => ended || ["O", "U", "X", "T"].includes(status)
    )
    expect({ orderId, isUnknown: signed && !hasReviewCase && !hasEnded }).toEqual({
      isUnknown: false,
    })
    return
  }
  if (orderId) expect(order.id).toBe(orderId)
  if (cancelled || gaveUp === undefined) expect(order.status === "canceled").toBe(cancelled)
  if (captured) expect(getOnlyPayment(order).captured_at).toEqual(expect.any(String))
  if (refunded > 0) expect(sumRefunds(getOnlyPayment(order))).toBeGreaterThanOrEqual(refunded)
}
