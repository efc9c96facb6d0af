import { asMoney, toCents } from "../money"
import { paymentOf } from "../purchase/come-back"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"
import { currentOf } from "./apply-in-shop"
import type { Chosen } from "./choose-offer"

/** Signed at the service, which has no way back here: the order is placed by itself. */
export async function signContract(demo: Demo, told: Telling, chosen: Chosen): Promise<void> {
  await demo.shopper.signAt(chosen.contractUrl)
  told.say("Signed and paid at the service's page; nobody came back to the shop")
  await told.verify(async (check) => {
    const order = await demo.admin.orderOfCart(chosen.cartId)
    if (!order) throw new Error("Medusa: there should be an order of this cart, but there is none.")
    check("Medusa", "payment status", { is: order.payment_status, due: "authorized" })
    check("Medusa", "amount authorized", {
      is: asMoney(toCents(paymentOf(order).amount)),
      due: asMoney(chosen.total),
    })
    const { status } = await currentOf(demo, chosen)
    check("Medusa", "status told to the shopper", { is: status, due: "approved" })
    const atService = await demo.simulator.applicationOfCart(chosen.cartId)
    check("Simulator", "status", { is: atService.status, due: "S" })
    check("Simulator", "order id it was told", {
      is: atService.orderId,
      due: String(order.display_id),
    })
  })
}
