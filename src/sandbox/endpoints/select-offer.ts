import { shorten } from "../narrator"
import { hostedUrl } from "../state/create-application"
import { jsonAnswer } from "./answer"
import { expectNoBody, findByPath, type Handler } from "./call"
import { Refusal } from "./refusal"

/** Endpoint 5: a GET that stores the customer's choice. */
export const selectOffer: Handler = (call) => {
  expectNoBody(call)
  const { application, link } = findByPath(call)
  const offer = application.offers.find(({ id }) => String(id) === call.params.offerId)
  if (!offer) throw new Refusal(404, "offerId: unknown")
  if (link.status !== "A") throw new Refusal(409, `status: is ${link.status}, offers need A`)
  application.chosenOfferId = offer.id
  call.world.narrate(`Offer ${String(offer.id)} is chosen for ${shorten(link.token)}`)
  return jsonAnswer({
    offerId: String(offer.id),
    contractUrl: hostedUrl(call.world, application, offer.id),
    accessToken: call.world.random.hex(24),
    offerType: offer.offerType,
  })
}
