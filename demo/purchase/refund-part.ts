import { asMoney, toCents } from "../money"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"
import { paymentOf, type Placed } from "./come-back"

/** Cents. */
const REFUND = 100_00

/** The merchant refunds $100. The service replaces the application with a smaller one. */
export async function refundPart(demo: Demo, told: Telling, placed: Placed): Promise<void> {
  const payment = paymentOf(await demo.admin.getOrder(placed.orderId))
  await demo.admin.refund(payment.id, { amount: REFUND / 100, note: "Scratch on the sofa" })
  told.say(`Refunded ${asMoney(REFUND)} in the admin for a scratch on the sofa`)
  const left = asMoney(placed.total - REFUND)
  await told.verify(async (check) => {
    const order = await demo.admin.getOrder(placed.orderId)
    const refunds = paymentOf(order).refunds ?? []
    check("Medusa", "payment status", { is: order.payment_status, due: "partially_refunded" })
    check("Medusa", "amounts refunded", {
      is: refunds.map(({ amount }) => asMoney(toCents(amount))),
      due: [asMoney(REFUND)],
    })
    const seen = await demo.simulator.application(placed.token)
    const [replaced, tip] = seen.chain
    check("Simulator", "tokens in its chain", { is: seen.tokens.length, due: 2 })
    check("Simulator", "old and new token differ", {
      is: replaced?.token !== tip?.token,
      due: true,
    })
    check("Simulator", "status, old and new", {
      is: seen.chain.map(({ status }) => status),
      due: ["T", "C"],
    })
    check("Simulator", "amount financed now", {
      is: asMoney(toCents(seen.loanAmount)),
      due: left,
    })
    check("Simulator", "times settled", { is: seen.settleCount, due: 1 })
    check("Simulator", "partial refunds", { is: seen.partialRefunds.length, due: 1 })
    check("Simulator", "order id of the new token", { is: tip?.orderId, due: placed.number })
    const calls = await demo.simulator.calls({ operation: "updateOrderId" })
    const toldFor = seen.tokens.filter((token) => calls.some((call) => call.token === token))
    check("Simulator", "tokens with an order id sent", { is: toldFor.length, due: 2 })
  })
}
