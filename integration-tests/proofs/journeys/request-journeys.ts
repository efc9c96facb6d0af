import { listPaymentCollections, createDraftOrder } from "../../store/financing-request-steps"
import { createHarness } from "../../store/harness"
import { getLatestApplication } from "../../store/plugin-records"
import { getServiceApplication } from "./service-application"
import type { Clients, Journey } from "./journey"

const clients = createHarness()
const { store } = clients

/** Staff ask a customer to finance a draft. */
export const requestFinancing: Journey = {
  name: "ask-customer",
  movesMoney: false,
  isRepeatable: true,
  calls: ["createVirtualCart"],
  prepare: async () => {
    const cartId = await createDraftOrder()
    const act = ({ admin }: Clients) =>
      admin.adminApi.post("/admin/consumer-financing/financing-requests", { order_id: cartId })
    return {
      cartId,
      match: { orderId: `${cartId}-1` },
      act,
      retry: () => act(clients),
      // The customer can continue, and Medusa has a payment session.
      expectGoal: async () => {
        const { state, live_key } = await getLatestApplication(cartId)
        expect({ state, isLive: live_key !== null }).toEqual({
          state: "awaiting-customer",
          isLive: true,
        })
        expect(await getServiceApplication(cartId)).toMatchObject({ status: "P" })
        const sessions = await store.queryGraph<{ id: string }>({
          entity: "payment_session",
          fields: ["id"],
          filters: { payment_collection_id: await listPaymentCollections(cartId) },
        })
        expect(sessions).toHaveLength(1)
      },
    }
  },
}
