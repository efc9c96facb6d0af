import { createHarness } from "./harness"

const { shop, store } = createHarness()

type Session = { id: string; provider_id: string; status: string }

async function listPaymentSessions(collectionId: string): Promise<Session[]> {
  const [collection] = await store.queryGraph<{ payment_sessions: Session[] }>({
    entity: "payment_collection",
    fields: ["payment_sessions.*"],
    filters: { id: collectionId },
  })
  return collection?.payment_sessions ?? []
}

export async function chooseOtherMethod(collectionId: string): Promise<void> {
  await shop.storeApi.post(`/store/payment-collections/${collectionId}/payment-sessions`, {
    provider_id: "pp_system_default",
  })
}

export async function authorizeOtherMethod(collectionId: string): Promise<void> {
  const sessions = await listPaymentSessions(collectionId)
  const other = sessions.find(({ provider_id }) => provider_id === "pp_system_default")
  await store.call("payment", "authorizePaymentSession", other?.id, {})
}

/** Chooses and authorizes the built-in payment method, as a storefront with both methods does. */
export async function payWithOtherMethod(collectionId: string): Promise<void> {
  await chooseOtherMethod(collectionId)
  await authorizeOtherMethod(collectionId)
}
