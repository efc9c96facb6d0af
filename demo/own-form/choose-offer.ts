import type { HttpTypes } from "@medusajs/framework/types"
import type { ShownApplication } from "../../src/api/store/consumer-financing/shown-application"
import type { Demo } from "../start-everything"
import type { Telling } from "../tour"
import { pathOf, type Offered } from "./apply-in-shop"

export type Chosen = Offered & { contractUrl: string }

/** The shopper takes the offer over 24 months; the payment session leads to its contract. */
export async function chooseOffer(demo: Demo, told: Telling, offered: Offered): Promise<Chosen> {
  const offer = offered.application.offers.find(({ term_months }) => term_months === 24)
  const path = `${pathOf(offered)}/${offered.application.id}/offers/${offer?.id}/select`
  const answer = await demo.shop.door.post<{ application: ShownApplication }>(path)
  const contractUrl = String(answer.application.contract_url)
  told.say(`Chose ${offer?.term_months} months, first $${offer?.lease_payment} a month`)
  return told.verify(async (check) => {
    const { cart } = await demo.shop.door.get<HttpTypes.StoreCartResponse>(
      `/store/carts/${offered.cartId}?fields=*payment_collection.payment_sessions`
    )
    const [session] = cart.payment_collection?.payment_sessions ?? []
    check("Medusa", "status told to the shopper", { is: answer.application.status, due: "sign" })
    check("Medusa", "session leads to the contract", {
      is: session?.data.url === contractUrl,
      due: true,
    })
    const atService = await demo.simulator.applicationOfCart(offered.cartId)
    check("Simulator", "offer it was told", { is: atService.chosenOfferId, due: offer?.id })
    return { ...offered, contractUrl }
  })
}
