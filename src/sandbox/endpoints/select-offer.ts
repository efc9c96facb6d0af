import { shortenToken } from "../narrator"
import { buildHostedUrl } from "../state/create-application"
import { buildJsonAnswer } from "./answer"
import { expectNoBody, findApplicationByPath, type Handler } from "./call"
import { Refusal } from "./refusal"

/** Endpoint 5: a GET that stores the customer's choice. */
export const selectOffer: Handler = (call) => {
  expectNoBody(call)
  const { application, link } = findApplicationByPath(call)
  const offer = application.offers.find(({ id }) => String(id) === call.params.offerId)
  if (!offer) throw new Refusal(404, "offerId: unknown")
  if (link.status !== "A") throw new Refusal(409, `status: is ${link.status}, offers need A`)
  application.chosenOfferId = offer.id
  call.simulator.narrate(`Offer ${String(offer.id)} is chosen for ${shortenToken(link.token)}`)
  return buildJsonAnswer({
    offerId: String(offer.id),
    contractUrl: buildHostedUrl(call.simulator, application, offer.id),
    accessToken: call.simulator.random.hex(24),
    offerType: offer.offerType,
  })
}
