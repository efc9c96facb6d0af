import { getCurrentLink } from "../state/application"
import { renderApplicationPage } from "./application-page"
import { renderOffersPage } from "./offers-page"
import { renderOutcomePage } from "./outcome-page"
import type { Visit } from "./parts"
import { renderSignPage } from "./sign-page"

/** Renders the page of an application's status. */
export function renderPage(visit: Visit): string {
  const { application, offerId } = visit
  const { status } = getCurrentLink(application)
  if (status === "P") return renderApplicationPage(visit)
  if (status !== "A" && status !== "B") return renderOutcomePage(visit)
  const selectedOfferId = offerId ?? (status === "B" ? application.offers[0]?.id : undefined)
  const offer = application.offers.find(({ id }) => id === selectedOfferId)
  return offer ? renderSignPage(visit, offer) : renderOffersPage(visit)
}
