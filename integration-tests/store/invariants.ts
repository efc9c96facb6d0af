import type { BigNumberInput, HttpTypes } from "@medusajs/framework/types"
import { decodeTime } from "ulid"
import { setsAbsoluteValue } from "../../src/domain/operation"
import type { ApplicationView } from "../../src/sandbox"
import { expectConsistentLedger } from "./medusa-ledger"
import { eventually } from "../../tooling/clients/eventually"
import { toExactCents, sumExactCents } from "./exact-cents"
import { createHarness } from "./harness"
import { listApplications, listOperations, listTokens } from "./plugin-records"
import { listPayments } from "./purchase-steps"

const { admin, simulator } = createHarness()

export type Exemptions = {
  /**
   * Medusa and the service differ on purpose: I1, I2, I3 and Medusa's own sums are not checked, but the
   * application needs a review case.
   */
  listed?: boolean
  /**
   * The service created an application and reported a failure. The plugin may not know the application while it
   * is unsigned, or not know those that the function selects.
   */
  denied?: boolean | ((application: ApplicationView) => boolean)
  /** Number of partial refunds made in the service's portal. The shop did not get their tokens. */
  elsewhere?: number
  /**
   * A portal refund was made while our full refund was in doubt, and the token that we know reads the same for
   * both: I3 and the refund's token are not checked.
   */
  unseen?: boolean
  /** Selects applications that the service settled while it reports the contrary: I1 to I3 are not checked. */
  settledUnseen?: (application: ApplicationView) => boolean
}

/**
 * Checks the invariants of the fault catalogue (I1–I6, I12) for a cart, its applications and its order.
 * Compares Medusa's rows with the simulator's state and calls, and with each other.
 */
export async function expectInvariants(
  cartId: string,
  { listed = false, denied = false, elsewhere = 0, unseen = false, settledUnseen }: Exemptions = {}
): Promise<void> {
  const order = await admin.findOrderByCart(cartId)
  const atService = await simulator.listCartApplications(cartId)
  await expectNothingLost(cartId, { listed, denied, elsewhere, unseen })
  if (order && !listed) {
    // Core may still update its sums in the background: reads again until they agree.
    await expectConsistentLedger(order).catch(() =>
      eventually(async () => expectConsistentLedger(await admin.getOrder(order.id)))
    )
  }
  const known = await listKnownTokens(cartId)
  const isDenied = typeof denied === "function" ? denied : () => false
  for (const application of atService) {
    // The plugin has no record of this application.
    if (isDenied(application) && !application.tokens.some((token) => known.has(token))) continue
    const ids = await findApplicationIds(cartId, application)
    const payment = order && findPayment(ids, order, { listed })
    if (!listed && !settledUnseen?.(application) && !isClosedUncaptured(application, payment)) {
      expectCaptureAgrees(application, payment)
      if (!unseen) expectRefundsAgree(application, payment)
    }
    expectAmountAgrees(application, payment)
    await expectNoCancelOfLivePayment({ application, order, payment })
    await expectSingleEffects(cartId, application, elsewhere)
  }
}

const sumCents = (rows: readonly { amount: BigNumberInput }[] | undefined): number =>
  sumExactCents((rows ?? []).map(({ amount }) => amount))
const sumCaptures = ({ captures }: HttpTypes.AdminPayment): number => sumCents(captures)
const sumRefunds = ({ refunds }: HttpTypes.AdminPayment): number => sumCents(refunds)

/** Finds our records of an application, by its notify URL or, for pre-approvals, by its token. */
async function findApplicationIds(
  cartId: string,
  { notifyUrl, tokens }: ApplicationView
): Promise<string[]> {
  const ids = (await listApplications(cartId)).map(({ id }) => id)
  const known = await Promise.all(
    ids.map(async (id) => (await listTokens(id)).some(({ token }) => tokens.includes(token)))
  )
  return ids.filter((id, index) => notifyUrl?.includes(id) || known[index])
}

/** Finds the payment of this application. Prefers the one that is not cancelled. */
function findPayment(
  ids: readonly string[],
  order: HttpTypes.AdminOrder,
  { listed }: Pick<Exemptions, "listed">
): HttpTypes.AdminPayment | undefined {
  const payments = listPayments(order)
  const ours = payments.filter(({ data }) => {
    const id = (data as { application_id?: unknown } | undefined)?.application_id
    return typeof id === "string" && ids.includes(id)
  })
  const [live, ...others] = ours.filter(({ canceled_at }) => !canceled_at)
  expect(others).toEqual([])
  const cancelled = ours.filter(({ canceled_at }) => canceled_at)
  // Core may capture a payment while it cancels the order: that needs a refund or a review case.
  if (!listed)
    expect(cancelled.filter((payment) => sumCaptures(payment) !== sumRefunds(payment))).toEqual([])
  return live ?? cancelled.at(-1)
}

/**
 * Whether the loan was refunded in full or never paid out, and Medusa has neither a capture nor a live payment
 * for it. I1 to I3 then have nothing to compare.
 */
function isClosedUncaptured(
  { refunded, refundCount, cancelled, funded, status }: ApplicationView,
  payment: HttpTypes.AdminPayment | undefined
): boolean {
  const isAlive = payment && !payment.canceled_at
  const isGivenBack = refunded && refundCount === 1
  // Settled, then cancelled or declined before funding.
  const isUnpaid = cancelled || (!funded && ["U", "X"].includes(status))
  const isDropped = isUnpaid && payment !== undefined
  return (isGivenBack || isDropped) && !isAlive && (payment?.captures ?? []).length === 0
}

/** I1, I2: settled at the service if and only if captured once in Medusa. */
function expectCaptureAgrees(
  { settled, funded, settleCount, refunded }: ApplicationView,
  payment: HttpTypes.AdminPayment | undefined
): void {
  const isSettled = settled || funded || settleCount > 0
  const captures = payment?.captures ?? []
  const found = { captures: captures.length, dated: Boolean(payment?.captured_at) }
  // An application refunded in the portal before a capture was never settled by the plugin.
  if (isSettled || !refunded) {
    expect(found).toEqual({ captures: isSettled ? 1 : 0, dated: isSettled })
  }
}

/** I3: the amount that the service no longer finances equals the refunds, to the cent. */
function expectRefundsAgree(
  application: ApplicationView,
  payment: HttpTypes.AdminPayment | undefined
): void {
  // A cancelled loan with a cancelled payment finances nothing, whatever its amount.
  if (!payment || (application.cancelled && payment.canceled_at)) return
  const financed = application.refunded ? 0 : toExactCents(application.loanAmount)
  expect(toExactCents(application.originalLoanAmount) - financed).toBe(sumRefunds(payment))
}

/** I4: the payment's amount equals the signed amount. */
function expectAmountAgrees(
  application: ApplicationView,
  payment: HttpTypes.AdminPayment | undefined
): void {
  if (!payment) return
  expect(toExactCents(payment.amount)).toBe(toExactCents(application.originalLoanAmount))
}

type LivePayment = {
  application: ApplicationView
  order: HttpTypes.AdminOrder | undefined
  payment: HttpTypes.AdminPayment | undefined
}

/** I5: no cancel is sent for an application with a payment that is not cancelled. */
async function expectNoCancelOfLivePayment({
  application,
  order,
  payment,
}: LivePayment): Promise<void> {
  const isAlive = payment && !payment.canceled_at && order?.status !== "canceled"
  if (!isAlive) return
  // A cancel refused before the payment existed is harmless. Specs rewrite the row's date, so the id's time counts.
  const since = decodeTime(payment.id.replace("pay_", ""))
  for (const token of application.tokens) {
    const calls = await simulator.calls({ operation: "cancel", token })
    const isHarmless = ({ at, status }: (typeof calls)[number]) =>
      new Date(at).getTime() < since && status !== null && status >= 400 && status < 500
    expect(calls.filter((call) => !isHarmless(call))).toEqual([])
  }
}

/** I6: at most one settle per settled token, one full refund, and one partial refund per journal entry. */
async function expectSingleEffects(
  cartId: string,
  { tokens, settleCount, refundCount, partialRefunds }: ApplicationView,
  elsewhere: number
): Promise<void> {
  const ours = await listApplications(cartId)
  const journal = (await Promise.all(ours.map(({ id }) => listOperations(id)))).flat()
  const intents = journal.filter(({ kind }) => kind === "partial-refund")
  // The new application of a partial refund may need a settle too.
  const settled = new Set(journal.flatMap(({ kind, token }) => (kind === "settle" ? token : [])))
  expect(settleCount).toBeLessThanOrEqual(settled.size)
  expect(refundCount).toBeLessThanOrEqual(1)
  // The client repeats a call once after a 401. If the service executed the first call, the refund is made twice.
  const calls = tokens.map((token) => simulator.calls({ operation: "partialRefund", token }))
  const unauthorized = (await Promise.all(calls)).flat().filter(({ status }) => status === 401)
  const maximum = intents.length + elsewhere + unauthorized.length
  expect(partialRefunds.length).toBeLessThanOrEqual(maximum)
}

/** Lists every token that our records of the cart have had. */
async function listKnownTokens(cartId: string): Promise<ReadonlySet<string>> {
  const ours = await listApplications(cartId)
  const rows = (await Promise.all(ours.map(({ id }) => listTokens(id)))).flat()
  return new Set(rows.map(({ token }) => token))
}

/** Whether an application is unsigned. Full applications and pre-approvals are approved before they are signed. */
const isUnsigned = ({ status, kind }: ApplicationView): boolean =>
  status === "P" || (status === "A" && ["full", "pre-approval"].includes(kind))

/** Whether one refund call took effect twice: two partial refunds in a row left the same amount. */
const hasRepeatedRefund = ({ partialRefunds }: ApplicationView): boolean =>
  partialRefunds.some(({ loanAmount }, at) => partialRefunds[at - 1]?.loanAmount === loanAmount)

/** I12: operations in doubt have a review case, and no token is lost while nothing is in doubt. */
async function expectNothingLost(
  cartId: string,
  { listed, denied, elsewhere = 0, unseen }: Exemptions
): Promise<void> {
  const ours = await listApplications(cartId)
  const atService = await simulator.listCartApplications(cartId)
  const doubtful = new Set<string>()
  const refusedTargets = new Set<number>()
  for (const { id, review_reason } of ours) {
    const journal = await listOperations(id)
    for (const { kind, outcome, target_cents } of journal) {
      if (kind === "partial-refund" && outcome === "refused") refusedTargets.add(target_cents ?? 0)
    }
    const open = journal.filter(({ outcome }) => outcome === "in-doubt")
    if (open.some(({ kind }) => !setsAbsoluteValue(kind))) {
      doubtful.add(id)
      expect(review_reason).toEqual(expect.any(String))
    }
  }
  if (listed) {
    expect(ours.map(({ review_reason }) => review_reason)).toContainEqual(expect.any(String))
  }
  const wasRefusedButDone = ({ partialRefunds }: ApplicationView) =>
    partialRefunds.some(({ loanAmount }) => refusedTargets.has(toExactCents(loanAmount)))
  // Only the service knows the token of a denied, portal-made or repeated operation.
  const mayLackToken =
    denied ||
    elsewhere > 0 ||
    atService.some(
      (application) => hasRepeatedRefund(application) || wasRefusedButDone(application)
    )
  if (doubtful.size > 0 || (listed && mayLackToken) || unseen) return
  const known = await listKnownTokens(cartId)
  const isHidden = (application: ApplicationView) =>
    (typeof denied === "function" ? denied(application) : denied && isUnsigned(application)) ||
    (elsewhere > 0 && isUnsigned(application))
  const isUnreachable = (application: ApplicationView) =>
    isHidden(application) && !application.tokens.some((token) => known.has(token))
  const reachable = atService.filter((application) => !isUnreachable(application))
  const filed = new Set(reachable.flatMap(({ tokens }) => tokens))
  // Refunded in full in the portal: the last token is no longer needed.
  const isGivenBack = ({ status }: ApplicationView) => elsewhere > 0 && status === "T"
  const needed = reachable
    .filter((application) => !isGivenBack(application))
    .flatMap(({ tokens }) => tokens)
  expect(needed.filter((token) => !known.has(token))).toEqual([])
  for (const token of [...known].filter((one) => !filed.has(one))) {
    // A pre-approval that was requested for the cart but not attached has no order id.
    expect(await simulator.application(token)).toMatchObject({ kind: "pre-approval", items: [] })
  }
}
