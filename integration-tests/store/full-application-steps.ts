import { randomInt } from "node:crypto"
import type { HttpTypes } from "@medusajs/framework/types"
import type { ShownApplication } from "../../src/api/store/consumer-financing/show-application"
import { createHarness } from "./harness"
import { createCart } from "./new-cart"
import type { CartOptions } from "../../tooling/clients/shop-client"

const { shop, simulator } = createHarness()

type Form = Record<string, unknown>

/** Random for each run, so that a search for leaks does not match other data. */
export const SSN = `123-${randomInt(10, 100)}-${randomInt(1_000, 10_000)}`

/** Builds the fields of the shop's own application form. */
export function buildApplicationForm(changes: { personal?: Form; employment?: Form } = {}): Form {
  return {
    personal: { ssn: SSN, birth_date: "1987-03-09", ...changes.personal },
    employment: {
      pay_cycle: "biweekly",
      next_pay_date: formatFutureDay(5),
      monthly_income: 4_200,
      employer_name: "Harbor Works",
      ...changes.employment,
    },
    residence: { rent_or_own: "rent", monthly_cost: 1_350.5, years: 3, months: 2 },
  }
}

/** Formats the date that many days from now as YYYY-MM-DD. */
export function formatFutureDay(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

const getApplicationsPath = (cartId: string) =>
  `/store/consumer-financing/carts/${cartId}/applications`

export async function submitFullApplication(
  cartId: string,
  form: Form = buildApplicationForm(),
  { storeApi } = shop
): Promise<ShownApplication> {
  const answer = await storeApi.post<{ application: ShownApplication }>(
    getApplicationsPath(cartId),
    form
  )
  return answer.application
}

export async function getCurrentApplication(cartId: string): Promise<ShownApplication | null> {
  const path = `${getApplicationsPath(cartId)}/current`
  return (await shop.storeApi.get<{ application: ShownApplication | null }>(path)).application
}

export async function selectOffer(
  { cart_id, id }: Pick<ShownApplication, "cart_id" | "id">,
  offerId: number | string,
  { storeApi } = shop
): Promise<ShownApplication> {
  const path = `${getApplicationsPath(cart_id)}/${id}/offers/${offerId}/select`
  return (await storeApi.post<{ application: ShownApplication }>(path)).application
}

/** Creates a cart with a full application that has offers. */
export async function createCartWithOffers(cartOptions: CartOptions = {}) {
  const cart = await createCart(cartOptions)
  return { cart, application: await submitFullApplication(cart.id) }
}

/** Signs the newest application's contract at the service, as the customer does on the hosted page. */
export async function signContract(cartId: string): Promise<void> {
  const { tip } = await simulator.findCartApplication(cartId)
  await simulator.decision(tip, { outcome: "sign" })
}

/** Reads the cart's only payment session with the store API. */
export async function getPaymentSession(
  cartId: string
): Promise<HttpTypes.StorePaymentSession | undefined> {
  const { cart } = await shop.storeApi.get<HttpTypes.StoreCartResponse>(
    `/store/carts/${cartId}?fields=*payment_collection,*payment_collection.payment_sessions`
  )
  const [session, ...others] = cart.payment_collection?.payment_sessions ?? []
  expect(others).toEqual([])
  return session
}
