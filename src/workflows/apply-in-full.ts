import type { MedusaContainer } from "@medusajs/framework/types"
import type { ApplicationForm } from "../domain/application-form"
import type { Problem } from "../domain/problem"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { Limited } from "../modules/consumer-financing/operations/limit-applications"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { disagreements } from "../translation/full-application-request"
import { readCheckout } from "../translation/cart-to-snapshot"
import { compact } from "../translation/medusa-rows"
import { userError } from "../translation/user-error"
import { readBuyer } from "../medusa/read-store"
import { readWholeCart, type WholeCart } from "../medusa/read-whole-cart"
import { findProvider } from "../medusa/read-regions"
import { ensurePaymentSession, refreshCollection } from "../medusa/ensure-payment-session"
import { logFailure } from "./log-failure"

type ApplyInFullInput = { cartId: string; form: ApplicationForm; loggedInId: string | null }

type ApplyInFullResult =
  /** The shopper must correct these first; nothing was sent. */
  | { outcome: "incomplete"; problems: Problem[] }
  /** Too many attempts by this person; nothing was sent. */
  | Limited
  /** Approved, declined, under review or out of range, as the application says. */
  | { outcome: "answered"; application: ApplicationRecord }

const NOT_READY =
  "Financing is not available in this shop at the moment. Please choose another payment method."
const NOT_IN_REGION =
  "Financing is not available where this cart is delivered. Please choose another payment method."
const PHONE: Problem = {
  field: "personal.cell_phone",
  sentence: "is needed: a US phone number",
}

/**
 * Applies with the shop's own form (endpoint 4) for a cart, and creates the cart's payment session. Not a workflow,
 * because Medusa stores and logs workflow inputs, and a form is personal data. Throws a message for the
 * shopper when no application was made.
 */
export async function applyInFull(
  container: MedusaContainer,
  { cartId, form, loggedInId }: ApplyInFullInput
): Promise<ApplyInFullResult> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const cart = await readWholeCart(financing.context.knex, cartId)
  if (!cart || cart.completed_at) {
    throw userError("This cart is an order already.")
  }
  if (!financing.isReady) {
    throw userError(NOT_READY)
  }
  const reading = readCheckout(cart)
  if (!reading.ok) {
    const problems = reading.problems.map((problem) => ({
      ...problem,
      field: `cart.${problem.field}`,
    }))
    return { outcome: "incomplete", problems }
  }
  const { snapshot } = reading
  const cellPhone = form.personal.cell_phone ?? snapshot.cellPhone
  const problems = [...disagreements(form, snapshot), ...(cellPhone ? [] : [PHONE])]
  if (problems.length > 0 || !cellPhone) {
    return { outcome: "incomplete", problems }
  }
  if (!(await findProvider(container, cart))) {
    throw userError(NOT_IN_REGION)
  }
  const record = await readBuyer(container, { entity: "cart", row: cart })
  const { refusal } = await financing.checkEligibility({ record, reading })
  if (refusal) {
    throw userError(refusal.sentence)
  }
  // The application takes over the cart's session, unless a refresh deletes it for its amount.
  const collectionId = cart.payment_collection?.id
  const isRefreshed = collectionId ? await refreshCollection(container, collectionId) : false
  const paymentSessionId = isRefreshed ? null : await findSession(container, cart)
  const filing = {
    snapshot,
    form,
    cellPhone,
    paymentSessionId,
    loggedInId,
    isExplicit: form.apply_again === true,
    consent: form.consent?.version,
  }
  const result = await financing.applyInFull(filing).catch(async (error: unknown) => {
    // The session points back to the earlier application.
    const earlier =
      paymentSessionId && (await financing.applications.findAggregateBySession(paymentSessionId))
    if (earlier) await ensurePaymentSessionIfPossible(container, earlier.application.id)
    throw error
  })
  if (result.outcome === "limited") {
    return result
  }
  const { application } = result
  await ensurePaymentSessionIfPossible(container, application.id)
  return { outcome: "answered", application }
}

/** Logs an error instead of losing the answer: choosing an offer or the payment method repeats this. */
async function ensurePaymentSessionIfPossible(
  container: MedusaContainer,
  id: string
): Promise<void> {
  await ensurePaymentSession(container, id).catch((error: unknown) =>
    logFailure(container, `${id} has no payment session yet`, error)
  )
}

/** Finds the cart's session of an earlier application, which the new one takes over. */
async function findSession(container: MedusaContainer, cart: WholeCart): Promise<string | null> {
  const financing = container.resolve(CONSUMER_FINANCING)
  for (const session of compact(cart.payment_collection?.payment_sessions)) {
    const known = await financing.applications.findAggregateBySession(session.id)
    if (session.status !== "canceled" && known?.application.cart_id === cart.id) {
      return session.id
    }
  }
  return null
}
