import type { ShownApplication } from "../../src/api/store/consumer-financing/show-application"
import { asMoney, toCents } from "../money"
import type { FilledCart } from "../purchase/fill-cart"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"

export type Offered = FilledCart & { application: ShownApplication }

const pathOf = ({ cartId }: FilledCart): string =>
  `/store/consumer-financing/carts/${cartId}/applications`

export async function currentOf({ shop }: Demo, cart: FilledCart): Promise<ShownApplication> {
  type Answer = { application: ShownApplication }
  return (await shop.storeApi.get<Answer>(`${pathOf(cart)}/current`)).application
}

/** Belongs to nobody: area numbers from 900 on are never assigned. */
const SSN = "900-12-3456"

const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The shopper submits the shop's own application form and receives offers. */
export async function applyInShop(demo: Demo, told: Telling, cart: FilledCart): Promise<Offered> {
  await demo.shopper.applyInShop(cart.cartId, {
    personal: { ssn: SSN, birth_date: "1987-03-09" },
    employment: { pay_cycle: "biweekly", next_pay_date: inDays(6), monthly_income: 4_200 },
  })
  const application = await currentOf(demo, cart)
  told.say("Submitted the shop's own form and received offers without leaving the shop")
  return told.verify(async (check) => {
    check("Medusa", "status shown to the shopper", { is: application.status, due: "choose_offer" })
    check("Medusa", "months of the offers", {
      is: application.offers.map(({ term_months }) => term_months),
      due: [12, 24, 36],
    })
    check("Medusa", "amount applied for", {
      is: asMoney(toCents(application.amount)),
      due: asMoney(cart.total),
    })
    const atService = await demo.simulator.findCartApplication(cart.cartId)
    check("Simulator", "kind of application", { is: atService.kind, due: "full" })
    check("Simulator", "status", { is: atService.status, due: "A" })
    check("Simulator", "amount to finance", {
      is: asMoney(toCents(atService.loanAmount)),
      due: asMoney(cart.total),
    })
    return { ...cart, application }
  })
}
