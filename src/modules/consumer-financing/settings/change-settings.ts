import { isDeepStrictEqual } from "node:util"
import { sentence } from "../../../translation/sentence"
import { mergeSettings, problemsOf, type SettingProblem, valuesOf } from "./merge-settings"
import { SETTING_KEYS, type SettingKey, type SettingValues } from "./setting-keys"
import { changeRow, type SettingRow } from "./setting-row"
import type { Settings } from "./settings"

const LOCKED = "is set in medusa-config and can only be changed there"

export type ChangeInput = {
  /** Null for a setting that goes back to its default. */
  values: SettingValues
  /** The admin user's id. */
  actor: string
}

/**
 * Changes settings, records who did it, and lets this server go by them at once. Throws INVALID_DATA
 * with one sentence for each setting that cannot be taken; then nothing is changed.
 */
export async function changeSettings(
  settings: Settings,
  { values, actor }: ChangeInput
): Promise<void> {
  const keys = checkChange(settings, values)
  await changeRow(settings.knex, settings.secret, (row) => {
    const next = apply(row.values, values, keys)
    refuse(problemsOf(settings.given, { values: next, credentials: {} }, keys))
    const before = inForce(settings, row.values)
    const after = inForce(settings, next)
    const what = keys.filter(
      (key) => !isDeepStrictEqual(before[key], after[key]) || key in row.values !== key in next
    )
    if (what.length === 0) return null
    // As the schema understood them: without the spaces around a text, say.
    const kept = {
      ...next,
      ...pick(
        after,
        keys.filter((key) => key in next)
      ),
    }
    const change = { what, by: actor, before: pick(before, what), after: pick(after, what) }
    return { values: kept, credentials: row.credentials, change }
  })
  await settings.refresh()
}

/** Throws one sentence for each setting that cannot be taken. @returns those that are to be changed */
export function checkChange(settings: Settings, values: SettingValues): SettingKey[] {
  const { given, inDashboard } = settings
  const keys = SETTING_KEYS.filter((key) => values[key] !== undefined)
  const locked = keys.filter((key) => given.locked.includes(key))
  refuse(locked.map((key) => ({ place: key, message: LOCKED })))
  const next = apply(inDashboard.values, values, keys)
  refuse(problemsOf(given, { values: next, credentials: {} }, keys))
  return keys
}

/** Throws one sentence for each problem; none is no problem. */
export function refuse(problems: readonly SettingProblem[]): void {
  if (problems.length > 0) {
    throw sentence(problems.map(({ place, message }) => `settings.${place}: ${message}.`).join(" "))
  }
}

function apply(
  stored: SettingRow["values"],
  changes: SettingValues,
  keys: readonly SettingKey[]
): SettingValues {
  const next = { ...stored }
  for (const key of keys) {
    if (changes[key] === null) delete next[key]
    else next[key] = changes[key]
  }
  return next
}

const inForce = ({ given }: Settings, values: SettingValues) =>
  valuesOf(mergeSettings(given, { values, credentials: {} }))

const pick = (values: Record<SettingKey, unknown>, keys: readonly SettingKey[]) =>
  Object.fromEntries(keys.map((key) => [key, values[key]]))
