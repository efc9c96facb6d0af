import type { AsyncCommand } from "fast-check"
import type { ApplicationView } from "../../../src/sandbox"
import type { DueApplication } from "./leases"
import type { Plan } from "./plan"
import type { Snapshot } from "./snapshot"

/** What shoppers and staff requested so far. */
export type Activity = {
  /** How often financing was chosen or requested. Each may create one application at most. */
  choices: number
  /** Whether the shopper completed the cart or returned from the service's page. */
  isShopperPresent: boolean
  /** Number of changes to the cart, or to the draft or order of a financing request. */
  cartEdits: number
  hasOtherMethod: boolean
  /** Whether staff converted the draft to an order. */
  isConverted: boolean
  /** Ids of the plugin's applications whose request staff withdrew successfully. */
  withdrawn: Set<string>
  /** Cart ids that received each pre-approval's claim, by pre-approval id. */
  claimed: Map<string, Set<string>>
  captures: number
  isShipped: boolean
  /** Every refund that the merchant requested, in cents, with its answer. */
  refunds: { amount: number; answer: "done" | "refused" | "unknown" }[]
  isOrderCancelled: boolean
  isPaymentCancelled: boolean
  /** Hours since the start. */
  hours: number
  /** Number of process crashes. */
  crashes: number
}

/** What others did to an application at the service. */
export type ExternalEffects = {
  ends: number
  /** `ends` at the last observation. */
  endsAtLastRead: number
  fullRefunds: number
  partialRefunds: number
}

/** The model's state: requests, effects by others, and both sides as last read. */
export type Model = {
  activity: Activity
  effects: Map<string, ExternalEffects>
  /** Ids at the service of applications that were ever signed. */
  signed: Set<string>
  /** Ids at the service of applications that ever ended. */
  ended: Set<string>
  /** `cartEdits` when each application was first read, by its id at the service. */
  editsAtCreation: Map<string, number>
  snapshot: Snapshot
  /** Whether an outage alarm was ever raised. */
  hadAlarm: boolean
}

/** A guest with a unique name who requests pre-approvals. */
export type Guest = {
  firstName: string
  lastName: string
  /** The guest's pre-approvals, newest last. Only the first answer, which may be lost, contains the claim. */
  preApprovals: { id: string; claim: string | null }[]
  /** Other carts, the guest's or a stranger's. */
  otherCartIds: string[]
}

/** Applies one history's plan to the simulator. */
export type ServiceControl = {
  /** Applies the plan to applications that are new since the last call. */
  applyPlan: (story: Story, applications: ApplicationView[]) => Promise<void>
  /** Whether one of these calls may still meet a fault. */
  canFail: (operations: readonly string[]) => Promise<boolean>
  /** Clears all faults. @returns the number of faults that a call met */
  clearAllFaults: () => Promise<number>
}

/** One history in the real store. */
export type Story = {
  plan: Plan
  service: ServiceControl
  /** Id of the cart, or of the order or draft that staff created. */
  purchaseId: string
  guest: Guest
  /** Descriptions of the steps so far. */
  stepLog: string[]
  /** Lease holders whose process died. */
  deadHolders: Set<string>
  readSnapshot: () => Promise<Snapshot>
  getLeaseHolders: () => Promise<string[]>
  /** Lists applications that are due for a scheduled check. */
  findDue: () => Promise<DueApplication[]>
  /** Waits until no living process holds a lease. */
  waitForIdle: () => Promise<void>
  /** Waits until idle, then advances time. */
  age: (minutes: number) => Promise<void>
  /** Creates another cart with the same items. */
  createOtherCart: () => Promise<string>
}

export type Step = AsyncCommand<Model, Story>

export function createModel(snapshot: Snapshot): Model {
  const activity: Activity = {
    choices: 0,
    isShopperPresent: false,
    cartEdits: 0,
    hasOtherMethod: false,
    isConverted: false,
    withdrawn: new Set(),
    claimed: new Map(),
    captures: 0,
    isShipped: false,
    refunds: [],
    isOrderCancelled: false,
    isPaymentCancelled: false,
    hours: 0,
    crashes: 0,
  }
  return {
    activity,
    effects: new Map(),
    signed: new Set(),
    ended: new Set(),
    editsAtCreation: new Map(),
    snapshot,
    hadAlarm: snapshot.isAlarm,
  }
}

export function getExternalEffects(model: Model, applicationId: string): ExternalEffects {
  const known = model.effects.get(applicationId)
  if (known) return known
  const noEffects: ExternalEffects = {
    ends: 0,
    endsAtLastRead: 0,
    fullRefunds: 0,
    partialRefunds: 0,
  }
  model.effects.set(applicationId, noEffects)
  return noEffects
}

/** A broken rule of the model. */
export class Violation extends Error {}
