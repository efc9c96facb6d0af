import { fromDollars, inWords } from "../../../domain/money"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import type { CallOptions, FinancingClient, FullApplication } from "../../../financing-api"
import { toCreateOrderRequest, toVirtualCartRequest } from "../../../translation/requests"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import { type Filed, hasBegun } from "./find-live"
import type { ApplicationForm } from "../../../domain/application-form"
import type { ApplicationState } from "../../../domain/application-state"
import { phaseOf, readStatusCode, type ReportedCode } from "../../../domain/status-codes"
import { toFullApplicationRequest } from "../../../translation/full-application-request"
import { toOffers, toStoredOffers } from "../../../translation/offers"

/** The result of a create call. A null token means `refused`, with the page that explains why. */
export type Created =
  | {
      outcome: "created"
      token: string
      url: string | null
      /** Further links of the answer, shown to no customer. */
      links?: readonly (string | null)[]
      /** The service's immediate decision, if this way returns one. */
      decided?: Partial<ApplicationRecord>
      /** For the merchant, when the amounts differ. */
      differs?: string | null
    }
  | { outcome: "refused"; url: string | null }

/**
 * The part of an application that differs between the service's ways to apply. The record, journal, lease and
 * follow-up are the same for all (see apply-for-cart).
 */
export type Flow = {
  kind: ApplicationRecord["kind"]
  /** Whether this way can adopt the unchanged cart's live application, created in any way. */
  accepts: (live: ApplicationRecord) => Promise<boolean>
  /** The phone sent, if it is not the cart's. */
  sentPhone?: string
  /** Finds an application whose answer is repeated, because a new one would get the same. */
  findAnswered: (filed: Filed) => ApplicationRecord | null
  create: (
    application: ApplicationRecord,
    client: FinancingClient,
    options: CallOptions
  ) => Promise<Created>
}

/** Creates an order (endpoint 2): the customer finishes the application on the service's page. */
export function hostedFlow(context: Context, snapshot: OrderSnapshot): Flow {
  return {
    kind: "hosted",
    accepts: async () => true,
    findAnswered: ({ declined }) => declined,
    create: async (application, client, options) => {
      const body = toCreateOrderRequest(inputOf(context, application, snapshot))
      return await client.createOrder(body, options)
    },
  }
}

/**
 * Creates a virtual cart (endpoint 3): the customer finishes the application at an address that staff hand over. The
 * snapshot's `cartId` is the draft's or order's id.
 */
export function virtualFlow(context: Context, snapshot: OrderSnapshot): Flow {
  return {
    kind: "virtual-cart",
    // An application that pays for the order already is not adopted: this request covers the rest.
    accepts: async ({ order_id }) => order_id === null,
    findAnswered: ({ declined }) => declined,
    create: async (application, client, options) => {
      const body = toVirtualCartRequest(inputOf(context, application, snapshot))
      return await client.createVirtualCart(body, options)
    },
  }
}

function inputOf(context: Context, application: ApplicationRecord, snapshot: OrderSnapshot) {
  const urls = context.addresses.of(application)
  return { snapshot, orderId: application.service_order_id, urls }
}

/** Describes an answered amount that differs from the requested one; null if they agree. */
export function describeOtherAmount(
  loanAmount: number | null,
  { financed_cents }: ApplicationRecord
): string | null {
  const amount = fromDollars(loanAmount)
  if (loanAmount === null || amount === financed_cents) return null
  return amount === null ? "an amount that cannot be read" : inWords(amount)
}

export type FullFlowInput = {
  snapshot: OrderSnapshot
  form: ApplicationForm
  /** The form's, or the cart's. */
  cellPhone: string
}

/**
 * Creates a full application (endpoint 4) from the shop's own form. Only this closure holds the form, and only the
 * one call receives it.
 */
export function fullFlow(context: Context, input: FullFlowInput): Flow {
  return {
    kind: "full",
    accepts: (live) => hasBegun(context, live),
    sentPhone: input.cellPhone,
    findAnswered,
    create: async (application, client, options) => {
      const body = toFullApplicationRequest({
        ...input,
        orderId: application.service_order_id,
        notifyUrl: context.addresses.of(application).notifyUrl,
      })
      const answer = await client.createFullApplication(body, options)
      if (answer.outcome === "created") return read(context, application, answer)
      const url = containsPersonalData(answer.url, input.form) ? null : answer.url
      return { outcome: "refused", url }
    },
  }
}

/**
 * Repeats a decline, unless the details did not match, because the form may correct them. Also repeats an approval
 * without a readable offer, because another form would only create a second application.
 */
function findAnswered({ live, declined, isSame }: Filed): ApplicationRecord | null {
  if (declined && (declined.code === "U" || declined.code === null)) return declined
  const isWaiting =
    live?.kind === "full" && live.state === "awaiting-customer" && !live.cancelling && isSame(live)
  return isWaiting ? live : null
}

/** Whether an address contains personal data that must not be stored. */
function containsPersonalData(url: string | null, { personal }: ApplicationForm): boolean {
  const digits = (text: string) => text.replace(/\D/g, "")
  return [personal.ssn, personal.birth_date].some((secret) =>
    digits(url ?? "").includes(digits(secret))
  )
}

/** Maps the first answer's code; later status checks decide the rest. */
function toInitialState(code: ReportedCode): ApplicationState {
  if (phaseOf(code) === "in-review") return "under-review"
  return code === "U" || code === "X" ? "declined" : "awaiting-customer"
}

type Answer = Extract<FullApplication, { outcome: "created" }>

/** Stores none of the answer's texts, which may echo what was sent. */
function read(
  { log }: Context,
  application: ApplicationRecord,
  { token, status, loanAmount, offers }: Answer
): Created {
  const code = readStatusCode(status)
  const said = describeOtherAmount(loanAmount, application)
  const differs =
    said &&
    `The service answered a full application over ${said} instead of what the customer applied for, so no offers were shown.`
  // Drops offers over another amount than the cart's. With a code other than `A`, stores the offers until a status
  // check reads `A`.
  const kept = differs === null ? toOffers(offers) : []
  if (code !== "A" && kept.length > 0) {
    log.warn(
      `consumer-financing: ${application.id} has ${kept.length} offers with the status ${code}, not A.`
    )
  }
  const decided = {
    code: code === "unknown" ? null : code,
    state: toInitialState(code),
    offers: toStoredOffers(kept),
  }
  const links = offers.map(({ contractUrl }) => contractUrl)
  return { outcome: "created", token, url: null, links, decided, differs }
}
