import type {
  FinancingApplication,
  FinancingConfig,
  FinancingEligibility,
  CartFinancing,
  OpenApplication,
  PreApproval,
  StartedFinancing,
} from "./answers"
import type { ApplicationForm, PreApprovalForm } from "./forms"
import { type CallOptions, inPath, read, send, type StoreSdk } from "./sdk"

/** The provider as every shop has it that did not name it otherwise. */
export const PROVIDER_ID = "pp_consumer-financing_default"

/** Whether a payment provider is this one, under whichever name the shop gave it. */
export const isConsumerFinancing = (providerId?: string | null): boolean =>
  providerId?.startsWith("pp_consumer-financing_") ?? false

/** Title, limits and open flows, before there is a cart. May be cached for a minute. */
export async function getConfig(sdk: StoreSdk, options?: CallOptions): Promise<FinancingConfig> {
  return (await read<{ config: FinancingConfig }>(sdk, "config", options)).config
}

/** Whether to offer financing for a cart, and what the checkout still has to ask for. */
export async function getEligibility(
  sdk: StoreSdk,
  cartId: string,
  options?: CallOptions
): Promise<FinancingEligibility> {
  const path = `carts/${inPath(cartId)}/eligibility`
  return (await read<{ eligibility: FinancingEligibility }>(sdk, path, options)).eligibility
}

type Session = { provider_id: string; data?: Record<string, unknown> | null }
type Collection = { payment_collection: { id: string; payment_sessions?: Session[] | null } }

const textOf = (value: unknown) => (typeof value === "string" ? value : null)

/**
 * Chooses financing for the cart: makes its payment session, or goes on with the application that it
 * has. Send the shopper to `url`; where it is null, show `message`. Rejects with a sentence for the
 * shopper (status 400) where the cart cannot be financed. A declined cart gets the same answer again
 * until it changes; `again` files a new application: pass it at the shopper's explicit request only.
 */
export async function startFinancing(
  sdk: StoreSdk,
  cartId: string,
  {
    provider_id = PROVIDER_ID,
    again = false,
    ...options
  }: CallOptions & { provider_id?: string; again?: boolean | undefined } = {}
): Promise<StartedFinancing> {
  const post = (path: string, body: object) =>
    sdk.client.fetch<Collection>(`/store/payment-collections${path}`, {
      ...options,
      method: "POST",
      body,
    })
  const { payment_collection: collection } = await post("", { cart_id: cartId })
  const path = `/${inPath(collection.id)}/payment-sessions`
  const { payment_collection } = await post(path, {
    provider_id,
    ...(again ? { data: { apply_again: true } } : {}),
  })
  const sessions = payment_collection.payment_sessions ?? []
  const data = sessions.find((one) => one.provider_id === provider_id)?.data ?? {}
  return {
    url: textOf(data.url),
    status: textOf(data.status) as StartedFinancing["status"],
    message: textOf(data.message),
  }
}

/** How a cart's financing stands. Completes no cart, and changes nothing. */
export async function getStatus(
  sdk: StoreSdk,
  cartId: string,
  options?: CallOptions
): Promise<CartFinancing> {
  const path = `carts/${inPath(cartId)}/status`
  const init = { cache: "no-store" as const, ...options }
  return (await read<{ financing: CartFinancing }>(sdk, path, init)).financing
}

/** What the customer who is logged in can go on with, on whichever device they began it. */
export async function getMyApplications(
  sdk: StoreSdk,
  options?: CallOptions
): Promise<OpenApplication[]> {
  type Answer = { applications: OpenApplication[] }
  const init = { cache: "no-store" as const, ...options }
  return (await read<Answer>(sdk, "customers/me/applications", init)).applications
}

type Applied = { application: FinancingApplication }
/** A field to correct: `code` (and its `limit`) for words of your own. */
export type Problem = { field: string; message: string; code?: string; limit?: string }
/** A form with fields to correct is answered so, as the SDK's errors hold nothing but a sentence. */
export type Refused = {
  refusal: { message: string; errors: Problem[] }
}

/** Applies with the shop's own form. Declined and out of range are answers, not errors. */
export async function applyInFull(
  sdk: StoreSdk,
  { cartId, form }: { cartId: string; form: ApplicationForm },
  options?: CallOptions
): Promise<Applied | Refused> {
  const path = `carts/${inPath(cartId)}/applications?refusal=answered`
  return await send<Applied | Refused>(sdk, { path, body: form }, options)
}

/** What stands for the cart, of an application in the shop's own form. */
export async function getApplication(
  sdk: StoreSdk,
  cartId: string,
  options?: CallOptions
): Promise<FinancingApplication | null> {
  const path = `carts/${inPath(cartId)}/applications/current`
  const init = { cache: "no-store" as const, ...options }
  return (await read<{ application: FinancingApplication | null }>(sdk, path, init)).application
}

/** Chooses an offer. The shopper signs at the answer's `contract_url`. */
export async function selectOffer(
  sdk: StoreSdk,
  { cartId, applicationId, offerId }: { cartId: string; applicationId: string; offerId: number },
  options?: CallOptions
): Promise<FinancingApplication> {
  const applications = `carts/${inPath(cartId)}/applications/${inPath(applicationId)}`
  const path = `${applications}/offers/${inPath(offerId)}/select`
  return (await send<Applied>(sdk, { path }, options)).application
}

type Requested = { pre_approval: PreApproval; claim: string | null }

/** Asks for a pre-approval. A guest is answered a `claim`, this once; a customer's is tied to the login. */
export async function requestPreApproval(
  sdk: StoreSdk,
  form: PreApprovalForm,
  options?: CallOptions
): Promise<Requested | Refused> {
  const path = "pre-approvals?refusal=answered"
  return await send<Requested | Refused>(sdk, { path, body: form }, options)
}

/** The pre-approval of the customer who is logged in; null where there is none. */
export async function getMyPreApproval(
  sdk: StoreSdk,
  options?: CallOptions
): Promise<PreApproval | null> {
  type Answer = { pre_approval: PreApproval | null }
  const init = { cache: "no-store" as const, ...options }
  return (await read<Answer>(sdk, "customers/me/pre-approval", init)).pre_approval
}

/** The pre-approval that the cart would be financed with; null where there is none. */
export async function getPreApprovalOfCart(
  sdk: StoreSdk,
  cartId: string,
  options?: CallOptions
): Promise<PreApproval | null> {
  type Answer = { pre_approval: PreApproval | null }
  const path = `carts/${inPath(cartId)}/pre-approval`
  const init = { cache: "no-store" as const, ...options }
  return (await read<Answer>(sdk, path, init)).pre_approval
}

/** Brings a guest's pre-approval to the cart: choosing financing uses it then. */
export async function claimPreApproval(
  sdk: StoreSdk,
  { cartId, claim }: { cartId: string; claim: string },
  options?: CallOptions
): Promise<PreApproval> {
  const path = `carts/${inPath(cartId)}/pre-approval`
  return (await send<{ pre_approval: PreApproval }>(sdk, { path, body: { claim } }, options))
    .pre_approval
}
