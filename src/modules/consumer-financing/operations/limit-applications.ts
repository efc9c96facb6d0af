import { NotSent, userError } from "../../../translation/user-error"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import { FinancingError } from "../../../financing-api"
import {
  type Attempt,
  giveBackAttempts,
  takeAttempts,
  takeWatchedAttempts,
  readClientAddress,
} from "../coordination/attempts"
import type { Context } from "../context"
import type { ApplicationRecord } from "../records"
import type { FullFlowInput } from "./flows"

const HOUR = 60 * 60

const TOO_MANY =
  "Too many financing applications were begun in a short time. Please wait a while and try again, or pay another way."

/** Refusals that the service sent; any other failed create never reached it. */
const SENT = ["refused", "rate_limited"]

export type CountedCreate = {
  /** Returns the count of a create that was never sent. */
  failed: (error: unknown) => Promise<void>
  /** The shop had more than the usual number within an hour. */
  isUnusual: boolean
}

/**
 * Counts a new application for a shopper's cart. Throws a message for the shopper once the cart, its e-mail or phone
 * or, where configured, the client's address or the shop has reached its limit.
 */
export async function countCreate(
  context: Context,
  snapshot: OrderSnapshot
): Promise<CountedCreate> {
  const counted = attemptsOf(context, snapshot)
  const { alarmPerShop } = context.options.applicationLimits
  const usual = { subject: "create:usual", calls: alarmPerShop, seconds: HOUR }
  const { wait, isUnusual } = await takeWatchedAttempts(context, counted, [usual])
  if (wait !== null) {
    throw userError(TOO_MANY)
  }
  const taken = isUnusual ? counted : [...counted, usual]
  return {
    failed: async (error) => {
      if (isUnsent(error)) await giveBackAttempts(context, taken)
    },
    isUnusual,
  }
}

function attemptsOf({ options }: Context, { cartId, email, cellPhone }: OrderSnapshot): Attempt[] {
  const { perCart, perContact, perAddress, perShop } = options.applicationLimits
  const address = readClientAddress()
  const of = (name: string, calls: number) => ({ subject: `create:${name}`, calls, seconds: HOUR })
  return [
    of(`cart:${cartId}`, perCart),
    of(`email:${email.toLowerCase()}`, perContact),
    ...(cellPhone === null ? [] : [of(`phone:${cellPhone}`, perContact)]),
    ...(perAddress === null || address === null ? [] : [of(`address:${address}`, perAddress)]),
    ...(perShop === null ? [] : [of("shop", perShop)]),
  ]
}

function isUnsent(error: unknown): boolean {
  const didNotHappen = error instanceof FinancingError && error.outcome === "did-not-happen"
  return error instanceof NotSent || (didNotHappen && !SENT.includes(error.code))
}

/**
 * Logs an unusual number of applications in an hour, once an hour. It refuses none, because a stranger could
 * otherwise stop all sales.
 */
export async function logUnusualCount(context: Context, applicationId: string): Promise<void> {
  const { alarmPerShop } = context.options.applicationLimits
  const alarm = { subject: "create:alarm", calls: 1, seconds: HOUR }
  if ((await takeAttempts(context, [alarm])) === null) {
    await context.timeline.note(applicationId, "too-many-applications", { an_hour: alarmPerShop })
    context.log.warn(
      `consumer-financing: more than ${alarmPerShop} applications were begun within an hour. If this is not real demand, a client may be creating them in a loop: see applicationLimits in docs/configuration.md.`
    )
  }
}

const DAY = 24 * HOUR

/** The same text for every reason, so that it does not reveal whether an attempt was right. */
const NO_MORE =
  "We cannot take another application with these details in this form for now. Please choose financing on the service's own page, contact the shop, or pay another way."

/** Too many attempts by one person; nothing was sent. The next one is allowed in `wait` seconds. */
export type Limited = { outcome: "limited"; wait: number }

/**
 * Applies with the shop's own form within the person's limits. Stops after several mismatches of a person's details,
 * so that personal numbers cannot be guessed. Attempts are taken before the call and returned after it, so concurrent
 * ones gain nothing. Names, dates and addresses are counted by keyed hashes for a day.
 */
export async function limitForm<Applied extends { application: ApplicationRecord }>(
  context: Context,
  input: FullFlowInput,
  apply: () => Promise<Applied>
): Promise<Applied | Limited> {
  const { attemptsPerPerson, mismatchesPerPerson } = context.options.fullApplication
  const { cartId, address } = input.snapshot
  const names = namesOf(input)
  const wrong = [...names, `home:${folded(address.street)}:${address.zip.slice(0, 5)}`]
  const mismatches = countedAs("mismatch", wrong, { calls: mismatchesPerPerson, seconds: DAY })
  const attempts = countedAs("form", names, { calls: attemptsPerPerson, seconds: HOUR })
  // A mismatch may be reported after the answer.
  const created_at = { $gt: context.clock.dateIn(-DAY * 1000) }
  const mismatched = await context.rows.listFinancingApplications(
    { cart_id: cartId, kind: "full", code: "X", created_at },
    { select: ["id"] }
  )
  const isSpent = mismatched.length >= mismatchesPerPerson
  if (isSpent || (await takeAttempts(context, mismatches)) !== null) throw userError(NO_MORE)
  let isMismatch = false
  try {
    const wait = await takeAttempts(context, attempts)
    if (wait !== null) {
      return { outcome: "limited", wait }
    }
    const result = await apply()
    isMismatch = result.application.code === "X"
    return result
  } finally {
    if (!isMismatch) await giveBackAttempts(context, mismatches)
  }
}

function countedAs(
  purpose: string,
  names: readonly string[],
  pace: Pick<Attempt, "calls" | "seconds">
): Attempt[] {
  return names.map((name) => ({ subject: `${purpose}:${name}`, ...pace }))
}

const folded = (text: string) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")

/** Uses only the first word of the first name: a second one is easily invented. */
function namesOf({ snapshot, form, cellPhone }: FullFlowInput): string[] {
  const { address, email } = snapshot
  const [firstName = ""] = address.firstName.trim().split(/\s+/)
  return [
    `person:${folded(firstName)}:${folded(address.lastName)}:${form.personal.birth_date}`,
    `phone:${cellPhone}`,
    `email:${email.toLowerCase()}`,
  ]
}
