import { OUTCOMES, decide } from "../state/decisions"
import { hostedUrl } from "../state/create-application"
import type { Ending } from "./farewell-page"
import type { Visit } from "./parts"

/** Where a customer's click leads: an address, or undefined when it is impossible now. */
export function decideOnPage(
  visit: Visit,
  { decision, offer, framedBy }: { decision: string; offer: string; framedBy: string }
): string | undefined {
  const { world, application } = visit
  const here = hostedUrl(world, application)
  const leave = (to: Ending["to"]) => {
    const url = to === "return" ? application.returnUrl : application.cancelUrl
    if (url && !framedBy) return url
    const farewell = here.replace("/apply?", "/apply/done?")
    return `${farewell}&to=${to}&framedBy=${encodeURIComponent(framedBy)}`
  }
  if (decision === "finish") return leave("return")
  if (decision === "other-offer") return here
  if (decision === "choose-offer") {
    const chosen = application.offers.find(({ id }) => String(id) === offer)
    if (!chosen) return undefined
    application.chosenOfferId = chosen.id
    return hostedUrl(world, application, chosen.id)
  }
  const outcome = OUTCOMES.find((one) => one === decision)
  if (!outcome || !decide(world, application, outcome)) return undefined
  if (outcome === "sign") return leave("return")
  if (outcome === "walk-away" || outcome === "cancel") return leave("cancel")
  return here
}
