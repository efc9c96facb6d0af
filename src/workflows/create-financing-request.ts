import {
  createStep,
  createWorkflow,
  StepResponse,
  when,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { MedusaContainer } from "@medusajs/framework/types"
import { updateOrderTaxLinesWorkflow } from "@medusajs/medusa/core-flows"
import { type ApplicationState, hasEnded } from "../domain/application-state"
import { withExplanation } from "../domain/service-link"
import { inWords } from "../domain/money"
import type { OrderSnapshot } from "../domain/order-snapshot"
import {
  CONSUMER_FINANCING,
  type ConsumerFinancingModuleService,
} from "../modules/consumer-financing"
import { userError } from "../translation/user-error"
import { createOrderSession, NO_PROVIDER } from "../medusa/create-order-session"
import { readBuyer } from "../medusa/read-store"
import { readWholeOrder } from "../medusa/read-whole-order"
import {
  findObstacleToRequest,
  isBeingChanged,
  readRequestedSnapshot,
} from "../translation/requested-order"
import type { OrderSide } from "../translation/medusa-rows"
import { paymentsOf } from "../translation/purchase-state"
import { findProvider } from "../medusa/read-regions"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { requestLease } from "../reconciliation/actions/authorize-request"
import { takeOrder } from "./financing-requests"

const NOT_READY =
  "Financing is not set up in this shop: the credentials of the financing service are missing."
const IS_BEING_CHANGED =
  "This order is being edited: what it will cost is not confirmed yet. Confirm or cancel the edit first, then ask the customer. Nothing was sent."
const IS_AWAITED =
  "The customer applied for financing in the checkout, and the service has not decided yet. Wait for that, or cancel the order."
const IS_SIGNED =
  "The customer has signed a financing for this order that pays for nothing yet. Decide about it first, where the order is listed as needing attention, or cancel the order."
/** Signed, and perhaps funded, without a payment in Medusa. */
const SIGNED: ApplicationState[] = ["ready-to-settle", "settling", "funded"]
/** Unpaid applications that may still pay. */
const AWAITED: ApplicationState[] = [
  "created",
  "awaiting-customer",
  "under-review",
  "needs-attention",
  ...SIGNED,
]
/** Whether the application may still pay for the order: a replaced application that never did cannot. */
const isAwaited = ({ kind, state, live_key, order_id }: ApplicationRecord) =>
  kind !== "virtual-cart" && AWAITED.includes(state) && (live_key !== null || order_id !== null)

/** Whether the application's amount is captured, and so no longer due. */
async function isCaptured(
  financing: ConsumerFinancingModuleService,
  order: OrderSide,
  { id }: ApplicationRecord
): Promise<boolean> {
  const { sessionIds } = await financing.applications.readAggregate(id)
  return paymentsOf(order).some(
    ({ captured_at, payment_session_id }) => captured_at && sessionIds.includes(payment_session_id)
  )
}

type TakenOrder = { orderId: string; holder: string; isDraft: boolean }

async function release(container: MedusaContainer, { orderId, holder }: TakenOrder): Promise<void> {
  const { leases } = container.resolve(CONSUMER_FINANCING)
  await leases.release({ name: requestLease(orderId), holder })
}

/** Takes the order's lease for the steps that follow. */
const takeOrderStep = createStep(
  "take-order-to-finance",
  async ({ order_id: orderId }: { order_id: string }, { container }) => {
    const { holder } = await takeOrder(container, orderId)
    const taken = { orderId, holder, isDraft: false }
    return new StepResponse<TakenOrder, TakenOrder>(taken, taken)
  },
  async (taken, { container }) => {
    if (taken) await release(container, taken)
  }
)

/** Checks that the customer can be asked. Throws a message for staff otherwise. */
const checkOrderStep = createStep(
  "check-order-to-finance",
  async (taken: TakenOrder, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const order = await readWholeOrder(financing.context.knex, taken.orderId)
    if (!order) throw userError("There is no such order or draft order.")
    const obstacle = findObstacleToRequest(order)
    if (obstacle !== null) throw userError(obstacle)
    if (isBeingChanged(order)) throw userError(IS_BEING_CHANGED)
    if (!financing.isReady) throw userError(NOT_READY)
    const applications = await financing.applications.listByOrder({
      id: order.id,
      cartId: order.cart?.id,
    })
    for (const awaited of applications.filter(isAwaited)) {
      if (!(await isCaptured(financing, order, awaited))) {
        throw userError(SIGNED.includes(awaited.state) ? IS_SIGNED : IS_AWAITED)
      }
    }
    if (!(await findProvider(container, order))) throw userError(NO_PROVIDER)
    return new StepResponse<TakenOrder>({ ...taken, isDraft: order.is_draft_order === true })
  }
)

/** Releases the order's lease. */
const releaseOrderStep = createStep(
  "leave-order-to-finance",
  async (taken: TakenOrder, { container }) => {
    await release(container, taken)
    return new StepResponse(null)
  }
)

const describeRefusal = ({ total }: OrderSnapshot) =>
  `The financing service does not finance this: ${inWords(total)} is outside the range that it finances for this shop. No request was made.`

const DECLINED =
  "The financing service has just declined this order's financing, and nothing has changed since. Nothing was sent. Change the order, or explicitly ask again."

export type CreateFinancingRequestInput = {
  /** A draft order, or an order with an amount due. */
  order_id: string
  /** Asks again after a recent decline of the same order. */
  apply_again?: boolean
  /** The id of the admin user, never a name. */
  actor: string
}

type ApplyForOrderInput = { input: CreateFinancingRequestInput; taken: TakenOrder }

/**
 * Applies for the amount due on the order (endpoint 3), or continues the live request for the same amount. Throws a
 * message for staff when it was refused or is in doubt. The compensation ends a newly created application.
 */
const applyForOrderStep = createStep(
  "apply-for-order",
  async ({ input, taken: { orderId } }: ApplyForOrderInput, { container }) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const order = await readWholeOrder(financing.context.knex, orderId)
    const reading = order && readRequestedSnapshot(order)
    if (!reading?.ok) {
      const problems = reading?.problems.map((problem) => problem.sentence) ?? []
      throw userError(["This order cannot be financed as it is.", ...problems].join(" "))
    }
    const { snapshot } = reading
    const row = { id: orderId, currency_code: "usd" }
    const record = await readBuyer(container, { entity: "order", row })
    const { refusal } = await financing.checkEligibility({ record, reading, forStaff: true })
    if (refusal) {
      throw userError(refusal.sentence)
    }
    const earlier = await financing.listFinancingApplications(
      { requested_order_id: orderId },
      { select: ["id", "state"] }
    )
    const { outcome, application } = await financing.requestFinancing(snapshot, {
      isExplicit: input.apply_again === true,
    })
    if (outcome === "refused") {
      throw userError(
        withExplanation(describeRefusal(reading.snapshot), application.explanation_url)
      )
    }
    if (hasEnded(application.state)) {
      throw userError(DECLINED)
    }
    const { id } = application
    if (earlier.some((one) => one.id === id)) {
      // Without an input of its own a compensation gets the output.
      return new StepResponse<string, string | null>(id, null)
    }
    // The new request is the remedy that the cases of ended ones ask for.
    for (const ended of earlier.filter(({ state }) => hasEnded(state))) {
      await financing.reviewCases.close(ended.id, "order")
    }
    await financing.timeline.noteBy(input.actor, id, {
      what: "request-made",
      details: { order_id: orderId, cents: application.financed_cents },
    })
    return new StepResponse<string, string | null>(id, id)
  },
  async (applicationId, { container }) => {
    if (applicationId) {
      const financing = container.resolve(CONSUMER_FINANCING)
      const application = await financing.retrieveFinancingApplication(applicationId)
      await financing.closing.supersede(application, "its payment session could not be made")
    }
  }
)

/** The order's own payment session depends on the application, so that Medusa shows the money as usual. */
const createOrderSessionStep = createStep(
  "give-order-session-to-financing",
  async (applicationId: string, { container }) => {
    await createOrderSession(container, applicationId)
    return new StepResponse({ application_id: applicationId })
  }
)

/**
 * Asks the customer of a draft order, or of an order with an outstanding amount, to finance the amount due (endpoint
 * 3, "Create virtual cart"). Returns the application's id; its `customer_url` is where the customer continues. A
 * repeated request for the unchanged order returns the same application; a changed order gets a new one, and the old
 * one is cancelled at the service. After the signature, a draft becomes an order and the amount due is authorized
 * automatically.
 * Recalculates a draft's taxes first, as its conversion does, so that the customer signs the order's total. Throws
 * INVALID_DATA with a message for staff.
 */
export const createFinancingRequestWorkflow = createWorkflow(
  "create-financing-request",
  (input: CreateFinancingRequestInput) => {
    const taken = checkOrderStep(takeOrderStep(input))
    when({ taken }, ({ taken }) => taken.isDraft).then(() =>
      updateOrderTaxLinesWorkflow.runAsStep({ input: { order_id: input.order_id } })
    )
    const done = createOrderSessionStep(applyForOrderStep({ input, taken }))
    releaseOrderStep(taken)
    return new WorkflowResponse(done)
  }
)
