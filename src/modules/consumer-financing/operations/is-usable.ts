import { type ApplicationState, hasEnded } from "../../../domain/application-state"
import { readStoredOffers } from "../../../translation/offers"
import type { ApplicationRecord } from "../records"

/** States in which the customer has done their part: no address is needed any more. */
const SIGNED: readonly ApplicationState[] = [
  "under-review",
  "ready-to-settle",
  "settling",
  "funded",
]

type Live = Pick<
  ApplicationRecord,
  "kind" | "state" | "code" | "cancelling" | "customer_url" | "offers"
>

/** Adoptable: the customer can go on with it, or has finished it. A create in doubt has no address. */
export function isUsable(live: Live): boolean {
  const { cancelling, state } = live
  const goesOn = state !== "created" && (live.customer_url !== null || goesOnWithoutAddress(live))
  return !cancelling && !hasEnded(state) && (goesOn || SIGNED.includes(state))
}

/**
 * To a pre-approved customer the service has sent a link. A full application has no page: it waits
 * for the service, or for the choice of an offer. Approved without one that is known here, the
 * customer could never sign.
 */
function goesOnWithoutAddress({ kind, code, offers }: Live): boolean {
  if (kind === "pre-approval") return true
  return kind === "full" && (code !== "A" || readStoredOffers(offers).length > 0)
}
