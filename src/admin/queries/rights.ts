import { useQuery } from "@tanstack/react-query"
import { QUERY_KEY } from "./applications"
import { RETRY_OPTIONS } from "./polling"
import { API_PATH, sdk } from "./sdk"

export type Right =
  "see" | "change" | "settle" | "refund" | "see_payouts" | "see_settings" | "change_settings"

/** Milliseconds. */
const STALE_TIME = 60_000

/** Denies every right while loading. Allows all if loading fails, because the server enforces them. */
export function useRights(): { can: (right: Right) => boolean; isLoaded: boolean } {
  const { data, error } = useQuery({
    queryKey: [QUERY_KEY, "rights"],
    queryFn: () => sdk.client.fetch<{ rights: Record<Right, boolean> }>(`${API_PATH}/rights`),
    staleTime: STALE_TIME,
    ...RETRY_OPTIONS,
  })
  return {
    can: (right) => (data ? data.rights[right] : error !== null),
    isLoaded: data !== undefined || error !== null,
  }
}
