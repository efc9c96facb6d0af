import { getCurrentLink } from "../state/application"
import { OUTCOMES, applyOutcome } from "../state/decisions"
import { buildHostedUrl } from "../state/create-application"
import type { PageExit } from "./exit-page"
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
export function resolveClick(
  visit: Visit,
  { decision, offer, framedBy, seen }: Click
): string | undefined {
  const { simulator, application } = visit
  const currentUrl = buildHostedUrl(simulator, application)
  const getExitUrl = (to: PageExit["to"]) => {
    const url = to === "return" ? application.returnUrl : application.cancelUrl
    if (url && !framedBy) return url
    const exitPageUrl = currentUrl.replace("/apply?", "/apply/done?")
    return `${exitPageUrl}&to=${to}&framedBy=${encodeURIComponent(framedBy)}`
  }
  if (decision === "finish") return getExitUrl("return")
  if (seen !== "" && seen !== getCurrentLink(application).status) return currentUrl
  if (decision === "other-offer") return currentUrl
  if (decision === "choose-offer") {
    const chosen = application.offers.find(({ id }) => String(id) === offer)
    if (!chosen) return undefined
    application.chosenOfferId = chosen.id
    return buildHostedUrl(simulator, application, chosen.id)
  }
  const outcome = OUTCOMES.find((outcome) => outcome === decision)
  if (!outcome) return undefined
  if (!applyOutcome(simulator, application, outcome)) return currentUrl
  if (outcome === "sign") return getExitUrl("return")
  if (outcome === "walk-away" || outcome === "cancel") return getExitUrl("cancel")
  return currentUrl
}
