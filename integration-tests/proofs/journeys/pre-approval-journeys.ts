import { createHarness } from "../../store/harness"
import { getLatestApplication, listTokens } from "../../store/plugin-records"
import {
  approvePreApproval,
  attachPreApproval,
  createPreApprovedCart,
  buildPerson,
  getPreApproval,
  type RequestedPreApproval,
} from "../../store/pre-approval-steps"
import { createCart } from "../../store/new-cart"
import type { Clients, Journey } from "./journey"

const clients = createHarness()
const { shop, simulator } = clients

let guestCount = 0

/** A guest requests a pre-approval. Only this answer contains the claim. */
const requestPreApproval: Journey = {
  name: "ask-pre-approval",
  movesMoney: false,
  isRepeatable: true,
  calls: ["createPreApproval"],
  prepare: async () => {
    const { id: cartId } = await createCart()
    guestCount += 1
    const lastName = `Guest ${process.pid}-${Date.now()}-${guestCount}`
    const responses: RequestedPreApproval[] = []
    const act = async ({ shop }: Clients) => {
      const path = "/store/consumer-financing/pre-approvals"
      responses.push(
        await shop.storeApi.post<RequestedPreApproval>(path, buildPerson({ last_name: lastName }))
      )
    }
    return {
      cartId,
      match: { lastName },
      act,
      retry: () => act(clients),
      // The guest can pay with it.
      expectGoal: async () => {
        const response = responses.find(({ claim }) => claim !== null)
        if (!response) throw new Error("No answer contained a claim")
        const { id } = response.pre_approval
        if ((await getPreApproval(id)).state === "awaiting-customer") await approvePreApproval(id)
        await attachPreApproval(cartId, String(response.claim))
        await shop.choosePaymentMethod(cartId)
        expect(await getLatestApplication(cartId)).toMatchObject({
          kind: "pre-approval",
          state: "awaiting-customer",
        })
        expect(await simulator.findCartApplication(cartId)).toMatchObject({ status: "A" })
      },
    }
  },
}

/** A pre-approved guest chooses financing in the cart that has the claim. */
export const usePreApproval: Journey = {
  name: "use-pre-approval",
  movesMoney: false,
  isRepeatable: true,
  calls: ["updateCartAndSend", "getStatus"],
  prepare: async () => {
    const { cart, token } = await createPreApprovedCart()
    const act = ({ shop }: Clients) => shop.choosePaymentMethod(cart.id)
    return {
      cartId: cart.id,
      match: { token },
      token,
      act,
      retry: () => act(clients),
      // The shopper can continue, with the pre-approval or, if attaching it failed, without it.
      expectGoal: async () => {
        const { id, kind, state, live_key } = await getLatestApplication(cart.id)
        expect({ state, isLive: live_key !== null }).toEqual({
          state: "awaiting-customer",
          isLive: true,
        })
        const tip = (await listTokens(id)).at(-1)?.token
        const used = await simulator.application(String(tip))
        expect(used).toMatchObject({ kind, status: kind === "pre-approval" ? "A" : "P" })
        // An unused pre-approval can no longer be signed.
        if (tip !== token) {
          expect(["R", "O"]).toContain((await simulator.application(token)).status)
        }
      },
    }
  },
}

export const PRE_APPROVAL_JOURNEYS: Journey[] = [requestPreApproval, usePreApproval]
