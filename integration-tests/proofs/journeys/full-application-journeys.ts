import {
  applicationForm,
  applyInFull,
  currentApplication,
  offeredCart,
  selectOffer,
} from "../../store/full-application-steps"
import { harness } from "../../store/harness"
import { newCart } from "../../store/new-cart"
import { getServiceApplication } from "./at-service"
import type { Clients, Journey } from "./journey"
import { isolateJourney } from "./shoppers-journeys"

const clients = harness()
const { simulator } = clients

/** A shopper submits the shop's own form. */
const applyWithForm: Journey = {
  name: "apply-with-form",
  movesMoney: false,
  isRepeatable: true,
  calls: ["createFullApplication"],
  prepare: async () => {
    const { id: cartId } = await newCart()
    const act = ({ shop }: Clients) => applyInFull(cartId, applicationForm(), shop)
    return {
      cartId,
      match: { orderId: `${cartId}-1` },
      act,
      retry: () => act(clients),
      // The shopper can continue with the service's offers.
      expectGoal: async () => {
        expect(await currentApplication(cartId)).toMatchObject({
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
    const { cart, application } = await offeredCart()
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
        expect(await currentApplication(cart.id)).toMatchObject({
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
