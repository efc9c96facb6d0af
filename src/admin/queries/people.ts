import { useQuery } from "@tanstack/react-query"
import { FINANCING } from "./applications"
import { ASKING } from "./polling"
import { sdk } from "./sdk"

/** Who is who changes seldom: milliseconds. */
const LASTING = 5 * 60_000

/** The names, else the e-mail addresses, of staff by their ids; empty until they are known. */
export function useStaff(ids: (string | null)[]): Record<string, string> {
  const wanted = [...new Set(ids.filter((id) => id?.startsWith("user_")))].sort() as string[]
  const { data } = useQuery({
    queryKey: [FINANCING, "staff", wanted],
    queryFn: () => sdk.admin.user.list({ id: wanted, limit: wanted.length }),
    enabled: wanted.length > 0,
    staleTime: LASTING,
    ...ASKING,
  })
  return Object.fromEntries(
    (data?.users ?? []).map(({ id, first_name, last_name, email }) => [
      id,
      [first_name, last_name].filter(Boolean).join(" ") || email,
    ])
  )
}

/** The e-mail addresses of customers by their ids; empty until they are known. */
export function useCustomers(ids: (string | null)[]): Record<string, string> {
  const wanted = [...new Set(ids.filter((id) => id !== null))].sort()
  const { data } = useQuery({
    queryKey: [FINANCING, "customers", wanted],
    queryFn: () => sdk.admin.customer.list({ id: wanted, limit: wanted.length }),
    enabled: wanted.length > 0,
    staleTime: LASTING,
    ...ASKING,
  })
  return Object.fromEntries((data?.customers ?? []).map(({ id, email }) => [id, email]))
}
