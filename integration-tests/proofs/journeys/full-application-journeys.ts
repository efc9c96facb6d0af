import {
  buildApplicationForm,
  submitFullApplication,
  getCurrentApplication,
  createCartWithOffers,
  selectOffer,
} from "../../store/full-application-steps"
import { createHarness } from "../../store/harness"
import { createCart } from "../../store/new-cart"
import { getServiceApplication } from "./service-application"
import type { Clients, Journey } from "./journey"
import { isolateJourney } from "./shopper-journeys"

const clients = createHarness()
const { simulator } = clients

/** A shopper submits the shop's own form. */
const applyWithForm: Journey = {
  name: "apply-with-form",
  movesMoney: false,
  isRepeatable: true,
  calls: ["createFullApplication"],
  prepare: async () => {
    const { id: cartId } = await createCart()
    const act = ({ shop }: Clients) => submitFullApplication(cartId, buildApplicationForm(), shop)
    return {
      cartId,
      match: { orderId: `${cartId}-1` },
      act,
      retry: () => act(clients),
      // The shopper can continue with the service's offers.
      expectGoal: async () => {
        expect(await getCurrentApplication(cartId)).toMatchObject({
          status: "choose_offer",
          offers: [{ id: 101 }, { id: 102 }, { id: 103 }],
        })
        expect(await getServiceApplication(cartId)).toMatchObject({ kind: "full", status: "A" })
      },
    }
  },
}

/** A shopper chooses one of the offers. */
const chooseOffer: Journey = {
  name: "choose-offer",
  movesMoney: false,
  isRepeatable: true,
  calls: ["selectOffer"],
  prepare: async () => {
    const { cart, application } = await createCartWithOffers()
    const { tip: token } = await simulator.findCartApplication(cart.id)
    const act = ({ shop }: Clients) => selectOffer(application, 102, shop)
    return await isolateJourney({
      cartId: cart.id,
      match: { token },
      token,
      act,
      retry: () => act(clients),
      // The contract for the selected offer can be signed.
      expectGoal: async () => {
        expect(await getCurrentApplication(cart.id)).toMatchObject({
          status: "sign",
          selected_offer_id: 102,
          contract_url: expect.stringMatching(/^http/) as string,
        })
        expect(await getServiceApplication(cart.id)).toMatchObject({ chosenOfferId: 102 })
      },
    })
  },
}

export const FULL_APPLICATION_JOURNEYS: Journey[] = [applyWithForm, chooseOffer]
