import { sessionOf } from "../purchase/apply-for-financing"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"
import { currentOf, type Offered } from "./apply-in-shop"

export type Chosen = Offered & { contractUrl: string }

/** The shopper chooses the 24-month offer. The payment session's URL is that of its contract. */
export async function chooseOffer(demo: Demo, told: Telling, offered: Offered): Promise<Chosen> {
  const offer = offered.application.offers.find(({ term_months }) => term_months === 24)
  const contractUrl = await demo.shopper.chooseOffer(offered.cartId, 24)
  told.say(`Chose ${offer?.term_months} months, first $${offer?.lease_payment} a month`)
  return told.verify(async (check) => {
    const session = await sessionOf(demo, offered.cartId)
    const { status } = await currentOf(demo, offered)
    check("Medusa", "status shown to the shopper", { is: status, due: "sign" })
    check("Medusa", "session has the contract's URL", {
      is: session?.data.url === contractUrl,
      due: true,
    })
    const atService = await demo.simulator.findCartApplication(offered.cartId)
    check("Simulator", "offer received", { is: atService.chosenOfferId, due: offer?.id })
    return { ...offered, contractUrl }
  })
}
