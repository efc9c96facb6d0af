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
import { resetWorld, type World } from "../state/world"
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

export function createControl(world: World): SandboxControl {
  return {
    applications: async ({ orderId = "", lastName } = {}) => {
      const all = world.applications.getAll()
      const matching = all.filter(
        ({ originalOrderId, customer }) =>
          originalOrderId.startsWith(orderId) &&
          (lastName === undefined || customer.lastName === lastName)
      )
      return matching.map((one) => buildApplicationView(world, one))
    },
    application: async (token) =>
      buildApplicationView(world, findApplication(world, token).application),
    async status(token, change) {
      const { application, tip } = findApplication(world, token)
      if (change.loanAmount !== undefined) tip.loanAmount = toCents(change.loanAmount)
      application.taxExempt = change.taxExempt ?? application.taxExempt
      application.lender = change.lender ?? application.lender
      const status = change.status ?? tip.status
      if (change.status !== undefined) undoSettlement(tip, change.status)
      changeStatus(world, application, { status, telling: resolvePostbackPolicy(change.postback) })
      return buildApplicationView(world, application)
    },
    async portal(token, request) {
      const { application } = findApplication(world, token)
      runPortalAction(world, application, request)
      return buildApplicationView(world, application)
    },
    async decision(token, { outcome }) {
      const { application, tip } = findApplication(world, token)
      if (!applyOutcome(world, application, outcome)) {
        throw new ControlRefusal(409, `${outcome} is impossible in status ${tip.status}`)
      }
      return buildApplicationView(world, application)
    },
    async behaviour(token, change) {
      const { application } = findApplication(world, token)
      parseBehaviour({ ...world.settings.behaviour, ...change })
      application.behaviour = { ...application.behaviour, ...change }
      return buildApplicationView(world, application)
    },
    async forget(token) {
      forgetApplication(world, findApplication(world, token).application)
    },
    async postback(token, overrides = {}) {
      const { application } = findApplication(world, token)
      if (!application.notifyUrl) throw new ControlRefusal(409, "the application has no notifyUrl")
      const behaviour = getBehaviour(world, application)
      const defaultFields = buildPostbackFields(application, behaviour.postbackFields)
      const merged = Object.entries({ ...defaultFields, ...overrides.fields }).flatMap(
        ([name, value]) => (value === null ? [] : [[name, value] as const])
      )
      const encoded = encodeFields(Object.fromEntries(merged), behaviour.postbackEncoding)
      return world.postbacks.sendNow(application, {
        contentType: overrides.contentType ?? encoded.contentType,
        body: overrides.body ?? encoded.body,
      })
    },
    async clock({ advanceSeconds, token }) {
      const target = token === undefined ? undefined : findApplication(world, token).application
      if (target) world.clock.runTasks(target.id, advanceSeconds)
      else world.clock.advance(advanceSeconds)
      await world.postbacks.waitForIdle(target)
      return { now: new Date(world.clock.now()).toISOString() }
    },
    calls: async (filter = {}) => world.calls.list(filter).map((call) => ({ ...call })),
    clearCalls: async () => world.calls.clear(),
    fault: async (fault) => ({ ...world.faults.add(faultSchema.parse(fault)) }),
    faults: async () => world.faults.list().map((fault) => ({ ...fault })),
    async clearFaults(id) {
      if (id === undefined) return world.faults.clear()
      if (!world.faults.remove(id)) throw new ControlRefusal(404, "no such fault")
    },
    postbacks: async (rule) => world.postbacks.addRule(rule),
    async releasePostbacks({ order, token } = {}) {
      const owner = token === undefined ? undefined : findApplication(world, token).application
      return { released: await world.postbacks.release(order, owner) }
    },
    async settings(change = {}) {
      const { settings } = world
      if (change.minAmount !== undefined) settings.minAmount = toCents(change.minAmount)
      if (change.maxAmount !== undefined) settings.maxAmount = toCents(change.maxAmount)
      settings.behaviour = parseBehaviour({ ...settings.behaviour, ...change.behaviour })
      return {
        minAmount: toDollars(settings.minAmount),
        maxAmount: toDollars(settings.maxAmount),
        behaviour: { ...settings.behaviour },
      }
    },
    accessTokens: async () => world.accessTokens.list(),
    revokeAccessTokens: async () => world.accessTokens.revokeAll(),
    dropConnections: async () => world.dropIdleConnections(),
    reset: async () => resetWorld(world),
  }
}
