import { CONSUMER_FINANCING } from "../../../../modules/consumer-financing"
import { answerWith } from "../refusal"
import { isOfferedIn, salesChannelsOf } from "../requester"

/** A minute's delay is harmless, because each cart's eligibility is checked separately. */
const CACHED = "public, max-age=60, stale-while-revalidate=600"

/** Returns what a storefront shows before there is a cart, such as next to a product's price. */
export const GET = answerWith(async (req, res) => {
  const { isReady, options, outages } = req.scope.resolve(CONSUMER_FINANCING)
  const { checkout, environment, fullApplication, preApproval } = options
  const isOffered = isReady && isOfferedIn(options, salesChannelsOf(req))
  const isAvailable = isOffered && !(await outages.isRaised(environment))
  res.setHeader("Cache-Control", CACHED)
  // Each storefront's key has its own answer.
  res.vary("x-publishable-api-key")
  return {
    config: {
      is_available: isAvailable,
      title: checkout.title,
      description: checkout.description,
      minimum_amount: checkout.minimumAmount,
      maximum_amount: checkout.maximumAmount,
      currency_code: "usd",
      environment: environment === "staging" ? environment : null,
      flows: {
        hosted: isAvailable,
        own_form: isAvailable && fullApplication.enabled,
        pre_approval: isAvailable && preApproval.enabled,
      },
    },
  }
})
