import type { Model, Story } from "./history"
import type { Failure } from "./failure"
import { POSTBACK_MODES } from "./plan"
import { applicationOf, type OursSeen } from "./world"
import { type Way, WAYS } from "./ways"

/** How many histories of a way reached each state with an application of that way. */
export type Reached = {
  histories: number
  applied: number
  signed: number
  paid: number
  captured: number
}

export type Tally = {
  histories: number
  ways: Record<Way, Reached>
  steps: number
  faultsDrawn: number
  faultsHit: number
  postbacks: Record<string, number>
  crashes: number
  failures: Failure[]
  seconds: number
}

const KIND: Record<Way, OursSeen["kind"]> = {
  hosted: "hosted",
  full: "full",
  request: "virtual-cart",
  "pre-approval": "pre-approval",
}

export function newTally(): Tally {
  const nothing = { histories: 0, applied: 0, signed: 0, paid: 0, captured: 0 }
  return {
    histories: 0,
    ways: Object.fromEntries(WAYS.map((way) => [way, { ...nothing }])) as Tally["ways"],
    steps: 0,
    faultsDrawn: 0,
    faultsHit: 0,
    postbacks: Object.fromEntries(POSTBACK_MODES.map((mode) => [mode, 0])),
    crashes: 0,
    failures: [],
    seconds: 0,
  }
}

/** Counts a completed history. @param struck the number of calls that met a fault */
export function count(
  tally: Tally,
  { plan, told }: Story,
  { model, struck }: { model: Model; struck: number }
): void {
  tally.steps += told.length
  tally.faultsDrawn += plan.faults.length
  tally.faultsHit += struck
  tally.crashes += model.asked.crashes
  tally.postbacks[plan.postbacks] = (tally.postbacks[plan.postbacks] ?? 0) + 1
  const { world, signed } = model
  const mine = world.ours.filter(({ kind }) => kind === KIND[plan.way])
  const payments = world.medusa.payments.filter(({ session }) =>
    mine.some(({ sessions }) => sessions.includes(session))
  )
  const reached = tally.ways[plan.way]
  reached.histories += 1
  reached.applied += Number(mine.length > 0)
  reached.signed += Number(mine.some((one) => signed.has(applicationOf(world, one)?.id ?? "")))
  reached.paid += Number(payments.length > 0)
  reached.captured += Number(payments.some(({ captured }) => captured))
}
