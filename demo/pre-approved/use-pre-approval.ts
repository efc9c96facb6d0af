import type { HttpTypes } from "@medusajs/framework/types"
import type { ShownPreApproval } from "../../src/api/store/consumer-financing/show-pre-approval"
import { formatMoney, toCents } from "../money"
import { getPaymentSession } from "../purchase/apply-for-financing"
import { getSinglePayment } from "../purchase/place-order"
import type { FilledCart } from "../purchase/fill-cart"
import type { Demo } from "../start-demo"
import type { StepReporter } from "../tour"
import type { GuestPreApproval } from "./start-pre-approval"

/** The guest attaches the claim to the cart. The shop reads the approved amount from the service. */
export async function attachPreApproval(
  demo: Demo,
  reporter: StepReporter,
  { cartId, claim }: FilledCart & GuestPreApproval
): Promise<void> {
  const path = `/store/consumer-financing/carts/${cartId}/pre-approval`
  await demo.shopper.attachClaim(cartId, claim)
  reporter.log("Attached the guest's claim to the cart")
  await reporter.verify(async (check) => {
    const { pre_approval } = await demo.shop.storeApi.get<{ pre_approval: ShownPreApproval }>(path)
    check("Medusa", "status shown to the shopper", {
      actual: pre_approval.status,
      expected: "approved",
    })
    check("Medusa", "approved up to", {
      actual: formatMoney(toCents(Number(pre_approval.approved_up_to))),
      expected: formatMoney(toCents(5_000)),
    })
  })
}

/** Choosing the payment method attaches the cart. The customer signs through the link in the message. */
export async function signByLink(
  demo: Demo,
  reporter: StepReporter,
  { cartId, total }: FilledCart
): Promise<void> {
  const url = await demo.shopper.chooseFinancing(cartId)
  const session = await getPaymentSession(demo, cartId)
  const attached = await demo.simulator.findCartApplication(cartId)
  await demo.shopper.completeApplication(url)
  reporter.log(`Message to the shopper: "${String(session?.data.message)}"`)
  reporter.log("Chose an offer and signed at the service's page, and did not return to the shop")
  await reporter.verify(async (check) => {
    check("Simulator", "attached the cart", { actual: attached.status, expected: "A" })
    check("Simulator", "applications of this cart", {
      actual: (await demo.simulator.listCartApplications(cartId)).map(({ kind }) => kind),
      expected: ["pre-approval"],
    })
    const order = await getCartOrder(demo, cartId)
    check("Medusa", "payment status", { actual: order.payment_status, expected: "authorized" })
    check("Medusa", "amount authorized", {
      actual: formatMoney(toCents(getSinglePayment(order).amount)),
      expected: formatMoney(total),
    })
    const signed = await demo.simulator.findCartApplication(cartId)
    check("Simulator", "status", { actual: signed.status, expected: "S" })
  })
}

async function getCartOrder(demo: Demo, cartId: string): Promise<HttpTypes.AdminOrder> {
  const order = await demo.admin.findOrderByCart(cartId)
  if (!order) throw new Error("Medusa: no order was placed for this cart.")
  return order
}
