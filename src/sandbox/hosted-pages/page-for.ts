import { currentTokenOf } from "../state/application"
import { applicationPage } from "./application-page"
import { offersPage } from "./offers-page"
import { outcomePage } from "./outcome-page"
import type { Visit } from "./parts"
import { signPage } from "./sign-page"

/** Renders the page of an application's status. */
export function pageFor(visit: Visit): string {
  const { application, offerId } = visit
  const { status } = currentTokenOf(application)
  if (status === "P") return applicationPage(visit)
  if (status !== "A" && status !== "B") return outcomePage(visit)
  const wanted = offerId ?? (status === "B" ? application.offers[0]?.id : undefined)
  const offer = application.offers.find(({ id }) => id === wanted)
  return offer ? signPage(visit, offer) : offersPage(visit)
}
