import {
  applicationForm,
  applyInFull,
  currentApplication,
  offeredCart,
  selectOffer,
} from "../../store/full-application-steps"
import { harness } from "../../store/harness"
import { newCart } from "../../store/new-cart"
import { atService } from "./at-service"
import type { Doors, Journey } from "./journey"
import { quiet } from "./shoppers-journeys"

const doors = harness()
const { simulator } = doors

/** A shopper submits the shop's own form. */
const applyWithForm: Journey = {
  name: "apply-with-form",
  money: false,
  isRepeatable: true,
  calls: ["createFullApplication"],
  prepare: async () => {
    const { id: cartId } = await newCart()
    const act = ({ shop }: Doors) => applyInFull(cartId, applicationForm(), shop)
    return {
      cartId,
      match: { orderId: `${cartId}-1` },
      act,
      again: () => act(doors),
      // The shopper can continue with the service's offers.
      reached: async () => {
        expect(await currentApplication(cartId)).toMatchObject({
          status: "choose_offer",
          offers: [{ id: 101 }, { id: 102 }, { id: 103 }],
        })
        expect(await atService(cartId)).toMatchObject({ kind: "full", status: "A" })
      },
    }
  },
}

/** A shopper chooses one of the offers. */
const chooseOffer: Journey = {
  name: "choose-offer",
  money: false,
  isRepeatable: true,
  calls: ["selectOffer"],
  prepare: async () => {
    const { cart, application } = await offeredCart()
    const { tip: token } = await simulator.applicationOfCart(cart.id)
    const act = ({ shop }: Doors) => selectOffer(application, 102, shop)
    return await quiet({
      cartId: cart.id,
      match: { token },
      token,
      act,
      again: () => act(doors),
      // The contract for the selected offer can be signed.
      reached: async () => {
        expect(await currentApplication(cart.id)).toMatchObject({
          status: "sign",
          selected_offer_id: 102,
          contract_url: expect.stringMatching(/^http/) as string,
        })
        expect(await atService(cart.id)).toMatchObject({ chosenOfferId: 102 })
      },
    })
  },
}

export const FULL_APPLICATION_JOURNEYS: Journey[] = [applyWithForm, chooseOffer]
