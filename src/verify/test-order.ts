import type {
  CartItem,
  CreateOrderBody,
  PartialRefundBody,
  PreApprovalBody,
  VirtualCartBody,
} from "../financing-api"

/** An invented person at an invented address. */
const PERSON = {
  firstName: "Test",
  lastName: "Contact",
  email: "first.contact@example.com",
  cellPhone: "7185550142",
}
const ADDRESS = { street: "418 Linden Avenue", city: "Brooklyn", state: "NY", zip: "11201" }

/** Personal words in the requests of a run. Reports must not contain them. */
export const PERSONAL_WORDS = [...Object.values(PERSON), ADDRESS.street]

export const RESIDENCE = {
  streetName: ADDRESS.street,
  city: ADDRESS.city,
  state: ADDRESS.state,
  zip: ADDRESS.zip,
}
export const OTHER_RESIDENCE = { ...RESIDENCE, streetName: "9 Harbor Road", zip: "11231" }

/** Builds up to three items with 50%, 30% and 20% of the amount, in dollars. */
export function buildItems(amount: number, kept = 3): CartItem[] {
  const cents = Math.round(amount * 100)
  const parts = [Math.floor(cents * 0.5), Math.floor(cents * 0.3)]
  const rest = cents - parts.reduce((sum, part) => sum + part, 0)
  return [...parts, rest]
    .map((price, index) => ({
      description: `Test item ${index + 1}`,
      quantity: 1,
      price: price / 100,
    }))
    .slice(0, kept)
}

const sumPrices = (items: readonly CartItem[]) =>
  Math.round(items.reduce((sum, { price }) => sum + price * 100, 0)) / 100

export type OrderLinks = { returnUrl: string; cancelUrl: string; notifyUrl?: string }

export function buildOrderBody(order: {
  orderId: string
  amount: number
  links: OrderLinks
}): CreateOrderBody {
  const { orderId, amount, links } = order
  return {
    orderId,
    ...PERSON,
    ...ADDRESS,
    ...links,
    loanAmount: amount,
    shipping: 0,
    taxes: 0,
    applicationItems: buildItems(amount),
  }
}

export const PO_BOX = "PO Box 123"

export function buildVirtualCartBody(
  order: { orderId: string; amount: number; links: OrderLinks },
  hasAddress: boolean
): VirtualCartBody {
  const { returnUrl, ...links } = order.links
  return {
    orderId: order.orderId,
    personalFirstName: PERSON.firstName,
    personalLastName: PERSON.lastName,
    personalEmail: PERSON.email,
    personalCellPhone: PERSON.cellPhone,
    ...(hasAddress && {
      residenceStreetName: RESIDENCE.streetName,
      residenceCity: RESIDENCE.city,
      residenceState: RESIDENCE.state,
      residenceZip: RESIDENCE.zip,
    }),
    redirectUrl: returnUrl,
    ...links,
    loanAmount: order.amount,
    shipping: 0,
    taxes: 0,
    items: buildItems(order.amount),
  }
}

/** Suppresses notifications, so that the service contacts no one. */
export const PRE_APPROVAL: PreApprovalBody = { ...PERSON, suppressNotification: true }

export function buildValidationBody(uuid: string, loanAmount: number) {
  const { firstName, lastName } = PERSON
  return { uuid, verifyParams: true, loanAmount, firstName, lastName, ...ADDRESS }
}

/** Builds the cart after a partial refund, with the first `kept` items. */
export function buildRemainingCart(
  amount: number,
  kept: number,
  name: "items" | "applicationItems" | "both"
): PartialRefundBody {
  const items = buildItems(amount, kept)
  return {
    loanAmount: sumPrices(items),
    shipping: 0,
    taxes: 0,
    discount: 0,
    ...(name !== "applicationItems" && { items }),
    ...(name !== "items" && { applicationItems: items }),
  }
}
