import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { FinancingError } from "../financing-api"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { readCart } from "../translation/cart-to-snapshot"
import { toShopperError } from "../translation/error-to-medusa"
import { isUserFacing, sentence } from "../translation/sentence"
import { ensurePaymentSession } from "./ensure-payment-session"
import { readWholeCart } from "../medusa/read-whole-cart"

export type SelectFinancingOfferInput = {
  cart_id: string
  /** An application of this very cart; any other is answered as one that is not there. */
  application_id: string
  offer_id: number
}

const NO_APPLICATION = "This cart has no such financing application."
const NO_CART = "Financing can only be chosen for an open cart."

type Chosen = {
  application_id: string
  /** Why it was not chosen, in a sentence for the shopper; null when it was. */
  refused: string | null
}

const chooseOfferStep = createStep(
  "choose-financing-offer",
  async (input: SelectFinancingOfferInput, { container }) => {
    const { application_id } = input
    try {
      await choose(container, input)
      return new StepResponse<Chosen>({ application_id, refused: null })
    } catch (error) {
      // A value, because workflows hand errors on without saying whose words they carry.
      if (isUserFacing(error) || error instanceof FinancingError) {
        return new StepResponse<Chosen>({ application_id, refused: toShopperError(error).message })
      }
      throw error
    }
  }
)

async function choose(
  container: MedusaContainer,
  { cart_id, application_id, offer_id }: SelectFinancingOfferInput
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const [own] = await financing.listFinancingApplications(
    { id: application_id, cart_id },
    { take: 1, select: ["id"] }
  )
  if (!own) {
    throw sentence(NO_APPLICATION)
  }
  const cart = await readWholeCart(financing.context.knex, cart_id)
  const reading = cart && !cart.completed_at ? readCart(cart) : null
  if (!reading) {
    throw sentence(NO_CART)
  }
  if (!reading.ok) {
    throw sentence(reading.problems.map((problem) => problem.sentence).join(" "))
  }
  await financing.selectOffer({
    applicationId: application_id,
    offerId: offer_id,
    snapshot: reading.snapshot,
  })
}

/** The cart's payment session leads to the contract of the offer. */
const ensurePaymentSessionStep = createStep(
  "give-session-to-financing",
  async (chosen: Chosen, { container }) => {
    if (chosen.refused === null) {
      await ensurePaymentSession(container, chosen.application_id)
    }
    return new StepResponse(chosen)
  }
)

/**
 * Chooses one of a full application's offers (endpoint 5) and lets the cart's payment session point
 * to its contract. Choosing again, also another one, is fine until the customer has signed. Answers
 * `refused`, a sentence for the shopper, when it was not chosen. The address of the contract is the
 * customer's own: read it from the application, it is no output here.
 */
export const selectFinancingOfferWorkflow = createWorkflow(
  "select-financing-offer",
  (input: SelectFinancingOfferInput) =>
    new WorkflowResponse(ensurePaymentSessionStep(chooseOfferStep(input)))
)
