import { parseBehaviour, type Behaviour } from "./behaviour"
import {
  createProductionCredentials,
  STAGING_CREDENTIALS,
  type Credentials,
  type Environment,
} from "./credentials"

/** Options of the simulator. All are optional in `startSandbox`. */
export interface SandboxOptions {
  /** TCP port; 0 takes any free one. */
  port: number
  /** Name or address to listen on. `localhost` listens on the IPv4 loopback address. */
  host: string
  /** Tries port + 1, + 2, … when the port is taken, instead of failing. */
  stepOverTakenPort: boolean
  /** URL under which shoppers and the store reach the simulator, when it is not host:port. */
  publicUrl: string | undefined
  /** Lower end of the merchant's approval range, in dollars. */
  minAmount: number
  /** Upper end of the merchant's approval range, in dollars. */
  maxAmount: number
  /** Lifetime of an access token in seconds (sample value of the contract: 18000). */
  tokenLifetimeSeconds: number
  /** Settings for what the contract leaves open; see `behaviour.ts`. */
  behaviour: Partial<Behaviour>
  /** Disables the event log. */
  quiet: boolean
  /** Receives each log line. Default: standard output. */
  log: (line: string) => void
  /** Milliseconds between a status change and its postback. */
  postbackDelayMs: number
  /** Milliseconds before each retry of a postback that is not answered with 200. */
  postbackRetryMs: number[]
  /** The merchant's static notify URL, the only one that pre-approvals use. */
  preApprovalNotifyUrl: string | undefined
  /** Makes tokens and secrets reproducible. */
  seed: number | string | undefined
  /** Credentials of the merchant. By default, the production credentials are random. */
  credentials: Record<Environment, Credentials>
  /** File that persists applications across restarts. Without one, they exist in memory only. */
  state: string | undefined
}

const DEFAULTS: Omit<SandboxOptions, "credentials"> = {
  port: 0,
  host: "localhost",
  stepOverTakenPort: false,
  publicUrl: undefined,
  minAmount: 300,
  maxAmount: 5000,
  tokenLifetimeSeconds: 18_000,
  behaviour: {},
  quiet: false,
  log: (line) => console.log(line),
  postbackDelayMs: 20,
  postbackRetryMs: [500, 2_000, 10_000],
  preApprovalNotifyUrl: undefined,
  seed: undefined,
  state: undefined,
}

/** Options with all defaults filled in. */
export type ResolvedOptions = Omit<SandboxOptions, "behaviour"> & { behaviour: Behaviour }

/** Fills in the defaults. @throws Error on an unknown behaviour or an invalid approval range */
export function resolveOptions(input: Partial<SandboxOptions>): ResolvedOptions {
  const definedEntries = Object.entries(input).filter(([, value]) => value !== undefined)
  const credentials = { staging: STAGING_CREDENTIALS, production: createProductionCredentials() }
  const merged: SandboxOptions = { ...DEFAULTS, credentials, ...Object.fromEntries(definedEntries) }
  if (!(merged.minAmount >= 0 && merged.minAmount <= merged.maxAmount)) {
    throw new Error("The approval range has to be two amounts in dollars, the lower one first.")
  }
  return { ...merged, behaviour: parseBehaviour(merged.behaviour) }
}
