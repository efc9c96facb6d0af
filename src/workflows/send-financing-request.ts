import {
  createStep,
  createWorkflow,
  StepResponse,
  transform,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { cents, toDollars } from "../domain/money"
import type { OrderSnapshot } from "../domain/order-snapshot"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { orderNumberOf } from "../translation/medusa-rows"
import { readRequest as readRequestSnapshot } from "../translation/requested-order"
import { sentence } from "../translation/sentence"
import { readWholeOrder } from "../medusa/read-whole-order"
import { type Channel, notifyCustomer } from "./notify"
import { findRequestStep, readRequest, type RequestView } from "./read-request"
import { releaseOrderStep, takeOrderStep } from "./take-order-to-finance"

export type SendFinancingRequestInput = {
  application_id: string
  channel: "email" | "sms"
  /** The id of the admin user, never a name. */
  actor: string
}

const NOT_OPEN =
  "This financing request is over, so there is nothing to send. Make a new one if the customer still has to pay."
const OUTDATED =
  "The order was changed since this request was made, so it is being ended. Make a new one."
const NO_LINK =
  "The service never answered with an address for this request. Withdraw it, and make a new one."

const ADDRESS: Record<Channel, (snapshot: OrderSnapshot) => string | null> = {
  email: ({ email }) => email,
  sms: ({ cellPhone }) => cellPhone && `+1${cellPhone}`,
}

/** Sends the customer's link with Medusa's Notification Module. Throws a message for staff. */
const sendRequestStep = createStep(
  "send-financing-request",
  async ({ input }: { input: SendFinancingRequestInput; taken: unknown }, { container }) => {
    const { application_id: id, channel, actor } = input
    const request = await readRequest(container, id)
    const url = requireLink(request)
    const { options, context } = container.resolve(CONSUMER_FINANCING)
    const order = await readWholeOrder(context.knex, request.order_id)
    const reading = order && readRequestSnapshot(order)
    await notifyCustomer(container, {
      what: "request-sent",
      actor,
      channel,
      to: reading?.ok ? ADDRESS[channel](reading.snapshot) : null,
      template: options.notifications.templates.request,
      trigger_type: "consumer-financing.request",
      application_id: id,
      data: {
        url,
        order_id: request.order_id,
        display_id: orderNumberOf(order),
        amount: toDollars(cents(request.cents)),
        currency_code: "usd",
      },
    })
    return new StepResponse(null)
  }
)

function requireLink({ is_open, is_outdated, url }: RequestView): string {
  if (!is_open) throw sentence(NOT_OPEN)
  if (is_outdated) throw sentence(OUTDATED)
  if (url === null) throw sentence(NO_LINK)
  return url
}

/**
 * Sends the link of an open financing request to the order's e-mail address or to its address's phone number, with
 * the shop's provider of that channel (template `consumer-financing-request`). May be repeated. Throws INVALID_DATA
 * with a message for staff.
 */
export const sendFinancingRequestWorkflow = createWorkflow(
  "send-financing-request",
  (input: SendFinancingRequestInput) => {
    const taken = takeOrderStep(findRequestStep(input))
    const done = sendRequestStep({ input, taken })
    releaseOrderStep({ taken, done })
    return new WorkflowResponse(
      transform({ input }, ({ input: { application_id } }) => ({ application_id }))
    )
  }
)
