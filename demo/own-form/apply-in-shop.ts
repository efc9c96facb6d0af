import type { ShownApplication } from "../../src/api/store/consumer-financing/show-application"
import { formatMoney, toCents } from "../money"
import type { FilledCart } from "../purchase/fill-cart"
import type { Demo } from "../start-demo"
import type { StepReporter } from "../tour"

export type CartWithOffers = FilledCart & { application: ShownApplication }

const getApplicationsPath = ({ cartId }: FilledCart): string =>
  `/store/consumer-financing/carts/${cartId}/applications`

export async function getCurrentApplication(
  { shop }: Demo,
  cart: FilledCart
): Promise<ShownApplication> {
  type Answer = { application: ShownApplication }
  return (await shop.storeApi.get<Answer>(`${getApplicationsPath(cart)}/current`)).application
}

/** Belongs to nobody: area numbers from 900 on are never assigned. */
const SSN = "900-12-3456"

const formatDayFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The shopper submits the shop's own application form and receives offers. */
export async function applyInShop(
  demo: Demo,
  reporter: StepReporter,
  cart: FilledCart
): Promise<CartWithOffers> {
  await demo.shopper.applyInShop(cart.cartId, {
    personal: { ssn: SSN, birth_date: "1987-03-09" },
    employment: {
      pay_cycle: "biweekly",
      next_pay_date: formatDayFromNow(6),
      monthly_income: 4_200,
    },
  })
  const application = await getCurrentApplication(demo, cart)
  reporter.log("Submitted the shop's own form and received offers without leaving the shop")
  return reporter.verify(async (check) => {
    check("Medusa", "status shown to the shopper", {
      actual: application.status,
      expected: "choose_offer",
    })
    check("Medusa", "months of the offers", {
      actual: application.offers.map(({ term_months }) => term_months),
      expected: [12, 24, 36],
    })
    check("Medusa", "amount applied for", {
      actual: formatMoney(toCents(application.amount)),
      expected: formatMoney(cart.total),
    })
    const serviceApplication = await demo.simulator.findCartApplication(cart.cartId)
    check("Simulator", "kind of application", { actual: serviceApplication.kind, expected: "full" })
    check("Simulator", "status", { actual: serviceApplication.status, expected: "A" })
    check("Simulator", "amount to finance", {
      actual: formatMoney(toCents(serviceApplication.loanAmount)),
      expected: formatMoney(cart.total),
    })
    return { ...cart, application }
  })
}
