import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { cents, inWords } from "../domain/money"
import { describeMessage, ENGLISH_MESSAGES } from "../domain/order-message-words"
import { readMessages } from "../medusa/read-messages"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { sentence } from "../translation/sentence"

export type Channel = "email" | "sms"

/** Names of the channels in messages. */
const WAYS: Record<Channel, string> = { email: "e-mail", sms: "text message" }

/** Milliseconds within which a repeated request sends nothing, such as after a double click. */
const SAME_PRESS = 10_000

type CustomerMessage = {
  /** The timeline entry of a sent message. */
  what: "link-sent" | "request-sent"
  /** The id of the admin user, never a name. */
  actor: string
  channel: Channel
  /** An e-mail address or a phone number with its country code; null when there is none. */
  to: string | null
  template: string
  trigger_type: string
  application_id: string
  /** Template data. Medusa stores it. */
  data: Record<string, unknown>
}

/**
 * Sends a message to a customer with Medusa's Notification Module and the shop's provider of the channel, and
 * records who sent it. Throws a message for staff that never contains the address.
 */
export async function notifyCustomer(
  container: MedusaContainer,
  message: CustomerMessage
): Promise<void> {
  const { what, actor, channel, to, template, trigger_type, application_id, data } = message
  const financing = container.resolve(CONSUMER_FINANCING)
  const [last] = await financing.listFinancingTimelineEntries(
    { application_id, what },
    { order: { created_at: "DESC" }, take: 1 }
  )
  const isSame = last?.details?.channel === channel
  if (last && isSame && Date.now() - new Date(last.created_at).getTime() < SAME_PRESS) {
    return
  }
  await financing.home.requireUnlocked(await financing.retrieveFinancingApplication(application_id))
  if (!to) {
    throw sentence(
      `The order has no address that a ${WAYS[channel]} could be sent to. Copy the link instead.`
    )
  }
  const notification = {
    to,
    channel,
    template,
    trigger_type,
    resource_id: application_id,
    resource_type: "financing_application",
    data,
  }
  try {
    await container.resolve(Modules.NOTIFICATION).createNotifications(notification)
  } catch {
    // A provider's error may contain the address.
    throw sentence(await describeFailure(container, message))
  }
  await financing.timeline.noteBy(actor, application_id, { what, details: { channel } })
}

async function describeFailure(
  container: MedusaContainer,
  { application_id, channel }: CustomerMessage
): Promise<string> {
  const [tried] = await container
    .resolve(Modules.NOTIFICATION)
    .listNotifications(
      { resource_id: application_id, channel },
      { order: { created_at: "DESC" }, take: 1 }
    )
  return tried?.provider_id
    ? `The ${WAYS[channel]} could not be sent. Try again, or copy the link instead.`
    : `This shop has no notification provider for the channel "${channel}", so no ${WAYS[channel]} can be sent. Copy the link instead.`
}

type NotifyFinancingStaffInput = {
  /** A new review case, or an outage of the service. */
  what: "needs-attention" | "service-unavailable"
  /** Template data without secrets. Medusa stores it. */
  data: Record<string, unknown>
}

/**
 * Notifies staff with Medusa's Notification Module if the settings contain a recipient. Logs a provider's failure,
 * because the dashboard shows the case and the alarm as well. @returns whether a provider accepted it
 */
async function notifyStaff(
  container: MedusaContainer,
  { what, data }: NotifyFinancingStaffInput
): Promise<boolean> {
  const { notifications } = container.resolve(CONSUMER_FINANCING).options
  const { staffTo: to, staffChannel: channel, templates } = notifications
  if (to === null) return false
  try {
    const id = data.application_id
    const facts = typeof id === "string" ? await readFacts(container, id) : {}
    await container.resolve(Modules.NOTIFICATION).createNotifications({
      to,
      channel,
      template: templates.staff,
      trigger_type: `consumer-financing.${what}`,
      data: { what, ...facts, ...data },
    })
    return true
  } catch {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `consumer-financing: staff were not told of "${what}": no notification provider took it for the channel "${channel}"`
      )
    return false
  }
}

const FORMATS = {
  amount: (amount: number | null) => (amount === null ? "–" : inWords(cents(amount))),
  time: (at: Date | string) => `${new Date(at).toISOString().slice(11, 16)} UTC`,
}

/** Reads the order, amount, action and link for the message, as the screens show them. */
async function readFacts(container: MedusaContainer, id: string) {
  const financing = container.resolve(CONSUMER_FINANCING)
  const application = await financing.retrieveFinancingApplication(id)
  const { message, purchase } = (await readMessages(container, [application]))(application)
  const { admin } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  return {
    order_number: purchase.orderNumber,
    customer_name: purchase.name,
    amount: FORMATS.amount(application.financed_cents),
    message: describeMessage(message, ENGLISH_MESSAGES, FORMATS),
    url: `${financing.options.backendUrl}${admin?.path ?? "/app"}/consumer-financing/${id}`,
  }
}

const notifyStaffStep = createStep(
  "notify-financing-staff",
  async (input: NotifyFinancingStaffInput, { container }) =>
    new StepResponse(await notifyStaff(container, input))
)

export const notifyFinancingStaffWorkflow = createWorkflow(
  "notify-financing-staff",
  (input: NotifyFinancingStaffInput) => new WorkflowResponse(notifyStaffStep(input))
)
