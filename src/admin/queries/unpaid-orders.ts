import type { AdminOrder } from "@medusajs/framework/types"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { QUERY_KEY } from "./applications"
import { API_PATH, sdk } from "./sdk"

/** Returns a payment collection for the amount due: an untouched one, or a new one. */
async function ensurePaymentCollection({
  id,
  payment_collections,
  summary,
}: AdminOrder): Promise<string> {
  const amountDue = Number(summary?.pending_difference ?? 0)
  const existing = (payment_collections ?? []).find(
    ({ status, amount }) => status === "not_paid" && Math.abs(amount - amountDue) < 0.01
  )
  if (existing) return existing.id
  const created = await sdk.admin.paymentCollection.create({ order_id: id, amount: amountDue })
  return created.payment_collection.id
}

export function useOrder(id: string) {
  const fields = "id,display_id,status,*summary,*payment_collections,*fulfillments"
  return useQuery({
    queryKey: [QUERY_KEY, "order", id],
    queryFn: () => sdk.admin.order.retrieve(id, { fields }),
  })
}

/** Returns the id of the payment collection for Medusa's payment link. */
export function useCreatePaymentLink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ensurePaymentCollection,
    onSettled: () => queryClient.invalidateQueries(),
  })
}

export function useMarkAsPaid() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ order, applicationId }: { order: AdminOrder; applicationId: string }) => {
      const id = await ensurePaymentCollection(order)
      await sdk.admin.paymentCollection.markAsPaid(id, { order_id: order.id })
      // Reconciling ends the failed financing payment in Medusa.
      await sdk.client.fetch(`${API_PATH}/applications/${applicationId}/reconcile`, {
        method: "POST",
        body: {},
      })
    },
    onSettled: () => queryClient.invalidateQueries(),
  })
}
