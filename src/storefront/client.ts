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
import { type CallOptions, encodePathSegment, getJson, postJson, type StoreSdk } from "./sdk"

/** The provider's default id, unless the shop configured another one. */
export const PROVIDER_ID = "pp_consumer-financing_default"

/** Whether a payment provider is consumer financing, with any configured id. */
export const isConsumerFinancing = (providerId?: string | null): boolean =>
  providerId?.startsWith("pp_consumer-financing_") ?? false

/** Gets the title, limits and available flows, independent of a cart. May be cached for a minute. */
export async function getConfig(sdk: StoreSdk, options?: CallOptions): Promise<FinancingConfig> {
  return (await getJson<{ config: FinancingConfig }>(sdk, "config", options)).config
}

/** Gets whether a cart can be financed, and which checkout steps are still incomplete. */
export async function getEligibility(
  sdk: StoreSdk,
  cartId: string,
  options?: CallOptions
): Promise<FinancingEligibility> {
  const path = `carts/${encodePathSegment(cartId)}/eligibility`
  return (await getJson<{ eligibility: FinancingEligibility }>(sdk, path, options)).eligibility
}

type Session = { provider_id: string; data?: Record<string, unknown> | null }
type Collection = { payment_collection: { id: string; payment_sessions?: Session[] | null } }

const readText = (value: unknown) => (typeof value === "string" ? value : null)

/**
 * Chooses financing for the cart: creates its payment session, or continues its existing application. Send
 * the shopper to `url`; where it is null, show `message`. Rejects with a message for the shopper (status 400)
 * if the cart cannot be financed. A declined cart gets the same answer until it changes; `again` files a new
 * application: pass it at the shopper's explicit request only.
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
  const path = `/${encodePathSegment(collection.id)}/payment-sessions`
  const { payment_collection } = await post(path, {
    provider_id,
    ...(again ? { data: { apply_again: true } } : {}),
  })
  const sessions = payment_collection.payment_sessions ?? []
  const data = sessions.find((session) => session.provider_id === provider_id)?.data ?? {}
  return {
    url: readText(data.url),
    status: readText(data.status) as StartedFinancing["status"],
    message: readText(data.message),
  }
}

/** Gets the status of a cart's financing. Read-only: never completes the cart. */
export async function getStatus(
  sdk: StoreSdk,
  cartId: string,
  options?: CallOptions
): Promise<CartFinancing> {
  const path = `carts/${encodePathSegment(cartId)}/status`
  const init = { cache: "no-store" as const, ...options }
  return (await getJson<{ financing: CartFinancing }>(sdk, path, init)).financing
}

/** Gets the open applications of the customer who is logged in, from all devices. */
export async function getMyApplications(
  sdk: StoreSdk,
  options?: CallOptions
): Promise<OpenApplication[]> {
  type Answer = { applications: OpenApplication[] }
  const init = { cache: "no-store" as const, ...options }
  return (await getJson<Answer>(sdk, "customers/me/applications", init)).applications
}

type ApplicationResponse = { application: FinancingApplication }
/** A field to correct. Use `code` and `limit` to write your own message. */
export type Problem = { field: string; message: string; code?: string; limit?: string }
/** The answer to a form with fields to correct. Not an error, because the SDK's errors carry only a message. */
export type Refused = {
  refusal: { message: string; errors: Problem[] }
}

/** Applies with the shop's own form. Declines and out-of-range amounts are answers, not errors. */
export async function applyInFull(
  sdk: StoreSdk,
  { cartId, form }: { cartId: string; form: ApplicationForm },
  options?: CallOptions
): Promise<ApplicationResponse | Refused> {
  const path = `carts/${encodePathSegment(cartId)}/applications?refusal=answered`
  return await postJson<ApplicationResponse | Refused>(sdk, { path, body: form }, options)
}

/** Gets the cart's current application from the shop's own form; null where there is none. */
export async function getApplication(
  sdk: StoreSdk,
  cartId: string,
  options?: CallOptions
): Promise<FinancingApplication | null> {
  const path = `carts/${encodePathSegment(cartId)}/applications/current`
  const init = { cache: "no-store" as const, ...options }
  return (await getJson<{ application: FinancingApplication | null }>(sdk, path, init)).application
}

/** Selects an offer. The shopper signs at the answer's `contract_url`. */
export async function selectOffer(
  sdk: StoreSdk,
  { cartId, applicationId, offerId }: { cartId: string; applicationId: string; offerId: number },
  options?: CallOptions
): Promise<FinancingApplication> {
  const applications = `carts/${encodePathSegment(cartId)}/applications/${encodePathSegment(applicationId)}`
  const path = `${applications}/offers/${encodePathSegment(offerId)}/select`
  return (await postJson<ApplicationResponse>(sdk, { path }, options)).application
}

type PreApprovalResponse = { pre_approval: PreApproval; claim: string | null }

/** Requests a pre-approval. A guest gets a `claim`, only this once; a customer's is tied to the login. */
export async function requestPreApproval(
  sdk: StoreSdk,
  form: PreApprovalForm,
  options?: CallOptions
): Promise<PreApprovalResponse | Refused> {
  const path = "pre-approvals?refusal=answered"
  return await postJson<PreApprovalResponse | Refused>(sdk, { path, body: form }, options)
}

/** Gets the pre-approval of the customer who is logged in; null where there is none. */
export async function getMyPreApproval(
  sdk: StoreSdk,
  options?: CallOptions
): Promise<PreApproval | null> {
  type Answer = { pre_approval: PreApproval | null }
  const init = { cache: "no-store" as const, ...options }
  return (await getJson<Answer>(sdk, "customers/me/pre-approval", init)).pre_approval
}

/** Gets the pre-approval that the cart would be financed with; null where there is none. */
export async function getPreApprovalOfCart(
  sdk: StoreSdk,
  cartId: string,
  options?: CallOptions
): Promise<PreApproval | null> {
  type Answer = { pre_approval: PreApproval | null }
  const path = `carts/${encodePathSegment(cartId)}/pre-approval`
  const init = { cache: "no-store" as const, ...options }
  return (await getJson<Answer>(sdk, path, init)).pre_approval
}

/** Attaches a guest's pre-approval to the cart. Choosing financing then uses it. */
export async function claimPreApproval(
  sdk: StoreSdk,
  { cartId, claim }: { cartId: string; claim: string },
  options?: CallOptions
): Promise<PreApproval> {
  const path = `carts/${encodePathSegment(cartId)}/pre-approval`
  return (await postJson<{ pre_approval: PreApproval }>(sdk, { path, body: { claim } }, options))
    .pre_approval
}
