import type { MedusaContainer } from "@medusajs/framework/types"
import { customerLinkOf } from "../../../domain/customer-link"
import type { TimeLimits } from "../../../domain/time-limits"
import { describeCode, readStatusCode } from "../../../domain/status-codes"
import { CONSUMER_FINANCING } from "../../../modules/consumer-financing"
import type { ApplicationFile } from "../../../modules/consumer-financing/operations/list-applications"
import type { ApplicationRecord } from "../../../modules/consumer-financing/records"
import { readStoreAmounts } from "../../../translation/payment-amounts"
import { findLivePayment } from "../../../medusa/read-payment"
import { readCustomerChannels } from "../../../medusa/read-store"
import { readNames } from "../../../medusa/read-staff-names"
import { showCases } from "./show-cases"
import type { Asking } from "./staff-rights"
import { portalAddress } from "../../../translation/addresses"
import type { MoneyState } from "../../../domain/money-state"
import { type Described, readMessages } from "../../../medusa/read-messages"
import { readMoney } from "./read-money"
import {
  type ShownApplication,
  shownApplication,
  shownEntry,
  type ShownFile,
  shownFile,
  shownOperation,
} from "./shown"
import { pickFields } from "../../pick-fields"

/** Formats applications for staff, each with its order's number and customer. Amounts in cents. */
export async function showApplications(
  scope: MedusaContainer,
  applications: readonly ApplicationRecord[]
): Promise<ShownApplication[]> {
  const [describe, moneyOf] = await Promise.all([
    readMessages(scope, applications),
    readMoney(scope, applications),
  ])
  return applications.map((application) =>
    show(application, { ...describe(application), money: moneyOf(application) })
  )
}

export async function showApplicationById(req: Asking, id: string): Promise<ShownFile> {
  return await showFile(req, await req.scope.resolve(CONSUMER_FINANCING).readApplication(id))
}

/** Formats one application with all its records for the requester. */
export async function showFile(req: Asking, file: ApplicationFile): Promise<ShownFile> {
  const { application } = file
  const { scope } = req
  const { options } = scope.resolve(CONSUMER_FINANCING)
  const described = (await readMessages(scope, [application], file.review_cases))(application)
  const moneyOf = await readMoney(scope, [application])
  const { payment_id, captured, refunded } = await readPayment(scope, application)
  const names = await readNames(
    scope,
    file.timeline.map(({ actor }) => actor)
  )
  const review_cases = await showCases(req, file.review_cases)
  return pickFields(shownFile, {
    ...application,
    ...show(application, { ...described, money: moneyOf(application, { captured, refunded }) }),
    expires_at: expiryOf(application, options.timeLimits),
    storefront_url: options.storefrontUrl,
    channels: await readCustomerChannels(scope),
    portal_url: portalAddress(options.portalUrl, file.tokens.at(-1)?.token),
    payment_id,
    purchase_state: application.seen_purchase_state,
    has_customer_link: customerLinkOf(application) !== null,
    tokens: file.tokens.map(({ token, position, created_at }) => ({ token, position, created_at })),
    operations: file.operations.map((operation) => pickFields(shownOperation, operation)),
    timeline: file.timeline.map((one) =>
      pickFields(shownEntry, { ...one, actor_name: names.get(one.actor) ?? null })
    ),
    review_cases,
  })
}

const HOUR = 60 * 60 * 1000

/** Returns when it is cancelled without a signature or an order: an order has no such limit. */
function expiryOf(
  { kind, state, order_id, created_at, ready_at }: ApplicationRecord,
  { unsignedHours, unusedHours }: TimeLimits
): Date | null {
  const after = (from: Date | string, hours: number) =>
    new Date(new Date(from).getTime() + hours * HOUR)
  if (kind === "lost") return null
  if (order_id !== null) return null
  if (state === "created" || state === "awaiting-customer") return after(created_at, unsignedHours)
  return state === "ready-to-settle" && ready_at !== null ? after(ready_at, unusedHours) : null
}

/** Reads the application's payment that was not cancelled, with its current data. */
async function readPayment(
  scope: MedusaContainer,
  { id, seen_captured_cents, seen_refunded_cents }: ApplicationRecord
): Promise<{ payment_id: string | null; captured: number | null; refunded: number | null }> {
  const { applications } = scope.resolve(CONSUMER_FINANCING)
  const { sessionIds } = await applications.readAggregate(id)
  const payment = await findLivePayment(scope, sessionIds)
  return payment
    ? { payment_id: payment.id, ...readStoreAmounts(payment) }
    : { payment_id: null, captured: seen_captured_cents, refunded: seen_refunded_cents }
}

function show(
  application: ApplicationRecord,
  { message, purchase, money }: Described & { money: MoneyState }
): ShownApplication {
  const { code } = application
  return pickFields(shownApplication, {
    ...application,
    code_meaning: code === null ? null : describeCode(readStatusCode(code)),
    order_display_id: purchase.orderNumber,
    customer_id: purchase.customerId,
    customer_name: purchase.name,
    customer_email: purchase.email,
    has_shipped: purchase.hasShipped,
    message,
    money,
  })
}
