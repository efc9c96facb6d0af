import type { ApplicationView } from "../../../src/sandbox"

/** Amounts in integer cents. */
export type PaymentSeen = {
  id: string
  session: string
  amount: number
  captured: boolean
  captures: number
  canceled: boolean
  refunded: number
}

export type OperationSeen = {
  id: string
  kind: string
  outcome: "intended" | "confirmed" | "refused" | "in-doubt"
  token: string | null
  newToken: string | null
  target: number | null
  /** Its answer was lost once, whatever was found out about it since. */
  lost: boolean
}

/** One of the plugin's own applications. */
export type OursSeen = {
  id: string
  kind: "hosted" | "virtual-cart" | "full" | "pre-approval"
  state: string
  attempt: number
  live: boolean
  /** It is being ended at the service. */
  cancelling: boolean
  financed: number
  refunded: number
  /** Its customer has an address to continue at. */
  hasAddress: boolean
  /** Ids of the offers that the shop can show, and of the chosen one. */
  offers: number[]
  selected: number | null
  /** Its draft became an order, and its request was not withdrawn by then. */
  placedBeforeWithdrawn: boolean
  /** A look of ours has read that it was not approved, whatever it reads since. */
  wasDeclined: boolean
  review_cases: { cause: string; reason: string }[]
  sessions: string[]
  operations: OperationSeen[]
  tokens: string[]
  /** Tokens that postbacks at its address named, ours or not; null where one named none. */
  named: (string | null)[]
}

export type MedusaSeen = {
  /** The order of the purchase; null while it is a cart or a draft. */
  order: { id: string; canceled: boolean } | null
  /** The draft that staff made, while it is one. */
  draft: { id: string } | null
  /** Payments of this method, oldest first. */
  payments: PaymentSeen[]
  /** Payment sessions of this method that are alive. */
  sessions: string[]
}

/** A pre-approval that this history's guest holds a claim to, as the plugin has it. */
export type PreApprovalSeen = {
  id: string
  state: string
  token: string | null
  /** Every application that ever had its token: for which cart, and how many payments live on it. */
  uses: { applicationId: string; cartId: string; payments: number }[]
}

/** Both worlds, as they are at one moment: the service's word, Medusa's rows, and our own. */
export type World = {
  /** At the service, for this purchase, oldest first. */
  applications: ApplicationView[]
  /** At the service, the guest's pre-approvals that this purchase has not used. */
  preApproved: ApplicationView[]
  medusa: MedusaSeen
  ours: OursSeen[]
  preApprovals: PreApprovalSeen[]
  /** The alarm of an outage is raised. */
  isAlarm: boolean
}

/** The payment that rests on an application of ours. */
export function paymentOn(world: World, ours: OursSeen | undefined): PaymentSeen | undefined {
  const mine = world.medusa.payments.filter(({ session }) => ours?.sessions.includes(session))
  return mine.find(({ canceled }) => !canceled) ?? mine.at(-1)
}

/**
 * Our record of an application at the service: it knows our address, or we know its token. A
 * pre-approval was asked for before there was a record that it could lead to.
 */
export function oursOf(world: World, application: ApplicationView): OursSeen | undefined {
  return world.ours.find((ours) => isOf(ours, application))
}

/** One of our records has a token of it. */
export function isKnown({ ours }: World, { tokens }: ApplicationView): boolean {
  return ours.some((one) => one.tokens.some((token) => tokens.includes(token)))
}

/** The service's application of a record of ours. */
export function applicationOf(world: World, ours: OursSeen): ApplicationView | undefined {
  const whole = world.applications.filter((application) => isOf(ours, application))
  return whole.find(({ tokens }) => tokens.some((one) => ours.tokens.includes(one))) ?? whole[0]
}

function isOf({ id, tokens }: OursSeen, application: ApplicationView): boolean {
  const { returnUrl, notifyUrl } = application
  const address = returnUrl ?? notifyUrl
  if (address !== undefined) return address.includes(id)
  return application.tokens.some((one) => tokens.includes(one))
}

/** A money operation, or a create, in doubt. */
export function doubtsOf({ operations }: OursSeen): OperationSeen[] {
  return operations.filter(
    ({ kind, outcome }) =>
      hasConsequence(kind) && (outcome === "in-doubt" || outcome === "intended")
  )
}

/** Whether a doubt needs a review case: the alarm of an outage counts a shopper's create instead. */
export const needsCase = ({ kind }: OursSeen, operation: OperationSeen, hadAlarm: boolean) =>
  hasConsequence(operation.kind) &&
  !(hadAlarm && operation.kind === "create" && kind !== "virtual-cart")

/** A repeat sets the same value once more: such an operation may be in doubt without a review case. */
export const hasConsequence = (kind: string): boolean =>
  kind !== "update-order-id" && kind !== "select-offer"

export const cents = (dollars: number): number => Math.round(dollars * 100)
