import { collectionsOf, draftOrder } from "../../store/financing-request-steps"
import { harness } from "../../store/harness"
import { applicationOf } from "../../store/our-records"
import { getServiceApplication } from "./at-service"
import type { Clients, Journey } from "./journey"

const clients = harness()
const { store } = clients

/** Staff ask a customer to finance a draft. */
export const requestFinancing: Journey = {
  name: "ask-customer",
  movesMoney: false,
  isRepeatable: true,
  calls: ["createVirtualCart"],
  prepare: async () => {
    const cartId = await draftOrder()
    const act = ({ admin }: Clients) =>
      admin.adminApi.post("/admin/consumer-financing/financing-requests", { order_id: cartId })
    return {
      cartId,
      match: { orderId: `${cartId}-1` },
      act,
      retry: () => act(clients),
      // The customer can continue, and Medusa has a payment session.
      expectGoal: async () => {
        const { state, live_key } = await applicationOf(cartId)
        expect({ state, isLive: live_key !== null }).toEqual({
          state: "awaiting-customer",
          isLive: true,
        })
        expect(await getServiceApplication(cartId)).toMatchObject({ status: "P" })
        const sessions = await store.queryGraph<{ id: string }>({
          entity: "payment_session",
          fields: ["id"],
          filters: { payment_collection_id: await collectionsOf(cartId) },
        })
        expect(sessions).toHaveLength(1)
      },
    }
  },
}
