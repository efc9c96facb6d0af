import type { MedusaRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Contact } from "../../../domain/contact"
import { mayBePlain } from "../../../domain/plain-http"
import { CONSUMER_FINANCING } from "../../../modules/consumer-financing"
import { readOwnership } from "../../../workflows/own-cart"
import { clientOf, isOfferedIn, salesChannelsOf, shopperOf } from "./requester"
import { notFound, Refusal } from "./refusal"

const HTTPS_ONLY =
  "This address takes personal data over https only. Behind a proxy, let it set X-Forwarded-Proto."
const TOO_MANY = "Too many attempts. Please wait a while and try again."

const HOUR = 60 * 60

/** As long as the merchant has not turned the shop's own form on, it is not there. */
export function requireFullApplication(req: MedusaRequest): void {
  if (!optionsOf(req).fullApplication.enabled) {
    throw notFound()
  }
}

/**
 * Only over https, but for a store on this very machine or, in staging, within a private network. What counts is what Medusa trusts: its
 * nearest proxy's X-Forwarded-Proto. Who forges that header endangers nobody's data but their own.
 */
export function requireHttps(req: MedusaRequest): void {
  const { backendUrl, environment } = optionsOf(req)
  const isWithin = mayBePlain(new URL(backendUrl), environment) && mayBePlain(req, environment)
  if (!req.secure && !isWithin) {
    throw new Refusal({ status: 403, type: "not_allowed", message: HTTPS_ONLY })
  }
}

/** As long as the merchant has not turned pre-approvals on, their routes are not there. */
export function requirePreApproval(req: MedusaRequest): void {
  if (!optionsOf(req).preApproval.enabled) {
    throw notFound()
  }
}

/** The same, and in a storefront where financing is off. */
export function requirePreApprovalHere(req: MedusaRequest): void {
  requirePreApproval(req)
  if (!isOfferedIn(optionsOf(req), salesChannelsOf(req))) {
    throw notFound()
  }
}

/** Applications without a way back are asked about by the storefront: one of these is turned on. */
export function requireOwnPage(req: MedusaRequest): void {
  const { fullApplication, preApproval } = optionsOf(req)
  if (!fullApplication.enabled && !preApproval.enabled) {
    throw notFound()
  }
}

/** The id of the customer who is logged in. */
export function requireCustomer(req: MedusaRequest): string {
  const customerId = shopperOf(req)
  if (customerId === null) {
    throw new Refusal({ status: 401, type: "unauthorized", message: "Please log in." })
  }
  return customerId
}

const LOG_IN =
  "This e-mail address has an account in this shop. Please log in to go on, or use another e-mail address."

/** The cart's id, if the cart is there for whoever asks: for what is personal. */
export async function requireOwnCart(req: MedusaRequest): Promise<string> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const customerId = shopperOf(req)
  const cartId = req.params.id ?? ""
  const ownership = await readOwnership(query, { cartId, customerId })
  if (ownership === "unproven") {
    throw new Refusal({ status: 401, type: "unauthorized", message: LOG_IN })
  }
  if (ownership === "foreign") {
    throw notFound()
  }
  return cartId
}

/** Attempts an hour for one client. Each pre-approval makes the service write to somebody. */
export async function limitByAddress(
  req: MedusaRequest,
  form: "fullApplication" | "preApproval"
): Promise<void> {
  const options = optionsOf(req)
  const whose = `${form}:address:${clientOf(req, options.trustedProxies)}`
  await limitAttempts(req, { whose, calls: options[form].attemptsPerAddress })
}

/** Attempts an hour for one phone and for one e-mail address: nobody is written to all day. */
export async function limitByContact(
  req: MedusaRequest,
  { cellPhone, email }: Contact
): Promise<void> {
  const { attemptsPerCustomer: calls } = optionsOf(req).preApproval
  await limitAttempts(req, { whose: `pre-approval:phone:${cellPhone}`, calls })
  await limitAttempts(req, { whose: `pre-approval:email:${email.toLowerCase()}`, calls })
}

/** Attempts an hour for one cart; each purpose counts for itself. */
export async function limitByCart(
  req: MedusaRequest,
  purpose: "apply" | "select" | "attach"
): Promise<void> {
  const { attemptsPerCart: calls } = optionsOf(req).fullApplication
  await limitAttempts(req, { whose: `${purpose}:${req.params.id}`, calls })
}

export const optionsOf = (req: MedusaRequest) => req.scope.resolve(CONSUMER_FINANCING).options

async function limitAttempts(
  req: MedusaRequest,
  { whose, calls }: { whose: string; calls: number }
): Promise<void> {
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  limit(await financing.takeAttempts([{ whose, calls, seconds: HOUR }]))
}

function limit(wait: number | null): void {
  if (wait !== null) {
    throw tooManyAttempts(wait)
  }
}

/** @param wait seconds until the next one may be made */
export function tooManyAttempts(wait: number): Refusal {
  const headers = { "Retry-After": String(wait) }
  return new Refusal({ status: 429, type: "too_many_requests", message: TOO_MANY, headers })
}
