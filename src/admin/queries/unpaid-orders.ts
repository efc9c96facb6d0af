import type { AdminOrder } from "@medusajs/framework/types"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { FINANCING } from "./applications"
import { HERE, sdk } from "./sdk"

/** Returns a payment collection for the amount due: an untouched one, or a new one. */
async function openCollection({ id, payment_collections, summary }: AdminOrder): Promise<string> {
  const open = (payment_collections ?? []).find(({ status }) => status === "not_paid")
  if (open) return open.id
  const amount = Number(summary?.pending_difference ?? 0)
  const made = await sdk.admin.paymentCollection.create({ order_id: id, amount })
  return made.payment_collection.id
}

/** What the ways out need of an order. */
export function useOrder(id: string) {
  const fields = "id,display_id,status,*summary,*payment_collections"
  return useQuery({
    queryKey: [FINANCING, "order", id],
    queryFn: () => sdk.admin.order.retrieve(id, { fields }),
  })
}

/** The id of the collection that Medusa's payment link is made of. */
export function usePaymentLink() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: openCollection,
    onSettled: () => queries.invalidateQueries(),
  })
}

/** Medusa's own "mark as paid": it was collected another way. */
export function useMarkAsPaid() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ order, applicationId }: { order: AdminOrder; applicationId: string }) => {
      const id = await openCollection(order)
      await sdk.admin.paymentCollection.markAsPaid(id, { order_id: order.id })
      // What is left of the dead financing payment in Medusa is ended with that.
      await sdk.client.fetch(`${HERE}/applications/${applicationId}/reconcile`, {
        method: "POST",
        body: {},
      })
    },
    onSettled: () => queries.invalidateQueries(),
  })
}
