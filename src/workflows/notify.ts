import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { CustomerChannel } from "../medusa/read-store"
import { userError } from "../translation/user-error"

/** Names of the channels in messages. */
const WAYS: Record<CustomerChannel, string> = { email: "e-mail", sms: "text message" }

/** Milliseconds within which a repeated request sends nothing, such as after a double click. */
const SAME_PRESS = 10_000

type CustomerMessage = {
  /** The timeline entry of a sent message. */
  what: "link-sent" | "request-sent"
  /** The id of the admin user, never a name. */
  actor: string
  channel: CustomerChannel
  /** An e-mail address or a phone number with its country code; null when there is none. */
  to: string | null
  application_id: string
  url: string
  order_id: string | null
  /** The order's number. */
  display_id: string | null
  /** In dollars. */
  amount: number
}

/** The setting with each message's template, and its trigger. */
const MESSAGES = {
  "link-sent": { template: "link", trigger_type: "consumer-financing.link" },
  "request-sent": { template: "request", trigger_type: "consumer-financing.request" },
} as const

/**
 * Sends a message to a customer with Medusa's Notification Module and the shop's provider of the channel, and
 * records who sent it. Throws a message for staff that never contains the address.
 */
export async function notifyCustomer(
  container: MedusaContainer,
  message: CustomerMessage
): Promise<void> {
  const { what, actor, channel, to, application_id, url, order_id, display_id, amount } = message
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
    throw userError(
      `The order has no address that a ${WAYS[channel]} could be sent to. Copy the link instead.`
    )
  }
  const { template, trigger_type } = MESSAGES[what]
  const notification = {
    to,
    channel,
    template: financing.options.notifications.templates[template],
    trigger_type,
    resource_id: application_id,
    resource_type: "financing_application",
    // Medusa stores it.
    data: { url, order_id, display_id, amount, currency_code: "usd" },
  }
  try {
    await container.resolve(Modules.NOTIFICATION).createNotifications(notification)
  } catch {
    // A provider's error may contain the address.
    throw userError(await describeFailure(container, message))
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
