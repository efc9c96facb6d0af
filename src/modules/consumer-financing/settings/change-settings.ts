import { lookup } from "node:dns/promises"
import { isDeepStrictEqual } from "node:util"
import ipaddr from "ipaddr.js"
import { isThisMachine } from "../../../domain/plain-http"
import { userError } from "../../../translation/user-error"
import { mergeSettings, problemsOf, type SettingProblem, valuesOf } from "./merge-settings"
import { SETTING_KEYS, type SettingKey, type SettingValues } from "./setting-keys"
import type { Settings } from "./settings"
import type { Environment } from "../../../options/options"
import {
  checkCredentials,
  CREDENTIAL_FIELDS,
  type Credentials,
  FIELDS,
  type GivenCredentials,
  type Written,
} from "./credentials"

const LOCKED = "is set in medusa-config and can only be changed there"

export type ChangeInput = {
  /** Null resets a setting to its default. */
  values: SettingValues
  actor: string
}

/**
 * Changes settings, records who did, and applies them on this server at once. Throws INVALID_DATA with one sentence
 * for each invalid setting; then nothing is changed.
 */
export async function changeSettings(
  settings: Settings,
  { values, actor }: ChangeInput
): Promise<void> {
  await settings.changeRow((row) => {
    const { keys, next } = checkChange(settings, values, row.values)
    const before = inForce(settings, row.values)
    const after = inForce(settings, next)
    const what = keys.filter(
      (key) => !isDeepStrictEqual(before[key], after[key]) || key in row.values !== key in next
    )
    if (what.length === 0) return null
    // As the schema parsed them, without surrounding spaces for example.
    const set = keys.filter((key) => key in next)
    const kept = { ...next, ...pick(after, set) }
    const change = { what, by: actor, before: pick(before, what), after: pick(after, what) }
    return { values: kept, credentials: row.credentials, change }
  })
}

/** Throws one sentence for each invalid setting. @returns the settings to change, and the stored values after it */
export function checkChange({ given }: Settings, values: SettingValues, stored: SettingValues) {
  const keys = SETTING_KEYS.filter((key) => values[key] !== undefined)
  const locked = keys.filter((key) => given.locked.includes(key))
  throwProblems(locked.map((key) => ({ place: key, message: LOCKED })))
  const next = { ...stored }
  for (const key of keys) {
    if (values[key] === null) delete next[key]
    else next[key] = values[key]
  }
  throwProblems(problemsOf(given, { values: next, credentials: {} }, keys))
  return { keys, next }
}

/** Throws one sentence for each problem, if there are any. */
export function throwProblems(problems: readonly SettingProblem[]): void {
  if (problems.length > 0) {
    throw userError(
      problems.map(({ place, message }) => `settings.${place}: ${message}.`).join(" ")
    )
  }
}

const inForce = ({ given }: Settings, values: SettingValues) =>
  valuesOf(mergeSettings(given, { values, credentials: {} }))

const pick = (values: Record<SettingKey, unknown>, keys: readonly SettingKey[]) =>
  Object.fromEntries(keys.map((key) => [key, values[key]]))

const PLAIN =
  "would cross the network in plain text, because backendUrl is an http address; make it an https address in medusa-config"
const LINK_LOCAL = "may not lead to a link-local address or to a cloud's metadata"
const NEEDED_AGAIN = "is needed again for another address: it is sent there"

/** Cloud metadata services outside the link-local networks. */
const METADATA = ["fd00:ec2::254", "100.100.100.200", "168.63.129.16", "192.0.0.192"]

/**
 * Throws INVALID_DATA where credentials arrived over plain http, or would go to an address that only this server can
 * reach. Resolves the host's name.
 */
export async function refuseUnsafe(
  { given: { options } }: Pick<Settings, "given">,
  { environment, given }: Written
): Promise<void> {
  const { protocol, hostname } = new URL(options.backendUrl)
  const isWritten = Object.values(given).some((value) => value !== undefined)
  if (isWritten && protocol === "http:" && !isThisMachine(hostname)) {
    throwProblems([{ place: `credentials.${environment}`, message: PLAIN }])
  }
  const { base_url = "" } = given
  if (URL.canParse(base_url) && (await isLinkLocal(new URL(base_url).hostname))) {
    throwProblems([{ place: "base_url", message: LINK_LOCAL }])
  }
}

async function isLinkLocal(hostname: string): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, "")
  const found = await lookup(host, { all: true }).catch(() => [])
  return found.some(({ address }) => {
    const parsed = ipaddr.process(address)
    return parsed.range() === "linkLocal" || METADATA.includes(parsed.toString())
  })
}

/**
 * Completes the entered credentials with the known ones. A new host gets none of the stored ones, or anyone with the
 * right to change settings could send them to a server of their own.
 */
export function completeCredentials(
  { given: config }: Pick<Settings, "given">,
  known: Credentials | null,
  { environment, given }: Written
): Credentials {
  const kept = known && isSameHost(known, given) ? known : null
  const checked = checkCredentials(config.raw, {
    environment,
    given: {
      ...Object.fromEntries(FIELDS.map((field) => [field, kept?.[CREDENTIAL_FIELDS[field]]])),
      ...given,
    },
  })
  if (checked.problems) {
    const isMoved = known !== null && kept === null
    throwProblems(
      checked.problems.map(({ place, message }) => {
        const isLeftOut = isMoved && given[place] === undefined
        return { place, message: isLeftOut ? NEEDED_AGAIN : message }
      })
    )
    throw new TypeError("credentials without a problem were not taken")
  }
  return checked.credentials
}

function isSameHost({ baseUrl }: Credentials, { base_url }: GivenCredentials): boolean {
  if (base_url === undefined) return true
  return URL.canParse(base_url) && new URL(base_url).origin === new URL(baseUrl).origin
}

export function refuseLocked(settings: Settings, environment: Environment): void {
  if (settings.isLocked(environment)) {
    const message = "are set in medusa-config and can only be changed there"
    throwProblems([{ place: `credentials.${environment}`, message }])
  }
}
