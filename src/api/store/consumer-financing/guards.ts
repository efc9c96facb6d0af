import type { AuthenticatedMedusaRequest, MedusaRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../../../modules/consumer-financing"
import { isOwnCart } from "../../../workflows/own-cart"
import { notFound, Refusal } from "./refusal"

const HTTPS_ONLY =
  "This address takes personal data over https only. Behind a proxy, let it set X-Forwarded-Proto."
const TOO_MANY = "Too many attempts. Please wait a while and try again."

const HOUR = 60 * 60

/** As long as the merchant has not turned the shop's own form on, it is not there. */
export function requireFullApplication(req: MedusaRequest): void {
  if (!req.scope.resolve(CONSUMER_FINANCING).options.fullApplication.enabled) {
    throw notFound()
  }
}

const isLocal = (host: string) => ["localhost", "127.0.0.1", "[::1]"].includes(host)

/**
 * Only over https, but for a store on this very machine. What counts is what Medusa trusts: its
 * nearest proxy's X-Forwarded-Proto. Who forges that header endangers nobody's data but their own.
 */
export function requireHttps(req: MedusaRequest): void {
  const { backendUrl } = req.scope.resolve(CONSUMER_FINANCING).options
  const isOnThisMachine = isLocal(new URL(backendUrl).hostname) && isLocal(req.hostname)
  if (!req.secure && !isOnThisMachine) {
    throw new Refusal({ status: 403, type: "not_allowed", message: HTTPS_ONLY })
  }
}

/** The cart's id, if the cart is there for whoever asks. */
export async function requireOwnCart(req: MedusaRequest): Promise<string> {
  const query = req.scope.resolve(ContainerRegistrationKeys.QUERY)
  const customerId = (req as AuthenticatedMedusaRequest).auth_context?.actor_id || null
  const cartId = req.params.id ?? ""
  if (!(await isOwnCart(query, { cartId, customerId }))) {
    throw notFound()
  }
  return cartId
}

/** Attempts an hour for one client, by the address that Medusa's nearest proxy saw. */
export async function limitByAddress(req: MedusaRequest): Promise<void> {
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const { attemptsPerAddress: calls } = financing.options.fullApplication
  await limit(await financing.takeAttempt({ whose: `address:${req.ip}`, calls, seconds: HOUR }))
}

/** Attempts an hour for one cart; each purpose counts for itself. */
export async function limitByCart(req: MedusaRequest, purpose: "apply" | "select"): Promise<void> {
  const financing = req.scope.resolve(CONSUMER_FINANCING)
  const { attemptsPerCart: calls } = financing.options.fullApplication
  const whose = `${purpose}:${req.params.id}`
  await limit(await financing.takeAttempt({ whose, calls, seconds: HOUR }))
}

async function limit(wait: number | null): Promise<void> {
  if (wait !== null) {
    const headers = { "Retry-After": String(wait) }
    throw new Refusal({ status: 429, type: "too_many_requests", message: TOO_MANY, headers })
  }
}
