import { type PluginOptions } from "../../../options/options"
import { givenOptions, parseOptions } from "../../../options/parse-options"
import { SETTING_KEYS, type SettingKey, valueAt } from "./setting-keys"

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
