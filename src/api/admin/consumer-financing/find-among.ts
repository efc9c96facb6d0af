import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Among } from "../../../modules/consumer-financing/operations/list-applications"

/** As many orders or carts of one customer as are looked through. */
const MOST = 500

/**
 * What a person typed to find an application: an order's number or id, a cart's or application's id,
 * a customer's e-mail address, or any token that the service ever gave it.
 */
export async function findAmong(scope: MedusaContainer, words: string): Promise<Among> {
  const typed = words.trim().replace(/^#/, "")
  const none = { ids: [], orderIds: [], cartIds: [], tokens: [] }
  if (/^(finapp|order|cart)_\w+$/.test(typed)) {
    return { ...none, ids: [typed], orderIds: [typed], cartIds: [typed] }
  }
  if (typed.includes("@")) {
    const filters = { email: [...new Set([typed, typed.toLowerCase()])] }
    return {
      ...none,
      orderIds: await idsOf(scope, "order", filters),
      cartIds: await idsOf(scope, "cart", filters),
    }
  }
  const isNumber = /^\d{1,9}$/.test(typed)
  const numbered = isNumber ? await idsOf(scope, "order", { display_id: Number(typed) }) : []
  const named = await idsOf(scope, "order", { custom_display_id: typed })
  return { ...none, orderIds: [...numbered, ...named], tokens: [typed] }
}

async function idsOf(
  scope: MedusaContainer,
  entity: "order" | "cart",
  filters: Record<string, unknown>
): Promise<string[]> {
  const query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({
    entity,
    fields: ["id"],
    filters,
    pagination: { take: MOST, skip: 0, order: { created_at: "DESC" } },
  })
  return (data as { id: string }[]).map(({ id }) => id)
}
