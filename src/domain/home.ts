type EnvironmentName = "staging" | "production"

/**
 * The relation of a server's database to the shop. `ours`: the shop's own. `alias`: the shop's own, at an address
 * that is not its home. `unverified`: the home gives no proof. `possible-copy`: neither the address nor a proof
 * shows that the database is the shop's. `copy`: another database answers at the home, or staff declared a copy.
 */
export const HOME_STATES = [
  "not-checked",
  "ours",
  "alias",
  "unverified",
  "possible-copy",
  "copy",
] as const
export type HomeState = (typeof HOME_STATES)[number]

/** The home's answer to a challenge. `unverified`: no answer signed by a server of this shop. */
export type HomeAnswer = "same" | "other" | "unverified"

export const HOME_DECISIONS = ["moved", "copy"] as const
export type HomeDecision = (typeof HOME_DECISIONS)[number]

export type HomeFacts = {
  environment: EnvironmentName
  /** The server's own address is the home. */
  isAtHome: boolean
  answer: HomeAnswer
  /** Staff decided that the database is a copy. */
  isDeclaredCopy: boolean
}

const AT_HOME: Record<HomeAnswer, HomeState> = {
  same: "ours",
  other: "copy",
  unverified: "unverified",
}

const ELSEWHERE: Record<HomeAnswer, HomeState> = {
  same: "alias",
  other: "copy",
  unverified: "possible-copy",
}

export function judgeHome({ environment, isAtHome, answer, isDeclaredCopy }: HomeFacts): HomeState {
  if (environment === "staging") return "not-checked"
  if (isDeclaredCopy) return "copy"
  return (isAtHome ? AT_HOME : ELSEWHERE)[answer]
}

/** Whether a server in this state changes nothing in production. */
export function isLockedState(state: HomeState): boolean {
  return state === "copy" || state === "possible-copy"
}

/** Whether two public addresses are the same: normalized by the URL standard, without a trailing slash. */
export function isSameAddress(a: string, b: string): boolean {
  const spell = (address: string) => new URL(address).href.replace(/\/+$/, "")
  return spell(a) === spell(b)
}

const REGULAR = 10 * 60
const RETRIES = [1, 2, 5, 10, 30, 60]

/** Seconds until the next challenge: at most a minute for a locked server. */
export function secondsUntilChallenge(state: HomeState, unverifiedInARow: number): number {
  const regular = isLockedState(state) ? 60 : REGULAR
  return unverifiedInARow === 0 ? regular : (RETRIES[unverifiedInARow - 1] ?? regular)
}

/** Consecutive results until an unverified state is reported: a starting server does not listen yet. */
export const UNVERIFIED_UNTIL_REPORT = 3

export const FINANCING_LOCKED =
  "Financing is locked in this shop, because its database may be a copy of another shop's. Nothing was sent. Staff find more under Settings, Consumer financing."
