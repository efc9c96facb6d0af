import type { HttpTypes } from "@medusajs/framework/types"
import type { ShownPreApproval } from "../../src/api/store/consumer-financing/show-pre-approval"
import { asMoney, toCents } from "../money"
import { sessionOf } from "../purchase/apply-for-financing"
import { paymentOf } from "../purchase/come-back"
import type { FilledCart } from "../purchase/fill-cart"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"
import type { Asked } from "./ask-first"

/** The guest attaches the claim to the cart. The shop reads the approved amount from the service. */
export async function bringToCart(
  demo: Demo,
  told: Telling,
  { cartId, claim }: FilledCart & Asked
): Promise<void> {
  const path = `/store/consumer-financing/carts/${cartId}/pre-approval`
  await demo.shopper.bringClaim(cartId, claim)
  told.say("Attached the guest's claim to the cart")
  await told.verify(async (check) => {
    const { pre_approval } = await demo.shop.storeApi.get<{ pre_approval: ShownPreApproval }>(path)
    check("Medusa", "status shown to the shopper", { is: pre_approval.status, due: "approved" })
    check("Medusa", "approved up to", {
      is: asMoney(toCents(Number(pre_approval.approved_up_to))),
      due: asMoney(toCents(5_000)),
    })
  })
}

/** Choosing the payment method attaches the cart. The customer signs through the link in the message. */
export async function signByLink(
  demo: Demo,
  told: Telling,
  { cartId, total }: FilledCart
): Promise<void> {
  const url = await demo.shopper.chooseFinancing(cartId)
  const session = await sessionOf(demo, cartId)
  const attached = await demo.simulator.findCartApplication(cartId)
  await demo.shopper.signAt(url)
  told.say(`Message to the shopper: "${String(session?.data.message)}"`)
  told.say("Chose an offer and signed at the service's page, and did not return to the shop")
  await told.verify(async (check) => {
    check("Simulator", "attached the cart", { is: attached.status, due: "A" })
    check("Simulator", "applications of this cart", {
      is: (await demo.simulator.listCartApplications(cartId)).map(({ kind }) => kind),
      due: ["pre-approval"],
    })
    const order = await orderOf(demo, cartId)
    check("Medusa", "payment status", { is: order.payment_status, due: "authorized" })
    check("Medusa", "amount authorized", {
      is: asMoney(toCents(paymentOf(order).amount)),
      due: asMoney(total),
    })
    const signed = await demo.simulator.findCartApplication(cartId)
    check("Simulator", "status", { is: signed.status, due: "S" })
  })
}

async function orderOf(demo: Demo, cartId: string): Promise<HttpTypes.AdminOrder> {
  const order = await demo.admin.findOrderByCart(cartId)
  if (!order) throw new Error("Medusa: no order was placed for this cart.")
  return order
}
