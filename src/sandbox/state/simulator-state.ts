import type { Settings } from "../behaviour"
import { createFaultRegistry, type FaultRegistry } from "../faults/fault-registry"
import { createNarrator, type Narrate } from "../narrator"
import type { ResolvedOptions } from "../sandbox-options"
import { createPostbackService, type PostbackService } from "../postbacks/postback-service"
import { createRandom, type RandomSource } from "../random"
import { createAccessTokens, type AccessTokens } from "./access-tokens"
import { createApplicationRegistry, type ApplicationRegistry } from "./application-registry"
import { createCallLog, type CallLog } from "./call-log"
import { createClock, type Clock } from "./clock"

/** Reason for a null token, shown by the page that explains it. */
export interface CreationRefusal {
  reason: "out-of-range" | "po-box"
  /** Integer cents. */
  loanAmount: number
  cancelUrl: string | undefined
}

/** Complete state of a running simulator. */
export interface SimulatorState {
  /** URL without a path, `http://localhost:4010`. */
  url: string
  options: ResolvedOptions
  settings: Settings
  clock: Clock
  random: RandomSource
  applications: ApplicationRegistry
  refusals: Map<string, CreationRefusal>
  accessTokens: AccessTokens
  calls: CallLog
  faults: FaultRegistry
  postbacks: PostbackService
  narrate: Narrate
  /** Logs a message even when `quiet` is set. */
  log: Narrate
  /** Closes idle keep-alive connections. */
  dropIdleConnections: () => void
}

function buildInitialSettings(options: ResolvedOptions): Settings {
  return {
    behaviour: { ...options.behaviour },
    minAmount: Math.round(options.minAmount * 100),
    maxAmount: Math.round(options.maxAmount * 100),
  }
}

export interface SimulatorStateOptions {
  options: ResolvedOptions
  url: string
  dropIdleConnections: () => void
}

export function createSimulatorState({
  options,
  url,
  dropIdleConnections,
}: SimulatorStateOptions): SimulatorState {
  const clock = createClock()
  const random = createRandom(options.seed)
  const narrate = createNarrator(options.quiet, options.log)
  const settings = buildInitialSettings(options)
  return {
    url,
    options,
    dropIdleConnections,
    settings,
    clock,
    random,
    narrate,
    log: options.log,
    applications: createApplicationRegistry(),
    refusals: new Map(),
    accessTokens: createAccessTokens(clock, random),
    calls: createCallLog(),
    faults: createFaultRegistry(),
    postbacks: createPostbackService({ clock, random, narrate, settings, options }),
  }
}

/** Restores the initial state. Keeps access tokens valid, so that running clients continue. */
export function resetSimulatorState(simulator: SimulatorState): void {
  simulator.clock.clear()
  simulator.applications.clear()
  simulator.refusals.clear()
  simulator.calls.clear()
  simulator.faults.clear()
  simulator.postbacks.clear()
  Object.assign(simulator.settings, buildInitialSettings(simulator.options))
}
