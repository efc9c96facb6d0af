import { useQuery } from "@tanstack/react-query"
import { FINANCING } from "./applications"
import { ASKING } from "./polling"
import { HERE, sdk } from "./sdk"
import type { SelfCheck } from "./settings-api-types"

/** Asks the shop to look at itself: one of its checks asks its own public address. */
export function useSelfCheck() {
  return useQuery({
    queryKey: [FINANCING, "self-check"],
    queryFn: () => sdk.client.fetch<{ self_check: SelfCheck }>(`${HERE}/settings/self-check`),
    ...ASKING,
  })
}
