import { type Judgement, judgePurchase } from "../../../domain/judge-purchase"
import {
  type PurchaseFactsRecord,
  readPurchaseFacts,
  toLimits,
} from "../../../translation/purchase-facts"
import type { CartReading } from "../../../translation/cart-to-snapshot"
import type { Context } from "../context"
import { canContinue, findLive } from "./find-live"

export type EligibilityInput = {
  /** The products and the customer. */
  record: PurchaseFactsRecord
  reading: CartReading
  /** The purchase's region offers financing, and the shop is set up. */
  isOffered?: boolean
  forStaff?: boolean
}

/**
 * Decides by the settings whether a purchase can be financed. An application that exists already continues, whatever
 * the settings exclude.
 */
export async function checkEligibility(
  context: Context,
  { record, reading, isOffered = true, forStaff = false }: EligibilityInput
): Promise<Judgement> {
  const { total, state } = reading.ok
    ? { total: reading.snapshot.total, state: reading.snapshot.address.state }
    : reading
  const judgement = judgePurchase({
    facts: readPurchaseFacts(record, { total, state, isSetUp: isOffered }),
    limits: toLimits(context.options),
    problems: reading.ok ? [] : reading.problems,
    forStaff,
  })
  if (judgement.refusal === null || !reading.ok || !isOffered) return judgement
  const { snapshot } = reading
  const live = await findLive(context, snapshot.cartId)
  const isContinued = live !== null && (await canContinue(context, live, { snapshot }))
  return isContinued ? { ...judgement, refusal: null } : judgement
}
