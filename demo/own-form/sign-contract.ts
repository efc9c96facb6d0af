import { asMoney, toCents } from "../money"
import { paymentOf } from "../purchase/come-back"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"
import { currentOf } from "./apply-in-shop"
import type { Chosen } from "./choose-offer"

/** The shopper signs at the service, which does not redirect back. The plugin places the order. */
export async function signContract(demo: Demo, told: Telling, chosen: Chosen): Promise<void> {
  await demo.shopper.signAt(chosen.contractUrl)
  told.say("Signed and paid at the service's page, and did not return to the shop")
  await told.verify(async (check) => {
    const order = await demo.admin.findOrderByCart(chosen.cartId)
    if (!order) throw new Error("Medusa: no order was placed for this cart.")
    check("Medusa", "payment status", { is: order.payment_status, due: "authorized" })
    check("Medusa", "amount authorized", {
      is: asMoney(toCents(paymentOf(order).amount)),
      due: asMoney(chosen.total),
    })
    const { status } = await currentOf(demo, chosen)
    check("Medusa", "status shown to the shopper", { is: status, due: "approved" })
    const atService = await demo.simulator.findCartApplication(chosen.cartId)
    check("Simulator", "status", { is: atService.status, due: "S" })
    check("Simulator", "order id received", {
      is: atService.orderId,
      due: String(order.display_id),
    })
  })
}
