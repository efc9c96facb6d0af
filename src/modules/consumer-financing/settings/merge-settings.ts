import type { Environment, PluginOptions } from "../../../options/options"
import {
  givenOptions,
  parseOptions,
  plainInProduction,
  readOptions,
} from "../../../options/parse-options"
import {
  fromOption,
  findSettingKey,
  formatSettingPath,
  setOption,
  SETTING_KEYS,
  type SettingKey,
  type SettingValues,
  toOption,
  getOption,
} from "./setting-keys"
import type { Credentials } from "./credentials"

/** Settings in medusa-config. They take precedence over the dashboard, which locks them. */
export type Given = {
  raw: Record<string, unknown>
  /** Includes the defaults of omitted options. */
  options: PluginOptions
  locked: readonly SettingKey[]
}

/** Throws one sentence that names the key and the line to write. */
export function readGiven(input: unknown): Given {
  const raw = givenOptions(input)
  const isSet = (key: SettingKey) => {
    const value = getOption(raw, key)
    return value !== undefined && !(key === "environment" && value === "")
  }
  return { raw, options: parseOptions(input), locked: SETTING_KEYS.filter(isSet) }
}

export type Stored = {
  values: SettingValues
  /** Environments with readable credentials. */
  credentials: Partial<Record<Environment, Credentials>>
}

/** An invalid setting: its key or a place within it, and the rule; never the value. */
export type SettingProblem = { place: string; message: string }

/**
 * Merges settings: medusa-config first, then stored values, then defaults. Ignores a stored value that is invalid
 * alone or together with medusa-config.
 */
export function mergeSettings(given: Given, { values, credentials }: Stored): PluginOptions {
  const taken = { ...values }
  for (;;) {
    const parsed = readOptions(combine(given, { values: taken, credentials }))
    const paths = parsed.success
      ? plainInProduction(parsed.data).map(({ name }) => [name])
      : parsed.error.issues.map(({ path }) => path)
    const wrong = paths
      .map((path) => findSettingKey(path))
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

/** Lists problems of these values, validated together with all other settings. */
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
    const key = findSettingKey(path)
    return key && keys.includes(key) ? [{ place: formatSettingPath(key, path), message }] : []
  })
  const isFirst = ({ place }: SettingProblem, at: number) =>
    problems.findIndex((problem) => problem.place === place) === at
  return problems.filter(isFirst)
}

/** Refuses production with an http address, and an http address in production. */
function plainProblems(options: PluginOptions, keys: readonly SettingKey[]): SettingProblem[] {
  return plainInProduction(options).flatMap(({ name, problem }) => {
    const key = findSettingKey([name])
    if (key && keys.includes(key)) return [{ place: key, message: problem }]
    if (!keys.includes("environment")) return []
    const message = `cannot be "production" yet: ${key ?? name} ${problem}`
    return [{ place: "environment", message }]
  })
}

export function valuesOf(options: PluginOptions): Record<SettingKey, unknown> {
  return Object.fromEntries(
    SETTING_KEYS.map((key) => [key, fromOption(key, getOption(options, key))])
  ) as Record<SettingKey, unknown>
}

export function defaultValues({ options }: Given): Record<SettingKey, unknown> {
  const { backendUrl, storefrontUrl, secret } = options
  return valuesOf(parseOptions({ backendUrl, storefrontUrl, secret }))
}

function combine({ raw, options, locked }: Given, { values, credentials }: Stored) {
  const combined = structuredClone(raw)
  for (const key of SETTING_KEYS) {
    if (key in values && !locked.includes(key)) {
      setOption(combined, key, toOption(key, values[key]))
    }
  }
  const { staging, production } = options.environments
  combined.environments = {
    staging: staging ?? credentials.staging,
    production: production ?? credentials.production,
  }
  return combined
}
