import { parseCents } from "../parse-cents"
import type { ScheduleStep, Settings, SettingValue } from "../../queries/settings-api-types"
import type { SettingField } from "./fields"

/** Form values by setting key; numbers are text. */
export type Draft = Record<string, string | boolean | string[] | ScheduleStep[]>

export function createDraft(fields: readonly SettingField[], { values }: Settings): Draft {
  return Object.fromEntries(fields.map(({ key, kind }) => [key, toDraftValue(values[key], kind)]))
}

function toDraftValue(value: SettingValue | undefined, kind: SettingField["kind"]): Draft[string] {
  if (value === null || value === undefined) return ""
  if (kind === "list") return formatList(value)
  return typeof value === "number" ? String(value) : value
}

/** Returns an empty text for lists. */
export const toText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : ""

export const formatList = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : "")

const isEqual = (first: unknown, second: unknown): boolean =>
  JSON.stringify(first) === JSON.stringify(second)

/** Returns the changed settings. Null restores the default; an invalid number stays text, for the server to reject. */
export function getChanges(
  fields: readonly SettingField[],
  draft: Draft,
  { values, defaults, locked }: Settings
): Record<string, unknown> {
  const changedFields = fields.filter(
    ({ key, kind }) => !isEqual(draft[key], toDraftValue(values[key], kind))
  )
  const unlocked = changedFields.filter(({ key }) => !locked.includes(key))
  return Object.fromEntries(
    unlocked.map(({ key, kind }) => {
      const value = toValue(kind, draft[key])
      return [key, isEqual(value, defaults[key]) ? null : value]
    })
  )
}

function toValue(kind: SettingField["kind"], value: Draft[string] | undefined): unknown {
  if (typeof value !== "string") return value
  const trimmed = value.trim()
  if (trimmed === "") return null
  if (kind === "list") return trimmed.split(/[,;\s]+/).filter((item) => item !== "")
  if (kind === "dollars") {
    const cents = parseCents(trimmed)
    return cents === null ? trimmed : cents / 100
  }
  return kind === "number" ? (parseNumber(trimmed) ?? trimmed) : trimmed
}

/** Rejects commas, which may be decimal or thousands separators. */
function parseNumber(text: string): number | null {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : null
}
