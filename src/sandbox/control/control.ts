import { type Behaviour, parseBehaviour } from "../behaviour"
import { faultSchema, type FaultInput } from "../faults/fault"
import type { FaultEntry } from "../faults/fault-registry"
import { toCents, toDollars } from "../money"
import { encodeFields, buildPostbackFields } from "../postbacks/postback-body"
import type { PostbackRule } from "../postbacks/postback-rules"
import type { ChainLink, PostbackRecord } from "../state/application"
import type { CallRecord } from "../state/call-log"
import { getBehaviour } from "../state/get-behaviour"
import { changeStatus, type PostbackPolicy } from "../state/change-status"
import { applyOutcome } from "../state/decisions"
import { resetSimulatorState, type SimulatorState } from "../state/simulator-state"
import { ControlRefusal } from "./control-refusal"
import { findApplication } from "./find-application"
import { forgetApplication } from "./forget-application"
import type * as input from "./inputs"
import { runPortalAction } from "./portal"
import { buildApplicationView, type ApplicationView } from "./view"

/** Current settings. Amounts in dollars. */
export interface SettingsView {
  minAmount: number
  maxAmount: number
  behaviour: Behaviour
}

export interface SettingsInput {
  minAmount?: number | undefined
  maxAmount?: number | undefined
  behaviour?: Partial<Behaviour> | undefined
}

/** Control API in process. Methods reject with a ControlRefusal where HTTP answers 4xx. */
export interface SandboxControl {
  applications(filter?: input.ApplicationsInput): Promise<ApplicationView[]>
  /** Gets an application by any token of its chain. */
  application(token: string): Promise<ApplicationView>
  /** Sets any status, documented or not, and other fields of the newest application of the chain. */
  status(token: string, change: input.StatusInput): Promise<ApplicationView>
  /** Performs an action of the merchant's staff in the service's portal. */
  portal(token: string, order: input.PortalInput): Promise<ApplicationView>
  /** Applies an outcome, as a click on the hosted page does. */
  decision(token: string, decision: input.DecisionInput): Promise<ApplicationView>
  /** Overrides the behaviour for this application only. */
  behaviour(token: string, change: Partial<Behaviour>): Promise<ApplicationView>
  /** Deletes an application with its calls, faults, postbacks and rules. */
  forget(token: string): Promise<void>
  /** Sends one postback immediately, with optional overrides of its fields or body. */
  postback(token: string, letter?: input.PostbackInput): Promise<PostbackRecord>
  /** Advances virtual time. Resolves when the due tasks are done. */
  clock(move: input.ClockInput): Promise<{ now: string }>
  calls(filter?: input.CallsInput): Promise<CallRecord[]>
  clearCalls(): Promise<void>
  /** Adds a fault. */
  fault(fault: FaultInput): Promise<FaultEntry>
  faults(): Promise<FaultEntry[]>
  /** Removes one fault, or all faults without an id. */
  clearFaults(id?: string): Promise<void>
  /** Adds a delivery rule for later postbacks. */
  postbacks(rule: PostbackRule): Promise<void>
  releasePostbacks(order?: input.ReleaseInput): Promise<{ released: number }>
  settings(change?: SettingsInput): Promise<SettingsView>
  /** Lists every issued access token, so that tests can search logs for leaks. */
  accessTokens(): Promise<string[]>
  /** Invalidates every access token. */
  revokeAccessTokens(): Promise<void>
  /** Closes idle keep-alive connections. */
  dropConnections(): Promise<void>
  /** Restores the initial state. Access tokens stay valid. */
  reset(): Promise<void>
}

function resolvePostbackPolicy(postback: boolean | undefined): PostbackPolicy {
  if (postback === undefined) return "usual"
  return postback ? "always" : "never"
}

/** Undoes the settlement when the new status precedes it. */
function undoSettlement(tip: ChainLink, status: string): void {
  if (!["P", "Z", "R", "A", "W", "M", "S", "B", "X", "U"].includes(status)) return
  tip.settled = false
  tip.funded = false
  tip.ended = undefined
}

export function createControl(simulator: SimulatorState): SandboxControl {
  return {
    applications: async ({ orderId = "", lastName } = {}) => {
      const all = simulator.applications.getAll()
      const matching = all.filter(
        ({ originalOrderId, customer }) =>
          originalOrderId.startsWith(orderId) &&
          (lastName === undefined || customer.lastName === lastName)
      )
      return matching.map((application) => buildApplicationView(simulator, application))
    },
    application: async (token) =>
      buildApplicationView(simulator, findApplication(simulator, token).application),
    async status(token, change) {
      const { application, tip } = findApplication(simulator, token)
      if (change.loanAmount !== undefined) tip.loanAmount = toCents(change.loanAmount)
      application.taxExempt = change.taxExempt ?? application.taxExempt
      application.lender = change.lender ?? application.lender
      const status = change.status ?? tip.status
      if (change.status !== undefined) undoSettlement(tip, change.status)
      changeStatus(simulator, application, {
        status,
        telling: resolvePostbackPolicy(change.postback),
      })
      return buildApplicationView(simulator, application)
    },
    async portal(token, request) {
      const { application } = findApplication(simulator, token)
      runPortalAction(simulator, application, request)
      return buildApplicationView(simulator, application)
    },
    async decision(token, { outcome }) {
      const { application, tip } = findApplication(simulator, token)
      if (!applyOutcome(simulator, application, outcome)) {
        throw new ControlRefusal(409, `${outcome} is impossible in status ${tip.status}`)
      }
      return buildApplicationView(simulator, application)
    },
    async behaviour(token, change) {
      const { application } = findApplication(simulator, token)
      parseBehaviour({ ...simulator.settings.behaviour, ...change })
      application.behaviour = { ...application.behaviour, ...change }
      return buildApplicationView(simulator, application)
    },
    async forget(token) {
      forgetApplication(simulator, findApplication(simulator, token).application)
    },
    async postback(token, overrides = {}) {
      const { application } = findApplication(simulator, token)
      if (!application.notifyUrl) throw new ControlRefusal(409, "the application has no notifyUrl")
      const behaviour = getBehaviour(simulator, application)
      const defaultFields = buildPostbackFields(application, behaviour.postbackFields)
      const merged = Object.entries({ ...defaultFields, ...overrides.fields }).flatMap(
        ([name, value]) => (value === null ? [] : [[name, value] as const])
      )
      const encoded = encodeFields(Object.fromEntries(merged), behaviour.postbackEncoding)
      return simulator.postbacks.sendNow(application, {
        contentType: overrides.contentType ?? encoded.contentType,
        body: overrides.body ?? encoded.body,
      })
    },
    async clock({ advanceSeconds, token }) {
      const target = token === undefined ? undefined : findApplication(simulator, token).application
      if (target) simulator.clock.runTasks(target.id, advanceSeconds)
      else simulator.clock.advance(advanceSeconds)
      await simulator.postbacks.waitForIdle(target)
      return { now: new Date(simulator.clock.now()).toISOString() }
    },
    calls: async (filter = {}) => simulator.calls.list(filter).map((call) => ({ ...call })),
    clearCalls: async () => simulator.calls.clear(),
    fault: async (fault) => ({ ...simulator.faults.add(faultSchema.parse(fault)) }),
    faults: async () => simulator.faults.list().map((fault) => ({ ...fault })),
    async clearFaults(id) {
      if (id === undefined) return simulator.faults.clear()
      if (!simulator.faults.remove(id)) throw new ControlRefusal(404, "no such fault")
    },
    postbacks: async (rule) => simulator.postbacks.addRule(rule),
    async releasePostbacks({ order, token } = {}) {
      const owner = token === undefined ? undefined : findApplication(simulator, token).application
      return { released: await simulator.postbacks.release(order, owner) }
    },
    async settings(change = {}) {
      const { settings } = simulator
      if (change.minAmount !== undefined) settings.minAmount = toCents(change.minAmount)
      if (change.maxAmount !== undefined) settings.maxAmount = toCents(change.maxAmount)
      settings.behaviour = parseBehaviour({ ...settings.behaviour, ...change.behaviour })
      return {
        minAmount: toDollars(settings.minAmount),
        maxAmount: toDollars(settings.maxAmount),
        behaviour: { ...settings.behaviour },
      }
    },
    accessTokens: async () => simulator.accessTokens.list(),
    revokeAccessTokens: async () => simulator.accessTokens.revokeAll(),
    dropConnections: async () => simulator.dropIdleConnections(),
    reset: async () => resetSimulatorState(simulator),
  }
}
