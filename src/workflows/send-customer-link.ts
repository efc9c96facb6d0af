import { customerLinkOf } from "../domain/customer-link"
import { cents, toDollars } from "../domain/money"
import { parseUsPhone } from "../domain/us-phone"
import type { CustomerChannel } from "../medusa/read-store"
import { readWholeCart, type WholeCart } from "../medusa/read-whole-cart"
import { readWholeOrder, type WholeOrder } from "../medusa/read-whole-order"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import type { ApplicationRecord } from "../modules/consumer-financing/records"
import { userError } from "../translation/user-error"
import { orderNumberOf } from "../translation/medusa-rows"
import { notifyCustomer } from "./notify"
import { createOneStepWorkflow } from "./one-step-workflow"

const NO_LINK =
  "There is no link to hand out: the customer has nothing to do at the financing service right now, or the service writes to them itself."

export type SendCustomerLinkInput = {
  application_id: string
  channel: CustomerChannel
  /** The id of the admin user, never a name. */
  actor: string
}

/** Returns the customer's address at the service. Throws a message without a usable one. */
export function requireCustomerLink(application: ApplicationRecord): string {
  const url = customerLinkOf(application)
  if (url === null) throw userError(NO_LINK)
  return url
}

function addressOf(
  { email = null, shipping_address, billing_address }: WholeCart | WholeOrder,
  channel: CustomerChannel
): string | null {
  if (channel === "email") return email
  const phone = parseUsPhone(billing_address?.phone) ?? parseUsPhone(shipping_address?.phone)
  return phone && `+1${phone}`
}

/**
 * Sends the link of an application that waits for its customer (to apply, or to sign again) to the e-mail address or
 * phone number of the order or cart (template `consumer-financing-link`). May be repeated. Throws INVALID_DATA with
 * a message for staff.
 */
export const sendCustomerLinkWorkflow = createOneStepWorkflow(
  "send-financing-link",
  async ({ application_id: id, channel, actor }: SendCustomerLinkInput, container) => {
    const financing = container.resolve(CONSUMER_FINANCING)
    const application = await financing.retrieveFinancingApplication(id)
    const url = requireCustomerLink(application)
    const { order_id, cart_id } = application
    const { knex } = financing.context
    const order = order_id === null ? null : await readWholeOrder(knex, order_id)
    const bought = order_id === null ? await readWholeCart(knex, cart_id ?? "") : order
    await notifyCustomer(container, {
      what: "link-sent",
      actor,
      channel,
      to: bought && addressOf(bought, channel),
      application_id: id,
      url,
      order_id,
      display_id: orderNumberOf(order),
      amount: toDollars(cents(application.service_cents ?? application.financed_cents)),
    })
    return null
  }
)
