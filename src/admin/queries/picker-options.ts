import { useQuery } from "@tanstack/react-query"
import { QUERY_KEY } from "./applications"
import { sdk } from "./sdk"

export const PICKER_RESOURCES = ["products", "categories", "customer-groups", "customers"] as const
export type Resource = (typeof PICKER_RESOURCES)[number]

export type PickerOption = { id: string; name: string }

export type PickerQuery = { q?: string; id?: string; limit?: number; offset?: number }
export type PickerPage = { choices: PickerOption[]; count: number; offset: number; limit: number }

/** List a page of records by search text or ids; deleted records are omitted. */
export const FETCHERS: Record<Resource, (query: PickerQuery) => Promise<PickerPage>> = {
  products: async (query) => {
    const { products, ...page } = await sdk.admin.product.list({ ...query, fields: "id,title" })
    return { ...page, choices: products.map(({ id, title }) => ({ id, name: title })) }
  },
  categories: async (query) => {
    const { product_categories: matches, ...page } = await sdk.admin.productCategory.list({
      ...query,
      fields: "id,name",
    })
    return { ...page, choices: matches.map(({ id, name }) => ({ id, name })) }
  },
  "customer-groups": async (query) => {
    const { customer_groups: matches, ...page } = await sdk.admin.customerGroup.list({
      ...query,
      fields: "id,name",
    })
    return { ...page, choices: matches.map(({ id, name }) => ({ id, name: name ?? id })) }
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

/** Loads the names of the selected ids; a deleted record has its id as its name. */
export function usePickerOptions(resource: Resource, ids: string[]): PickerOption[] {
  const { data } = useQuery({
    queryKey: [QUERY_KEY, "chosen", resource, ids],
    // Every list endpoint also accepts an array of ids.
    queryFn: () => FETCHERS[resource]({ id: ids as never, limit: ids.length }),
    enabled: ids.length > 0,
    placeholderData: (previous) => previous,
  })
  const names = new Map((data?.choices ?? []).map(({ id, name }) => [id, name]))
  return ids.map((id) => ({ id, name: names.get(id) ?? id }))
}
