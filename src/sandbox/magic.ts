import { currentTokenOf, type Application } from "./state/application"
import { changeStatus } from "./state/change-status"
import { decide, lacksCart } from "./state/decisions"
import { OPAQUE_NAME } from "./state/new-token"
import { makeOffers } from "./state/offers"
import type { World } from "./state/world"

interface Magic {
  lastName: string
  /** Exact loanAmount in integer cents with the same effect. */
  amount?: number
  /** Description in --help. */
  effect: string
  /** Steps in order, each after the magic delay. */
  steps: Step[]
}

type Step = (world: World, application: Application) => void

const approve: Step = (world, application) => {
  decide(world, application, "approve")
  if (!lacksCart(application)) decide(world, application, "sign")
}
const decline: Step = (world, application) => void decide(world, application, "decline")
const review: Step = (world, application) => void decide(world, application, "review")
const mismatch: Step = (world, application) => void decide(world, application, "mismatch")

function approveTaxExempt(world: World, application: Application): void {
  const tip = currentTokenOf(application)
  application.taxExempt = true
  tip.loanAmount -= application.taxes
  application.offers = makeOffers(tip.loanAmount)
  approve(world, application)
}

function approveSlowly(world: World, application: Application): void {
  changeStatus(world, application, { status: "Z" })
  world.clock.after(world.settings.behaviour.slowSeconds * 1000, () => approve(world, application))
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
    steps: [approve, (world, app) => changeStatus(world, app, { status: "L" })],
  },
  {
    lastName: "Unknowncode",
    effect: "a status code nobody documented: Q",
    steps: [(world, app) => changeStatus(world, app, { status: "Q", telling: "always" })],
  },
  {
    lastName: OPAQUE_NAME,
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
export function findMagic(world: World, application: Application): Magic | undefined {
  if (!world.settings.behaviour.magic) return undefined
  const lastName = application.customer.lastName?.trim().toLowerCase()
  return (
    MAGIC.find((magic) => magic.lastName.toLowerCase() === lastName) ??
    MAGIC.find((magic) => magic.amount === application.originalLoanAmount)
  )
}

/** Schedules the steps of an application's magic, if any. */
export function applyMagic(world: World, application: Application): void {
  runLater(world, application, findMagic(world, application)?.steps ?? [])
}

function runLater(world: World, application: Application, steps: Step[]): void {
  steps.forEach((step, index) => {
    const delay = world.settings.behaviour.magicDelayMs * (index + 1)
    world.clock.after(delay, () => step(world, application))
  })
}

/**
 * Decides a full application during its creation call: approved with offers, unless its magic is decline, review or
 * mismatch. Schedules the later steps of the magic.
 */
export function underwrite(world: World, application: Application): void {
  const [first, ...rest] = findMagic(world, application)?.steps ?? []
  if (first && [decline, review, mismatch].includes(first)) {
    first(world, application)
    runLater(world, application, rest)
    return
  }
  decide(world, application, "approve")
  applyMagic(world, application)
}
