import type { Environment, PluginOptions } from "../../../options/options"
import {
  givenOptions,
  parseOptions,
  plainInProduction,
  readOptions,
} from "../../../options/parse-options"
import {
  fromOption,
  keyAt,
  placeOf,
  putAt,
  SETTING_KEYS,
  type SettingKey,
  type SettingValues,
  toOption,
  valueAt,
} from "./setting-keys"
import type { Credentials } from "./credentials"

/** What medusa-config says: it wins over the dashboard, and what it sets is locked there. */
export type Given = {
  raw: Record<string, unknown>
  /** With the defaults of everything that it leaves out. */
  options: PluginOptions
  locked: readonly SettingKey[]
}

/** Throws one sentence that names the key and the line to write. */
export function readGiven(input: unknown): Given {
  const raw = givenOptions(input)
  const isSet = (key: SettingKey) => {
    const value = valueAt(raw, key)
    return value !== undefined && !(key === "environment" && value === "")
  }
  return { raw, options: parseOptions(input), locked: SETTING_KEYS.filter(isSet) }
}

/** What the dashboard says. */
export type Stored = {
  values: SettingValues
  /** Of the environments whose credentials can be read. */
  credentials: Partial<Record<Environment, Credentials>>
}

/** A setting that cannot be taken: its key or a place within it, and the rule; never the value. */
export type SettingProblem = { place: string; message: string }

/**
 * Medusa-config first, below it what is stored, below that the defaults. What is stored and cannot
 * be taken, on its own or beside what medusa-config says by now, counts as not stored.
 */
export function mergeSettings(given: Given, { values, credentials }: Stored): PluginOptions {
  const taken = { ...values }
  for (;;) {
    const parsed = readOptions(combine(given, { values: taken, credentials }))
    const paths = parsed.success
      ? plainInProduction(parsed.data).map(({ name }) => [name])
      : parsed.error.issues.map(({ path }) => path)
    const wrong = paths
      .map((path) => keyAt(path))
      .filter((key) => key !== undefined)
      .filter((key) => key in taken)
    if (parsed.success && wrong.length === 0) {
      return parsed.data
    }
    if (wrong.length === 0) {
      return parseOptions(given.raw)
    }
    wrong.forEach((key) => delete taken[key])
  }
}

/** What is wrong with these of the values, once they stand beside everything else. */
export function problemsOf(
  given: Given,
  stored: Stored,
  keys: readonly SettingKey[]
): SettingProblem[] {
  const parsed = readOptions(combine(given, stored))
  if (parsed.success) {
    return plainProblems(parsed.data, keys)
  }
  const problems = parsed.error.issues.flatMap(({ path, message }) => {
    const key = keyAt(path)
    return key && keys.includes(key) ? [{ place: placeOf(key, path), message }] : []
  })
  const isFirst = ({ place }: SettingProblem, at: number) =>
    problems.findIndex((one) => one.place === place) === at
  return problems.filter(isFirst)
}

/** Production is not chosen beside an http address, and no such address in production. */
function plainProblems(options: PluginOptions, keys: readonly SettingKey[]): SettingProblem[] {
  return plainInProduction(options).flatMap(({ name, problem }) => {
    const key = keyAt([name])
    if (key && keys.includes(key)) return [{ place: key, message: problem }]
    if (!keys.includes("environment")) return []
    const message = `cannot be "production" yet: ${key ?? name} ${problem}`
    return [{ place: "environment", message }]
  })
}

/** Every setting as it is in force, as the dashboard writes it. */
export function valuesOf(options: PluginOptions): Record<SettingKey, unknown> {
  return Object.fromEntries(
    SETTING_KEYS.map((key) => [key, fromOption(key, valueAt(options, key))])
  ) as Record<SettingKey, unknown>
}

/** Every setting as it is when nobody set it. */
export function defaultValues({ options }: Given): Record<SettingKey, unknown> {
  const { backendUrl, storefrontUrl, secret } = options
  return valuesOf(parseOptions({ backendUrl, storefrontUrl, secret }))
}

function combine({ raw, options, locked }: Given, { values, credentials }: Stored) {
  const combined = structuredClone(raw)
  for (const key of SETTING_KEYS) {
    if (key in values && !locked.includes(key)) {
      putAt(combined, key, toOption(key, values[key]))
    }
  }
  const { staging, production } = options.environments
  combined.environments = {
    staging: staging ?? credentials.staging,
    production: production ?? credentials.production,
  }
  return combined
}
