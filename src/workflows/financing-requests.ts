import type { MedusaContainer } from "@medusajs/framework/types"
import { deletePaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { type Lease, throwIfBusy } from "../modules/consumer-financing/coordination/lease"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { userError } from "../translation/user-error"
import { hasEnded } from "../domain/application-state"
import { cents, toDollars } from "../domain/money"
import { describeCode, readStatusCode } from "../domain/status-codes"
import { isUnchanged, readPurchase } from "../medusa/read-purchase"
import { readWholeOrder } from "../medusa/read-whole-order"
import { orderNumberOf } from "../translation/medusa-rows"
import { readRequestedSnapshot } from "../translation/requested-order"
import { requestLease } from "../reconciliation/actions/authorize-request"
import { notifyCustomer } from "./notify"
import { tryToReconcile } from "./reconcile-application"
import type { SendCustomerLinkInput } from "./send-customer-link"
import { createOneStepWorkflow } from "./one-step-workflow"

/** Milliseconds for which staff wait for another process on the same order. */
const STAFF_WAIT = 30_000

const BUSY =
  "Somebody else is working on this order's financing right now. Nothing was changed: try again in a moment."

/** Takes the order's lease, which excludes other changes of its requests. */
export async function takeOrder(container: MedusaContainer, orderId: string): Promise<Lease> {
  const { leases } = container.resolve(CONSUMER_FINANCING)
  return await leases.acquire(requestLease(orderId), STAFF_WAIT).catch(throwIfBusy(BUSY))
}

/** Runs work while it holds the order's lease. */
async function withOrderTaken(
  container: MedusaContainer,
  orderId: string,
  work: () => Promise<void>
): Promise<void> {
  const lease = await takeOrder(container, orderId)
  try {
    await work()
  } finally {
    await lease.release()
  }
}

type RequestRecord = ApplicationRecord & { requested_order_id: string }

/** Finds an application that staff requested. Throws a message if it does not exist. */
async function findRequest(
  container: MedusaContainer,
  applicationId: string
): Promise<RequestRecord> {
  const [application] = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingApplications({ id: applicationId, kind: "virtual-cart" }, { take: 1 })
  if (!application?.requested_order_id) {
    throw userError("There is no such financing request.")
  }
  return { ...application, requested_order_id: application.requested_order_id }
}

/** Reads an order's financing requests, newest first. */
export async function readRequestsOfOrder(
  container: MedusaContainer,
  orderId: string
): Promise<RequestView[]> {
  const applications = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingApplications(
      { kind: "virtual-cart", requested_order_id: orderId },
      { order: { attempt: "DESC" } }
    )
  return await Promise.all(applications.map((application) => viewOf(container, application)))
}

/** Reads one financing request. Throws a message if it does not exist. */
export async function readRequest(
  container: MedusaContainer,
  applicationId: string
): Promise<RequestView> {
  return await viewOf(container, await findRequest(container, applicationId))
}

/** A financing request for staff. `amount` in dollars. */
export type RequestView = Awaited<ReturnType<typeof viewOf>>

async function viewOf(container: MedusaContainer, application: ApplicationRecord) {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { id, state, code, live_key, order_id, requested_order_id, review_reason } = application
  const isOpen = live_key !== null && order_id === null && !hasEnded(state)
  const order = isOpen
    ? await readWholeOrder(financing.context.knex, requested_order_id ?? "")
    : null
  const isOutdated = isOpen && !(order && isUnchanged(financing, application, order))
  if (isOutdated && application.seen_purchase_state !== "changed-request") {
    // Covers a lost event of the change; after a reconciliation this does nothing.
    await financing.schedule.requestStoreCheck(id)
  }
  const sent = await financing.listFinancingTimelineEntries(
    { application_id: id, what: "request-sent" },
    { order: { created_at: "ASC" } }
  )
  const url = isOpen && !isOutdated ? application.customer_url : null
  return {
    id,
    order_id: requested_order_id ?? "",
    state,
    /** The service's status in words; null before the first check. */
    progress: code === null ? null : describeCode(readStatusCode(code)),
    /** The order has changed since the request, so the request will be cancelled. */
    is_outdated: isOutdated,
    /** False once it has ended or pays for the order: it can be neither sent nor withdrawn. */
    is_open: isOpen,
    /** The sentence of its review case. */
    review_reason,
    has_link: url !== null,
    amount: toDollars(cents(application.financed_cents)),
    currency_code: "usd" as const,
    sent: sent.map(({ details, created_at }) => ({
      channel: String(details?.channel),
      at: new Date(created_at).toISOString(),
    })),
    created_at: new Date(application.created_at).toISOString(),
    /** Where the customer continues, to copy or send. It opens their application. */
    url,
  }
}

export type SendFinancingRequestInput = SendCustomerLinkInput

const NOT_OPEN =
  "This financing request is over, so there is nothing to send. Make a new one if the customer still has to pay."
const OUTDATED =
  "The order was changed since this request was made, so it is being ended. Make a new one."
const NO_LINK =
  "The service never answered with an address for this request. Withdraw it, and make a new one."

/**
 * Sends the link of an open financing request to the order's e-mail address or to its address's phone number, with
 * the shop's provider of that channel (template `consumer-financing-request`). May be repeated. Throws INVALID_DATA
 * with a message for staff.
 */
export const sendFinancingRequestWorkflow = createOneStepWorkflow(
  "send-financing-request",
  async ({ application_id: id, channel, actor }: SendFinancingRequestInput, container) => {
    const { requested_order_id: orderId } = await findRequest(container, id)
    await withOrderTaken(container, orderId, async () => {
      const { is_open, is_outdated, url, amount } = await readRequest(container, id)
      if (!is_open) throw userError(NOT_OPEN)
      if (is_outdated) throw userError(OUTDATED)
      if (url === null) throw userError(NO_LINK)
      const { knex } = container.resolve(CONSUMER_FINANCING).context
      const order = await readWholeOrder(knex, orderId)
      const reading = order && readRequestedSnapshot(order)
      const { email = null, cellPhone = null } = reading?.ok ? reading.snapshot : {}
      await notifyCustomer(container, {
        what: "request-sent",
        actor,
        channel,
        to: channel === "email" ? email : cellPhone && `+1${cellPhone}`,
        application_id: id,
        url,
        order_id: orderId,
        display_id: orderNumberOf(order),
        amount,
      })
    })
    return { application_id: id }
  }
)

export type WithdrawFinancingRequestInput = Omit<SendFinancingRequestInput, "channel">

const IS_PAID =
  "The customer has signed, and the order is paid for with it. Cancel the order, or refund it, instead."

/**
 * Withdraws a financing request: removes its payment session, and the reconciliation cancels the application at the
 * service. May be repeated. Throws INVALID_DATA with a message once an order is paid for with it.
 */
export const withdrawFinancingRequestWorkflow = createOneStepWorkflow(
  "withdraw-financing-request",
  async ({ application_id: id, actor }: WithdrawFinancingRequestInput, container) => {
    const { requested_order_id: orderId } = await findRequest(container, id)
    await withOrderTaken(container, orderId, async () => {
      const financing = container.resolve(CONSUMER_FINANCING)
      const application = await findRequest(container, id)
      const { payment, session } = await readPurchase(container, id)
      if (payment) {
        throw userError(IS_PAID)
      }
      if (application.live_key !== null && !hasEnded(application.state)) {
        await financing.closing.supersede(application, "withdrawn by staff")
        await financing.timeline.noteBy(actor, id, { what: "request-withdrawn" })
      }
      if (session) {
        await deletePaymentSessionsWorkflow(container).run({ input: { ids: [session.id] } })
      }
    })
    // Cancels at the service at once if possible, else leaves it to the next reconciliations.
    const input = { application_id: id, cause: "person" as const }
    await tryToReconcile(container, input, "after it was withdrawn")
    return { application_id: id }
  }
)
