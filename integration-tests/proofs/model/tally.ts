import type { Model, Story } from "./history"
import type { Failure } from "./failure"
import { POSTBACK_MODES } from "./plan"
import { findServiceApplication, type ApplicationRow } from "./world"
import { type Way, WAYS } from "./ways"

/** How many histories of a way reached each state with an application of that way. */
export type WayProgress = {
  histories: number
  applied: number
  signed: number
  paid: number
  captured: number
}

export type Tally = {
  histories: number
  ways: Record<Way, WayProgress>
  steps: number
  faultsDrawn: number
  faultsHit: number
  postbacks: Record<string, number>
  crashes: number
  failures: Failure[]
  seconds: number
}

const KIND_BY_WAY: Record<Way, ApplicationRow["kind"]> = {
  hosted: "hosted",
  full: "full",
  request: "virtual-cart",
  "pre-approval": "pre-approval",
}

export function createTally(): Tally {
  const emptyProgress = { histories: 0, applied: 0, signed: 0, paid: 0, captured: 0 }
  return {
    histories: 0,
    ways: Object.fromEntries(WAYS.map((way) => [way, { ...emptyProgress }])) as Tally["ways"],
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
export function countHistory(
  tally: Tally,
  { plan, stepLog }: Story,
  { model, struck }: { model: Model; struck: number }
): void {
  tally.steps += stepLog.length
  tally.faultsDrawn += plan.faults.length
  tally.faultsHit += struck
  tally.crashes += model.activity.crashes
  tally.postbacks[plan.postbacks] = (tally.postbacks[plan.postbacks] ?? 0) + 1
  const { world, signed } = model
  const wayRecords = world.records.filter(({ kind }) => kind === KIND_BY_WAY[plan.way])
  const payments = world.medusa.payments.filter(({ session }) =>
    wayRecords.some(({ sessions }) => sessions.includes(session))
  )
  const progress = tally.ways[plan.way]
  progress.histories += 1
  progress.applied += Number(wayRecords.length > 0)
  progress.signed += Number(
    wayRecords.some((one) => signed.has(findServiceApplication(world, one)?.id ?? ""))
  )
  progress.paid += Number(payments.length > 0)
  progress.captured += Number(payments.some(({ captured }) => captured))
}
