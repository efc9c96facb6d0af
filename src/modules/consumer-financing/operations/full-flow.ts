import type { ApplicationForm } from "../../../domain/application-form"
import type { ApplicationState } from "../../../domain/application-state"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import { phaseOf, readStatusCode, type SeenCode } from "../../../domain/status-codes"
import type { FullApplication } from "../../../financing-api"
import { toShopperError } from "../../../translation/error-to-medusa"
import { toFullApplicationRequest } from "../../../translation/full-application-request"
import { toOffers, toStoredOffers } from "../../../translation/offers"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import { type Filed, hasBegun } from "./find-live"
import { type Created, describeOtherAmount, type Flow } from "./hosted-flow"

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
    changed: "the cart was changed",
    explain: toShopperError,
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
function toInitialState(code: SeenCode): ApplicationState {
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
