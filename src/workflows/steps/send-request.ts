import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { toDollars, cents } from "../../domain/money"
import type { OrderSnapshot } from "../../domain/order-snapshot"
import { CONSUMER_FINANCING } from "../../modules/consumer-financing"
import { readRequest as readRequestSnapshot } from "../../translation/requested-order"
import { sentence } from "../../translation/sentence"
import { readRequestedOrder } from "../read-store"
import { readRequest, type RequestView } from "../request-view"
import type { SendFinancingRequestInput } from "../send-financing-request"

export const REQUEST_TEMPLATE = "consumer-financing-request"

/** Pressed twice: the same message is sent once within so many milliseconds. */
const SAME_PRESS = 10_000

const NOT_OPEN =
  "This financing request is over, so there is nothing to send. Make a new one if the customer still has to pay."
const OUTDATED =
  "The order was changed since this request was made, so it is being ended. Make a new one."
const NO_LINK =
  "The service never answered with an address for this request. Withdraw it, and make a new one."

type Channel = SendFinancingRequestInput["channel"]

const WAYS: Record<Channel, { what: string; to: (snapshot: OrderSnapshot) => string | null }> = {
  email: { what: "e-mail", to: ({ email }) => email },
  sms: { what: "text message", to: ({ cellPhone }) => cellPhone && `+1${cellPhone}` },
}

/** Sends the customer's link by Medusa's Notification Module. Throws a sentence for staff. */
export const sendRequestStep = createStep(
  "send-financing-request",
  async ({ input }: { input: SendFinancingRequestInput; taken: unknown }, { container }) => {
    const { application_id: id, channel, actor } = input
    const request = await readRequest(container, id)
    const url = requireLink(request)
    const last = request.sent.filter((one) => one.channel === channel).at(-1)
    if (last && Date.now() - new Date(last.at).getTime() < SAME_PRESS) {
      return new StepResponse(null)
    }
    await send(container, { request, channel, url })
    await container
      .resolve(CONSUMER_FINANCING)
      .noteBy(actor, id, { what: "request-sent", details: { channel } })
    return new StepResponse(null)
  }
)

function requireLink({ is_open, is_outdated, url }: RequestView): string {
  if (!is_open) throw sentence(NOT_OPEN)
  if (is_outdated) throw sentence(OUTDATED)
  if (url === null) throw sentence(NO_LINK)
  return url
}

type Message = { request: RequestView; channel: Channel; url: string }

async function send(container: MedusaContainer, { request, channel, url }: Message): Promise<void> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const order = await readRequestedOrder(query, request.order_id)
  const reading = order && readRequestSnapshot(order)
  const { what, to } = WAYS[channel]
  const address = reading?.ok ? to(reading.snapshot) : null
  if (!order || !address) {
    throw sentence(
      `The order has no address that a ${what} could be sent to. Copy the link instead.`
    )
  }
  const notification = {
    to: address,
    channel,
    template: REQUEST_TEMPLATE,
    trigger_type: "consumer-financing.request",
    resource_id: request.id,
    resource_type: "financing_application",
    data: {
      url,
      order_id: order.id,
      display_id: order.display_id ?? null,
      amount: toDollars(cents(request.cents)),
      currency_code: "usd",
    },
  }
  try {
    await container.resolve(Modules.NOTIFICATION).createNotifications(notification)
  } catch {
    // What a provider says may quote the address.
    throw sentence(await whyNot(container, { request, channel }))
  }
}

async function whyNot(
  container: MedusaContainer,
  { request, channel }: Pick<Message, "request" | "channel">
): Promise<string> {
  const { what } = WAYS[channel]
  const [tried] = await container
    .resolve(Modules.NOTIFICATION)
    .listNotifications(
      { resource_id: request.id, channel },
      { order: { created_at: "DESC" }, take: 1 }
    )
  return tried?.provider_id
    ? `The ${what} could not be sent. Try again, or copy the link instead.`
    : `This shop has no notification provider for the channel "${channel}", so no ${what} can be sent. Copy the link instead.`
}
