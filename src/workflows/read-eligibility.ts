import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { describeForStaff, type Ineligibility } from "../domain/eligibility"
import type { OrderSnapshot } from "../domain/order-snapshot"
import { CONSUMER_FINANCING } from "../modules/consumer-financing"
import { toCents } from "../translation/amount"
import { BUYING_FIELDS, type BuyingRecord, hasExclusions, judgeBuying } from "../translation/buying"
import type { MedusaNumber } from "../translation/priced-record"
import { sentence } from "../translation/sentence"
import { findProvider } from "./give-session"

export type Eligibility = {
  title: string
  description: string
  /** Where the cart's region offers it. */
  providerId: string | null
  /** Null when the cart can be financed, as far as the shop has a say. */
  refusal: { reason: Ineligibility; sentence: string } | null
}

/** Whether a storefront should offer financing for a cart. Asks nobody but the shop itself. */
export async function readEligibility(
  container: MedusaContainer,
  cartId: string
): Promise<Eligibility> {
  const { options, isReady } = container.resolve(CONSUMER_FINANCING)
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { checkout } = options
  const providerId = await findProvider(query, cartId)
  const record = await readBuyer(container, { entity: "cart", id: cartId, fields: ["total"] })
  const { title, description } = checkout
  const refusal = judgeBuying(record, {
    total: toCents(record.total ?? 0, { name: "The cart's total" }),
    checkout,
    isSetUp: isReady && providerId !== null,
  })
  return { title, description, providerId, refusal }
}

type Excluding = { entity: "cart" | "order"; snapshot: OrderSnapshot }

/**
 * Throws a sentence when the merchant's settings keep a cart, or an order that staff ask for, from
 * being financed: for the shopper, or for staff. What was applied for before they did goes on.
 */
export async function refuseExcluded(
  container: MedusaContainer,
  { entity, snapshot }: Excluding
): Promise<void> {
  const financing = container.resolve(CONSUMER_FINANCING)
  const { checkout } = financing.options
  const record = hasExclusions(checkout)
    ? await readBuyer(container, { entity, id: snapshot.cartId })
    : { currency_code: "usd" }
  const describe = entity === "order" ? describeForStaff : undefined
  const found = judgeBuying(record, { total: snapshot.total, checkout }, describe)
  if (found && !(await financing.goesOn(snapshot))) {
    throw sentence(found.sentence)
  }
}

type Reading = { entity: "cart" | "order"; id: string; fields?: string[] }

async function readBuyer(
  container: MedusaContainer,
  { entity, id, fields = [] }: Reading
): Promise<BuyingRecord & { total?: MedusaNumber }> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity,
    fields: [...BUYING_FIELDS, ...fields],
    filters: { id },
  })
  return data[0] as BuyingRecord & { total?: MedusaNumber }
}
