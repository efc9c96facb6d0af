import { harness } from "../../store/harness"
import { applicationOf, tokensOf } from "../../store/our-records"
import { broughtCart } from "../../store/pre-approval-steps"
import type { Doors, Journey } from "./journey"

const doors = harness()
const { simulator } = doors

/** A pre-approved guest chooses financing in the cart that the claim was brought to. */
export const usePreApproval: Journey = {
  name: "use-pre-approval",
  money: false,
  isRepeatable: true,
  calls: ["updateCartAndSend", "getStatus", "requestToken"],
  prepare: async () => {
    const { cart, token } = await broughtCart()
    const act = ({ shop }: Doors) => shop.choosePaymentMethod(cart.id)
    return {
      cartId: cart.id,
      match: { token },
      token,
      act,
      again: () => act(doors),
      // The shopper can go on: with the pre-approval, or, where that came to nothing, without it.
      reached: async () => {
        const { id, kind, state, live_key } = await applicationOf(cart.id)
        expect({ state, isLive: live_key !== null }).toEqual({
          state: "awaiting-customer",
          isLive: true,
        })
        const tip = (await tokensOf(id)).at(-1)?.token
        const used = await simulator.application(String(tip))
        expect(used).toMatchObject({ kind, status: kind === "pre-approval" ? "A" : "P" })
        // Of a pre-approval that is used no more nothing is left to sign.
        if (tip !== token) {
          const { status } = await simulator.application(token)
          expect(["R", "O"]).toContain(status)
        }
      },
    }
  },
}
