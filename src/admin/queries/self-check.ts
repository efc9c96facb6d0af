import { useQuery } from "@tanstack/react-query"
import { QUERY_KEY } from "./applications"
import { RETRY_OPTIONS } from "./polling"
import { API_PATH, sdk } from "./sdk"
import type { SelfCheck } from "./settings-api-types"

/** Slow: one of the checks requests the shop's own public address. */
export function useSelfCheck() {
  return useQuery({
    queryKey: [QUERY_KEY, "self-check"],
    queryFn: () => sdk.client.fetch<{ self_check: SelfCheck }>(`${API_PATH}/settings/self-check`),
    ...RETRY_OPTIONS,
  })
}
