import { describeIneligibility, type Ineligibility } from "../domain/eligibility"
import type { Problem } from "../domain/problem"
import type { Refusal } from "./buying"

/** What a checkout asks for, in the order in which it usually does. */
export const CHECKOUT_STEPS = [
  "items",
  "email",
  "shipping_address",
  "billing_address",
  "shipping_method",
] as const
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number]

export type CartEligibility = {
  /** False only for what the shopper cannot change by going on. */
  isAvailable: boolean
  /** The payment session can be made as the cart is. */
  isReady: boolean
  /** What is still to come, or to be corrected. Empty when it is not available. */
  missing: CheckoutStep[]
  reason: Ineligibility | null
  /** Why not, or what to do first, for the shopper. */
  sentence: string | null
}

const STEP_OF: Record<string, CheckoutStep | undefined> = {
  items: "items",
  email: "email",
  shipping_address: "shipping_address",
  billing_address: "billing_address",
  shipping_methods: "shipping_method",
}
/** Shipping and taxes are on top once these are known. */
const RAISES_TOTAL: readonly CheckoutStep[] = CHECKOUT_STEPS.filter((step) => step !== "email")
const TOO_LITTLE: readonly Ineligibility[] = ["below-minimum", "nothing-due"]

type Judged = {
  /** Why the shop does not finance it, by its settings. */
  refusal: Refusal | null
  /** What keeps it from being applied for as it is. */
  problems: readonly Problem[]
  /** The address that counts names another country. */
  isAbroad: boolean
}

/**
 * What a storefront is told of a cart on its way through the checkout. A total that is too small is
 * final once nothing is missing that could raise it.
 */
export function judgeEligibility({ refusal, problems, isAbroad }: Judged): CartEligibility {
  const found = new Set(problems.map(({ field }) => STEP_OF[field.split(".")[0] ?? ""]))
  const missing = CHECKOUT_STEPS.filter((step) => found.has(step))
  const why = refusal ?? findFinal(problems, isAbroad)
  const mayRise = missing.some((step) => RAISES_TOTAL.includes(step))
  const isAvailable = why === null || (TOO_LITTLE.includes(why.reason) && mayRise)
  const toDo = problems.map(({ sentence }) => sentence).join(" ")
  return {
    isAvailable,
    isReady: why === null && problems.length === 0,
    missing: isAvailable ? missing : [],
    reason: why?.reason ?? null,
    sentence: why?.sentence ?? (toDo || null),
  }
}

/** Whatever the cart is like: nobody can finance anything. */
export function refusedNow(reason: "service-unavailable"): CartEligibility {
  const sentence = describeIneligibility(reason, { minimum: null, maximum: null })
  return { isAvailable: false, isReady: false, missing: [], reason, sentence }
}

/** Of the cart's problems what no further step of the checkout changes. */
function findFinal(problems: readonly Problem[], isAbroad: boolean): Refusal | null {
  const at = (end: string) => problems.find(({ field }) => field.endsWith(end))
  const abroad = isAbroad ? at(".country_code") : undefined
  if (abroad) return { reason: "abroad", sentence: abroad.sentence }
  const free = at("total")
  return free ? { reason: "nothing-due", sentence: free.sentence } : null
}
