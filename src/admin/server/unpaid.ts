import type { AdminOrder } from "@medusajs/framework/types"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { sdk } from "./sdk"

/** The collection by which what is due can be paid: one that nobody has begun to pay, or a new one. */
async function openCollection({ id, payment_collections, summary }: AdminOrder): Promise<string> {
  const open = (payment_collections ?? []).find(({ status }) => status === "not_paid")
  if (open) return open.id
  const amount = Number(summary?.pending_difference ?? 0)
  const made = await sdk.admin.paymentCollection.create({ order_id: id, amount })
  return made.payment_collection.id
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
    mutationFn: async (order: AdminOrder) =>
      await sdk.admin.paymentCollection.markAsPaid(await openCollection(order), {
        order_id: order.id,
      }),
    onSettled: () => queries.invalidateQueries(),
  })
}
