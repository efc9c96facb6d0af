import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { sentence } from "../translation/sentence"
import { type ApplicationState, hasEnded } from "../domain/application-state"
import { describeCode, readStatusCode } from "../domain/status-codes"
import { isUnchanged } from "../medusa/read-purchase"
import { readWholeOrder } from "../medusa/read-whole-order"

type RequestRecord = ApplicationRecord & { requested_order_id: string }

const NO_REQUEST = "There is no such financing request."

/** Finds an application that staff requested. Throws a message without one. */
export async function findRequest(
  container: MedusaContainer,
  applicationId: string
): Promise<RequestRecord> {
  const [application] = await container
    .resolve(CONSUMER_FINANCING)
    .listFinancingApplications({ id: applicationId, kind: "virtual-cart" }, { take: 1 })
  if (!application?.requested_order_id) {
    throw sentence(NO_REQUEST)
  }
  return { ...application, requested_order_id: application.requested_order_id }
}

/** The order of a financing request. */
export const findRequestStep = createStep(
  "find-financing-request",
  async ({ application_id }: { application_id: string }, { container }) => {
    const { requested_order_id } = await findRequest(container, application_id)
    return new StepResponse({ order_id: requested_order_id })
  }
)

/** A financing request for staff. Amounts in integer cents. */
export type RequestView = {
  id: string
  order_id: string
  state: ApplicationState
  /** The service's status in words; null before the first check. */
  progress: string | null
  cents: number
  /** The order has changed since the request, so the request will be cancelled. */
  is_outdated: boolean
  /** False once it has ended or pays for the order: it can be neither sent nor withdrawn. */
  is_open: boolean
  /** Where the customer continues, to copy or send. It opens their application. */
  url: string | null
  sent: { channel: string; at: Date }[]
  /** The sentence of its review case. */
  review_reason: string | null
  created_at: Date
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
  return await Promise.all(applications.map((one) => viewOf(container, one)))
}

/** Reads one financing request. Throws a message without one. */
export async function readRequest(
  container: MedusaContainer,
  applicationId: string
): Promise<RequestView> {
  return await viewOf(container, await findRequest(container, applicationId))
}

async function viewOf(
  container: MedusaContainer,
  application: ApplicationRecord
): Promise<RequestView> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { id, state, code, live_key, order_id } = application
  const isOpen = live_key !== null && order_id === null && !hasEnded(state)
  const isOutdated = isOpen && !(await isCurrent(container, application))
  if (isOutdated && application.seen_purchase_state !== "changed-request") {
    // Covers a lost event of the change; after a reconciliation this does nothing.
    await financing.schedule.requestStoreCheck(id)
  }
  const entries = await financing.listFinancingTimelineEntries(
    { application_id: id, what: "request-sent" },
    { order: { created_at: "ASC" } }
  )
  return {
    id,
    order_id: application.requested_order_id ?? "",
    state,
    progress: code === null ? null : describeCode(readStatusCode(code)),
    cents: application.financed_cents,
    is_outdated: isOutdated,
    is_open: isOpen,
    url: isOpen && !isOutdated ? application.customer_url : null,
    sent: entries.map(({ details, created_at: at }) => ({
      channel: String(details?.channel),
      at,
    })),
    review_reason: application.review_reason,
    created_at: application.created_at,
  }
}

async function isCurrent(
  container: MedusaContainer,
  application: ApplicationRecord
): Promise<boolean> {
  const { knex } = container.resolve(CONSUMER_FINANCING).context
  const order = await readWholeOrder(knex, application.requested_order_id ?? "")
  return order !== null && isUnchanged(container, { application, order })
}
