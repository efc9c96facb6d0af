import { parseBehaviour, type Behaviour } from "./behaviour"
import { issueProduction, STAGING, type Credentials, type Environment } from "./credentials"

/** What a simulator can be started with. Everything is optional for `startSandbox`. */
export interface SandboxOptions {
  /** TCP port; 0 takes any free one. */
  port: number
  /** Name or address to listen on. `localhost` listens on the IPv4 loopback address. */
  host: string
  /** When true, a taken port is stepped over (port + 1, + 2, …) instead of failing. */
  stepOverTakenPort: boolean
  /** Address under which shoppers and the shop reach the simulator, when it is not host:port. */
  publicUrl: string | undefined
  /** Lower end of the merchant's approval range, in dollars. */
  minAmount: number
  /** Upper end of the merchant's approval range, in dollars. */
  maxAmount: number
  /** Life of an access token in seconds (sample value of the contract: 18000). */
  tokenLifetimeSeconds: number
  /** What the contract leaves open; see `behaviour.ts`. */
  behaviour: Partial<Behaviour>
  /** When true, nothing is printed. */
  quiet: boolean
  /** Where narration goes; standard output by default. */
  log: (line: string) => void
  /** Milliseconds between a status change and its postback. */
  postbackDelayMs: number
  /** Waiting times in milliseconds before each repeat of a postback that was not answered 200. */
  postbackRetryMs: number[]
  /** Static notify address of the merchant, the only one that pre-approvals know. */
  preApprovalNotifyUrl: string | undefined
  /** Makes tokens and secrets reproducible. */
  seed: number | string | undefined
  /** What the simulated service issued to the merchant; production's is new each time by default. */
  credentials: Record<Environment, Credentials>
  /** File in which applications outlive a restart; kept in memory only without one. */
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

/** The same options with `behaviour` complete. */
export type CompleteOptions = Omit<SandboxOptions, "behaviour"> & { behaviour: Behaviour }

/** Fills in defaults; throws when a behaviour is unknown, or the approval range is none. */
export function completeOptions(given: Partial<SandboxOptions>): CompleteOptions {
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  const credentials = { staging: STAGING, production: issueProduction() }
  const merged: SandboxOptions = { ...DEFAULTS, credentials, ...Object.fromEntries(present) }
  if (!(merged.minAmount >= 0 && merged.minAmount <= merged.maxAmount)) {
    throw new Error("The approval range has to be two amounts in dollars, the lower one first.")
  }
  return { ...merged, behaviour: parseBehaviour(merged.behaviour) }
}
