import { currentTokenOf } from "../state/application"
import { OUTCOMES, decide } from "../state/decisions"
import { hostedUrl } from "../state/create-application"
import type { Ending } from "./farewell-page"
import type { Visit } from "./parts"

type Click = {
  decision: string
  offer: string
  framedBy: string
  /** Status that the page showed. */
  seen: string
}

/**
 * Applies a click on the hosted page. Returns the URL of the next page, or undefined for an unknown choice.
 * When the status changed while the page was open, ignores the click and returns the URL of the current page.
 */
export function decideOnPage(
  visit: Visit,
  { decision, offer, framedBy, seen }: Click
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
  if (seen !== "" && seen !== currentTokenOf(application).status) return here
  if (decision === "other-offer") return here
  if (decision === "choose-offer") {
    const chosen = application.offers.find(({ id }) => String(id) === offer)
    if (!chosen) return undefined
    application.chosenOfferId = chosen.id
    return hostedUrl(world, application, chosen.id)
  }
  const outcome = OUTCOMES.find((one) => one === decision)
  if (!outcome) return undefined
  if (!decide(world, application, outcome)) return here
  if (outcome === "sign") return leave("return")
  if (outcome === "walk-away" || outcome === "cancel") return leave("cancel")
  return here
}
