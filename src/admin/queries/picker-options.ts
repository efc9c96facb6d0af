import { useQuery } from "@tanstack/react-query"
import { FINANCING } from "./applications"
import { sdk } from "./sdk"

/** What can be picked by searching the shop for it. */
export const CHOICES = ["products", "categories", "customer-groups", "customers"] as const
export type Choices = (typeof CHOICES)[number]

export type Choice = { id: string; name: string }

export type ChoiceQuery = { q?: string; id?: string; limit?: number; offset?: number }
export type ChoicePage = { choices: Choice[]; count: number; offset: number; limit: number }

/** By a part of the name, or by ids; what is gone from the shop is left out. */
export const LISTS: Record<Choices, (query: ChoiceQuery) => Promise<ChoicePage>> = {
  products: async (query) => {
    const { products, ...page } = await sdk.admin.product.list({ ...query, fields: "id,title" })
    return { ...page, choices: products.map(({ id, title }) => ({ id, name: title })) }
  },
  categories: async (query) => {
    const { product_categories: found, ...page } = await sdk.admin.productCategory.list({
      ...query,
      fields: "id,name",
    })
    return { ...page, choices: found.map(({ id, name }) => ({ id, name })) }
  },
  "customer-groups": async (query) => {
    const { customer_groups: found, ...page } = await sdk.admin.customerGroup.list({
      ...query,
      fields: "id,name",
    })
    return { ...page, choices: found.map(({ id, name }) => ({ id, name: name ?? id })) }
  },
  customers: async (query) => {
    const { customers, ...page } = await sdk.admin.customer.list({
      ...query,
      has_account: true,
      fields: "id,email",
    })
    return { ...page, choices: customers.map(({ id, email }) => ({ id, name: email })) }
  },
}

/** What was picked before, by name; what is gone from the shop keeps its id. */
export function useChosen(what: Choices, ids: string[]): Choice[] {
  const { data } = useQuery({
    queryKey: [FINANCING, "chosen", what, ids],
    // Each list takes several ids, too.
    queryFn: () => LISTS[what]({ id: ids as never, limit: ids.length }),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  })
  const names = new Map((data?.choices ?? []).map(({ id, name }) => [id, name]))
  return ids.map((id) => ({ id, name: names.get(id) ?? id }))
}
