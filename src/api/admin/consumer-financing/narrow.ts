import type { MedusaContainer } from "@medusajs/framework/types"
import { readShipping } from "../../../medusa/read-shipping"
import { readIds } from "../../../medusa/read-store"
import type {
  Among,
  ApplicationFilter,
} from "../../../modules/consumer-financing/operations/list-applications"
import type { Narrowing } from "./queries"

/** The orders or carts that are searched. */
const NEWEST = { take: 500, skip: 0, order: { created_at: "DESC" as const } }

/** Minimum length of a search, because shorter texts match too many names. */
const SHORTEST = 2

/** The maximum of the integer columns. */
const MOST_CENTS = 2_147_483_647

const DOLLARS = /^\$?(\d{1,3}(,\d{3})+|\d{1,9})\.\d{2}$/

/** Converts the list's filters into the module's filter. */
export async function narrow(
  scope: MedusaContainer,
  { q, state, task, created_from, created_to }: Narrowing
): Promise<ApplicationFilter> {
  return {
    states: state,
    task: task && { name: task, shipping: await readShipping(scope) },
    createdFrom: created_from,
    createdTo: created_to,
    among: q === undefined ? undefined : await findAmong(scope, q),
  }
}

/**
 * Finds applications by what staff typed: an order's number or id, a cart's or application's id, a part of a
 * customer's name or e-mail address, an amount with its cents, or any token of the application.
 */
async function findAmong(scope: MedusaContainer, words: string): Promise<Among> {
  const typed = words.trim().replace(/^#/, "")
  const none = { ids: [], orderIds: [], cartIds: [], tokens: [], cents: null }
  if (/^(finapp|order|cart)_\w+$/.test(typed)) {
    return { ...none, ids: [typed], orderIds: [typed], cartIds: [typed] }
  }
  const cents = DOLLARS.test(typed) ? Math.round(Number(typed.replace(/[$,]/g, "")) * 100) : null
  if (cents !== null && cents <= MOST_CENTS) {
    return { ...none, cents }
  }
  if (typed.length < SHORTEST && !/^\d$/.test(typed)) {
    return { ...none, tokens: [typed] }
  }
  const text = escapePattern(typed)
  const ofOrders = /^\d{1,9}$/.test(typed) ? numbered(typed) : { q: text }
  const ofCarts = { email: { $ilike: `%${text}%` } }
  // Medusa's own search of orders: numbers, e-mail addresses, and names of the addresses.
  const [orderIds, cartIds] = await Promise.all([
    readIds(scope, { entity: "order", filters: ofOrders, pagination: NEWEST }),
    /^\d+$/.test(typed)
      ? []
      : readIds(scope, { entity: "cart", filters: ofCarts, pagination: NEWEST }),
  ])
  return { ...none, orderIds, cartIds, tokens: [typed] }
}

/** Matches a whole order number: a part of it would match many postal codes. */
const numbered = (typed: string) => ({
  $or: [{ display_id: Number(typed) }, { custom_display_id: typed }],
})

/** Core uses `q` as a pattern: unescaped, % would find every order. */
const escapePattern = (text: string): string => text.replace(/[\\%_]/g, "\\$&")
