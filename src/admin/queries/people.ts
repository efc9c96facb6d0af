import { useQuery } from "@tanstack/react-query"
import { QUERY_KEY } from "./applications"
import { RETRY_OPTIONS } from "./polling"
import { sdk } from "./sdk"

/** Milliseconds. */
const STALE_TIME = 5 * 60_000

/** Names (or email addresses) by id; empty while loading. */
export function useStaff(ids: (string | null)[]): Record<string, string> {
  const userIds = [...new Set(ids.filter((id) => id?.startsWith("user_")))].sort() as string[]
  const { data } = useQuery({
    queryKey: [QUERY_KEY, "staff", userIds],
    queryFn: () => sdk.admin.user.list({ id: userIds, limit: userIds.length }),
    enabled: userIds.length > 0,
    staleTime: STALE_TIME,
    ...RETRY_OPTIONS,
  })
  return Object.fromEntries(
    (data?.users ?? []).map(({ id, first_name, last_name, email }) => [
      id,
      [first_name, last_name].filter(Boolean).join(" ") || email,
    ])
  )
}

/** Email addresses by id; empty while loading. */
export function useCustomers(ids: (string | null)[]): Record<string, string> {
  const customerIds = [...new Set(ids.filter((id) => id !== null))].sort()
  const { data } = useQuery({
    queryKey: [QUERY_KEY, "customers", customerIds],
    queryFn: () => sdk.admin.customer.list({ id: customerIds, limit: customerIds.length }),
    enabled: customerIds.length > 0,
    staleTime: STALE_TIME,
    ...RETRY_OPTIONS,
  })
  return Object.fromEntries((data?.customers ?? []).map(({ id, email }) => [id, email]))
}
