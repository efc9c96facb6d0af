import type { CreateNotificationDTO, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import {
  formatAsEmail,
  formatForBell,
  type StaffMessageName,
  type StaffText,
} from "../domain/staff-message"
import { readNotificationChannels, readRow } from "../medusa/read-store"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { STAFF_TEMPLATE } from "../options/options"

/** The channel of the dashboard's bell. */
export const BELL = "feed"

export const DELIVERY_OUTCOMES = ["sent", "already-sent", "no-provider", "failed"] as const

/** What became of a message on one channel. */
export type Delivery = { channel: string; outcome: (typeof DELIVERY_OUTCOMES)[number] }

export const triggerOf = (what: StaffMessageName): string => `consumer-financing.${what}`

export type ComposedMessage = {
  what: StaffMessageName
  text: StaffText
  /** The page of the dashboard that the email links to. */
  page: string
  /** Sends the message once on each channel, across all servers; null for a message that repeats. */
  key: string | null
  /** Data for the shop's template, without secrets. Medusa stores it. */
  data: Record<string, unknown>
}

/** Sends a message to the bell and to the recipient in the settings. Logs a provider's failure. */
export async function sendStaffMessage(
  container: MedusaContainer,
  { what, text, page, key, data }: ComposedMessage
): Promise<Delivery[]> {
  const { notifications, backendUrl } = container.resolve(CONSUMER_FINANCING).options
  const { staffTo: to, staffChannel, templates, language } = notifications
  const { admin } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const url = `${backendUrl}${admin?.path ?? "/app"}${page}`
  const message = (channel: string) => ({
    channel,
    trigger_type: triggerOf(what),
    idempotency_key: key && `consumer-financing:${key}:${channel}`,
  })
  const bell = {
    ...message(BELL),
    // The dashboard shows everyone the messages without a recipient.
    to: "",
    template: what,
    data: formatForBell(text, language),
  }
  const email = to !== null && {
    ...message(staffChannel),
    to,
    template: templates.staff,
    data: { what, title: text.title, message: text.sentence, url, ...data },
    // Providers prefer a content to a template, so a shop's own template goes without one.
    ...(templates.staff === STAFF_TEMPLATE && { content: formatAsEmail(text, url, language) }),
  }
  const channels = await readNotificationChannels(container)
  const wanted = email ? [bell, email] : [bell]
  return await Promise.all(
    wanted.map(async (one) => ({
      channel: one.channel,
      outcome: channels.has(one.channel) ? await deliver(container, one) : "no-provider",
    }))
  )
}

/**
 * Medusa's unique index lets only one of several servers send a key. Medusa sends a failed key again on every call,
 * so a known key is never passed to it.
 */
async function deliver(
  container: MedusaContainer,
  notification: CreateNotificationDTO
): Promise<Delivery["outcome"]> {
  const { channel, trigger_type, idempotency_key = null } = notification
  if (await readStatus(container, idempotency_key)) return "already-sent"
  try {
    await container.resolve(Modules.NOTIFICATION).createNotifications(notification)
    return "sent"
  } catch {
    const status = await readStatus(container, idempotency_key)
    if (status && status !== "failure") return "already-sent"
    // A provider's error may contain the address.
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`consumer-financing: the message "${trigger_type}" failed on channel "${channel}"`)
    return "failed"
  }
}

async function readStatus(
  container: MedusaContainer,
  idempotency_key: string | null
): Promise<string | null> {
  if (idempotency_key === null) return null
  const row = await readRow<{ status: string }>(container, {
    entity: "notification",
    fields: ["status"],
    filters: { idempotency_key },
  })
  return row?.status ?? null
}
