import { getCurrentLink, type Application } from "./state/application"
import { changeStatus } from "./state/change-status"
import { applyOutcome, isCartMissing } from "./state/decisions"
import { OPAQUE_TOKEN_NAME } from "./state/create-token"
import { buildOffers } from "./state/offers"
import type { SimulatorState } from "./state/simulator-state"

interface Magic {
  lastName: string
  /** Exact loanAmount in integer cents with the same effect. */
  amount?: number
  /** Description in --help. */
  effect: string
  /** Steps in order, each after the magic delay. */
  steps: MagicStep[]
}

type MagicStep = (simulator: SimulatorState, application: Application) => void

const approve: MagicStep = (simulator, application) => {
  applyOutcome(simulator, application, "approve")
  if (!isCartMissing(application)) applyOutcome(simulator, application, "sign")
}
const decline: MagicStep = (simulator, application) =>
  void applyOutcome(simulator, application, "decline")
const review: MagicStep = (simulator, application) =>
  void applyOutcome(simulator, application, "review")
const mismatch: MagicStep = (simulator, application) =>
  void applyOutcome(simulator, application, "mismatch")

function approveTaxExempt(simulator: SimulatorState, application: Application): void {
  const tip = getCurrentLink(application)
  application.taxExempt = true
  tip.loanAmount -= application.taxes
  application.offers = buildOffers(tip.loanAmount)
  approve(simulator, application)
}

function approveSlowly(simulator: SimulatorState, application: Application): void {
  changeStatus(simulator, application, { status: "Z" })
  simulator.clock.runAfter(simulator.settings.behaviour.slowSeconds * 1000, () =>
    approve(simulator, application)
  )
}

/** Last names and amounts that decide an application without a visit to the hosted page. */
export const MAGIC: readonly Magic[] = [
  { lastName: "Approved", amount: 111_111, effect: "approved and signed: S", steps: [approve] },
  { lastName: "Declined", amount: 131_313, effect: "declined: U", steps: [decline] },
  { lastName: "Review", amount: 141_414, effect: "sent to review: W", steps: [review] },
  { lastName: "Mismatch", amount: 151_515, effect: "data mismatch: X", steps: [mismatch] },
  {
    lastName: "Reviewapproved",
    amount: 161_616,
    effect: "review, then approved and signed: W, S",
    steps: [review, approve],
  },
  {
    lastName: "Reviewdeclined",
    amount: 171_717,
    effect: "review, then declined: W, U",
    steps: [review, decline],
  },
  {
    lastName: "Taxexempt",
    amount: 181_818,
    effect: "approved without taxes and signed: S",
    steps: [approveTaxExempt],
  },
  {
    lastName: "Slow",
    amount: 191_919,
    effect: "verifying for a while, then approved and signed: Z, S",
    steps: [approveSlowly],
  },
  {
    lastName: "Lender",
    effect: "signed, then funded without a settle: S, L",
    steps: [approve, (simulator, app) => changeStatus(simulator, app, { status: "L" })],
  },
  {
    lastName: "Unknowncode",
    effect: "a status code nobody documented: Q",
    steps: [(simulator, app) => changeStatus(simulator, app, { status: "Q", telling: "always" })],
  },
  {
    lastName: OPAQUE_TOKEN_NAME,
    effect: "stays P; its tokens hold slashes, dots, % and more",
    steps: [],
  },
  {
    lastName: "Walkaway",
    effect: "stays P; the page leads straight to cancelUrl",
    steps: [],
  },
]

/** Finds the magic of an application by last name (case-insensitive), then by exact amount. */
export function findMagic(simulator: SimulatorState, application: Application): Magic | undefined {
  if (!simulator.settings.behaviour.magic) return undefined
  const lastName = application.customer.lastName?.trim().toLowerCase()
  return (
    MAGIC.find((magic) => magic.lastName.toLowerCase() === lastName) ??
    MAGIC.find((magic) => magic.amount === application.originalLoanAmount)
  )
}

/** Schedules the steps of an application's magic, if any. */
export function applyMagic(simulator: SimulatorState, application: Application): void {
  scheduleSteps(simulator, application, findMagic(simulator, application)?.steps ?? [])
}

function scheduleSteps(
  simulator: SimulatorState,
  application: Application,
  steps: MagicStep[]
): void {
  steps.forEach((step, index) => {
    const delay = simulator.settings.behaviour.magicDelayMs * (index + 1)
    simulator.clock.runAfter(delay, () => step(simulator, application))
  })
}

/**
 * Decides a full application during its creation call: approved with offers, unless its magic is decline, review or
 * mismatch. Schedules the later steps of the magic.
 */
export function underwrite(simulator: SimulatorState, application: Application): void {
  const [first, ...rest] = findMagic(simulator, application)?.steps ?? []
  if (first && [decline, review, mismatch].includes(first)) {
    first(simulator, application)
    scheduleSteps(simulator, application, rest)
    return
  }
  applyOutcome(simulator, application, "approve")
  applyMagic(simulator, application)
}
