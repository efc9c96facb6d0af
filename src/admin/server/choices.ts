import { useQuery } from "@tanstack/react-query"
import { FINANCING } from "./applications"
import { sdk } from "./sdk"

/** What can be picked by searching the shop for it. */
export const CHOICES = ["products", "categories", "customer-groups", "customers"] as const
export type Choices = (typeof CHOICES)[number]

export type Choice = { id: string; name: string }

/** As many as are shown of what was found. */
const SHOWN = 20

type Wish = { q: string; limit: number } | { id: string[]; limit: number }

const LISTS: Record<Choices, (wish: Wish) => Promise<Choice[]>> = {
  products: async (wish) => {
    const { products } = await sdk.admin.product.list({ ...wish, fields: "id,title" })
    return products.map(({ id, title }) => ({ id, name: title }))
  },
  categories: async (wish) => {
    const { product_categories } = await sdk.admin.productCategory.list({
      ...wish,
      fields: "id,name",
    })
    return product_categories.map(({ id, name }) => ({ id, name }))
  },
  "customer-groups": async (wish) => {
    const { customer_groups } = await sdk.admin.customerGroup.list({ ...wish, fields: "id,name" })
    return customer_groups.map(({ id, name }) => ({ id, name: name ?? id }))
  },
  customers: async (wish) => {
    const { customers } = await sdk.admin.customer.list({
      ...wish,
      has_account: true,
      fields: "id,email",
    })
    return customers.map(({ id, email }) => ({ id, name: email }))
  },
}

/** What the shop has of a kind that matches what was typed. */
export function useFound(what: Choices, typed: string) {
  const q = typed.trim()
  return useQuery({
    queryKey: [FINANCING, "found", what, q],
    queryFn: () => LISTS[what]({ q, limit: SHOWN }),
    enabled: q !== "",
    placeholderData: (before) => before,
  })
}

/** What was picked before, by name; what is gone from the shop keeps its id. */
export function useChosen(what: Choices, ids: string[]): Choice[] {
  const { data } = useQuery({
    queryKey: [FINANCING, "chosen", what, ids],
    queryFn: () => LISTS[what]({ id: ids, limit: ids.length }),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  })
  const names = new Map((data ?? []).map(({ id, name }) => [id, name]))
  return ids.map((id) => ({ id, name: names.get(id) ?? id }))
}
