import type { Model, Story } from "./history"
import type { Failure } from "./failure"
import { POSTBACK_MODES } from "./plan"
import { findServiceApplication, type ApplicationRow } from "./snapshot"
import { type Flow, FLOWS } from "./flows"

/** How many histories of a flow reached each state with an application of that flow. */
export type FlowProgress = {
  histories: number
  applied: number
  signed: number
  paid: number
  captured: number
}

export type Tally = {
  histories: number
  flows: Record<Flow, FlowProgress>
  steps: number
  faultsDrawn: number
  faultsHit: number
  postbacks: Record<string, number>
  crashes: number
  failures: Failure[]
  seconds: number
}

const KIND_BY_FLOW: Record<Flow, ApplicationRow["kind"]> = {
  hosted: "hosted",
  full: "full",
  request: "virtual-cart",
  "pre-approval": "pre-approval",
}

export function createTally(): Tally {
  const emptyProgress = { histories: 0, applied: 0, signed: 0, paid: 0, captured: 0 }
  return {
    histories: 0,
    flows: Object.fromEntries(FLOWS.map((flow) => [flow, { ...emptyProgress }])) as Tally["flows"],
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
  const { snapshot, signed } = model
  const flowRecords = snapshot.records.filter(({ kind }) => kind === KIND_BY_FLOW[plan.flow])
  const payments = snapshot.medusa.payments.filter(({ session }) =>
    flowRecords.some(({ sessions }) => sessions.includes(session))
  )
  const progress = tally.flows[plan.flow]
  progress.histories += 1
  progress.applied += Number(flowRecords.length > 0)
  progress.signed += Number(
    flowRecords.some((record) => signed.has(findServiceApplication(snapshot, record)?.id ?? ""))
  )
  progress.paid += Number(payments.length > 0)
  progress.captured += Number(payments.some(({ captured }) => captured))
}
