import { useQuery } from "@tanstack/react-query"
import { FINANCING } from "./applications"
import { ASKING } from "./polling"
import { HERE, sdk } from "./sdk"

export type Right =
  "see" | "change" | "settle" | "refund" | "see_payouts" | "see_settings" | "change_settings"

/** Roles change seldom: milliseconds. */
const LASTING = 60_000

/**
 * The rights of the signed-in user. None before they are known; everything where the server could not say,
 * since it refuses on its own what it does not allow.
 */
export function useRights(): { may: (right: Right) => boolean; isKnown: boolean } {
  const { data, error } = useQuery({
    queryKey: [FINANCING, "rights"],
    queryFn: () => sdk.client.fetch<{ rights: Record<Right, boolean> }>(`${HERE}/rights`),
    staleTime: LASTING,
    ...ASKING,
  })
  return {
    may: (right) => (data ? data.rights[right] : error !== null),
    isKnown: data !== undefined || error !== null,
  }
}
