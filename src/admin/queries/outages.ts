import { useQuery } from "@tanstack/react-query"
import { QUERY_KEY } from "./applications"
import { getPollingOptions } from "./polling"
import { API_PATH, sdk } from "./sdk"

export type Outage = {
  environment: "staging" | "production"
  is_in_use: boolean
  /** medusa-config sets its credentials, so only the server's operator can correct them. */
  is_locked: boolean
  cause: "refused-credentials" | "unreachable"
  since: string
  shoppers: number
  cents: number
}

/** Empty while the service works. */
export function useOutages() {
  return useQuery({
    queryKey: [QUERY_KEY, "outages"],
    queryFn: () => sdk.client.fetch<{ outages: Outage[] }>(`${API_PATH}/outages`),
    ...getPollingOptions(),
  })
}
