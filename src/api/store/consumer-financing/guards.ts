import type { MedusaRequest } from "@medusajs/framework/http"
import type { Contact } from "../../../modules/consumer-financing/operations/pre-approvals/request-pre-approval"
import { mayBePlain } from "../../../domain/plain-http"
import { CONSUMER_FINANCING } from "../../../modules/consumer-financing"
import { readOwnership } from "../../../medusa/read-cart-owner"
import { clientOf, isOfferedIn, salesChannelsOf, shopperOf } from "./requester"
import { notFound, Refusal } from "./refusal"

const HTTPS_ONLY =
  "This address takes personal data over https only. Behind a proxy, let it set X-Forwarded-Proto."
const TOO_MANY = "Too many attempts. Please wait a while and try again."

/** Hides the shop's own form, or pre-approvals, while the settings disable them. */
export function requireEnabled(req: MedusaRequest, form: "fullApplication" | "preApproval"): void {
  if (!optionsOf(req)[form].enabled) {
    throw notFound()
  }
}

/**
 * Requires https, except on this machine or, in staging, within a private network. Uses Medusa's trusted
 * X-Forwarded-Proto; a client that forges it endangers only its own data.
 */
export function requireHttps(req: MedusaRequest): void {
  const { backendUrl, environment } = optionsOf(req)
  const isWithin = mayBePlain(new URL(backendUrl), environment) && mayBePlain(req, environment)
  if (!req.secure && !isWithin) {
    throw new Refusal({ status: 403, type: "not_allowed", message: HTTPS_ONLY })
  }
}

/** Hides pre-approvals, in a storefront without financing too. */
export function requirePreApprovalHere(req: MedusaRequest): void {
  requireEnabled(req, "preApproval")
  if (!isOfferedIn(optionsOf(req), salesChannelsOf(req))) {
    throw notFound()
  }
}

/** Requires an enabled way to apply without the service's page, where the storefront asks for the status. */
export function requireOwnPage(req: MedusaRequest): void {
  const { fullApplication, preApproval } = optionsOf(req)
  if (!fullApplication.enabled && !preApproval.enabled) {
    throw notFound()
  }
}

/** Returns the id of the logged-in customer. */
export function requireCustomer(req: MedusaRequest): string {
  const customerId = shopperOf(req)
  if (customerId === null) {
    throw new Refusal({ status: 401, type: "unauthorized", message: "Please log in." })
  }
  return customerId
}

const LOG_IN =
  "This e-mail address has an account in this shop. Please log in to go on, or use another e-mail address."

/** Returns the cart's id if the requester may read its personal data. */
export async function requireOwnCart(req: MedusaRequest): Promise<string> {
  const customerId = shopperOf(req)
  const cartId = req.params.id ?? ""
  const { knex } = req.scope.resolve(CONSUMER_FINANCING).context
  const ownership = await readOwnership(knex, cartId, customerId)
  if (ownership === "unproven") {
    throw new Refusal({ status: 401, type: "unauthorized", message: LOG_IN })
  }
  if (ownership === "foreign") {
    throw notFound()
  }
  return cartId
}

/** Limits attempts per hour and client. Each pre-approval makes the service write to a person. */
export async function limitByAddress(
  req: MedusaRequest,
  form: "fullApplication" | "preApproval"
): Promise<void> {
  const options = optionsOf(req)
  const subject = `${form}:address:${clientOf(req, options.trustedProxies)}`
  await limitAttempts(req, { subject, calls: options[form].attemptsPerAddress })
}

/** Limits attempts per hour for one phone and one e-mail address, which protects their owner. */
export async function limitByContact(
  req: MedusaRequest,
  { cellPhone, email }: Contact
): Promise<void> {
  const { attemptsPerCustomer: calls } = optionsOf(req).preApproval
  await limitAttempts(req, { subject: `pre-approval:phone:${cellPhone}`, calls })
  await limitAttempts(req, { subject: `pre-approval:email:${email.toLowerCase()}`, calls })
}

/** Limits attempts per hour for one cart, per purpose. */
export async function limitByCart(
  req: MedusaRequest,
  purpose: "apply" | "select" | "attach"
): Promise<void> {
  const { attemptsPerCart: calls } = optionsOf(req).fullApplication
  await limitAttempts(req, { subject: `${purpose}:${req.params.id}`, calls })
}

export const optionsOf = (req: MedusaRequest) => req.scope.resolve(CONSUMER_FINANCING).options

async function limitAttempts(
  req: MedusaRequest,
  { subject, calls }: { subject: string; calls: number }
): Promise<void> {
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const wait = await financing.takeAttempts([{ subject, calls, seconds: 60 * 60 }])
  if (wait !== null) {
    throw tooManyAttempts(wait)
  }
}

/** @param wait seconds until the next one may be made */
export function tooManyAttempts(wait: number): Refusal {
  const headers = { "Retry-After": String(wait) }
  return new Refusal({ status: 429, type: "too_many_requests", message: TOO_MANY, headers })
}
