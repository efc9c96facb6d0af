import { parseCents } from "../parse-cents"
import type { ScheduleStep, Settings, SettingValue } from "../../queries/settings-api-types"
import type { SettingField } from "./fields"

/** The form's values during input: numbers as text. */
export type Draft = Record<string, string | boolean | string[] | ScheduleStep[]>

export function draftOf(fields: readonly SettingField[], { values }: Settings): Draft {
  return Object.fromEntries(fields.map(({ key, kind }) => [key, held(values[key], kind)]))
}

function held(value: SettingValue | undefined, kind: SettingField["kind"]): Draft[string] {
  if (value === null || value === undefined) return ""
  if (kind === "list") return listed(value)
  return typeof value === "number" ? String(value) : value
}

/** A value that fits in one line, as text; nothing for a list. */
export const asText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : ""

export const listed = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : "")

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Null restores the default. An invalid number is sent as typed, for the server to reject. */
export function changesOf(
  fields: readonly SettingField[],
  draft: Draft,
  { values, defaults, locked }: Settings
): Record<string, unknown> {
  const changed = fields.filter(({ key, kind }) => !isSame(draft[key], held(values[key], kind)))
  const free = changed.filter(({ key }) => !locked.includes(key))
  return Object.fromEntries(
    free.map(({ key, kind }) => {
      const value = toValue(kind, draft[key])
      return [key, isSame(value, defaults[key]) ? null : value]
    })
  )
}

function toValue(kind: SettingField["kind"], held: Draft[string] | undefined): unknown {
  if (typeof held !== "string") return held
  const typed = held.trim()
  if (typed === "") return null
  if (kind === "list") return typed.split(/[,;\s]+/).filter((word) => word !== "")
  if (kind === "dollars") {
    const cents = parseCents(typed)
    return cents === null ? typed : cents / 100
  }
  return kind === "number" ? (readNumber(typed) ?? typed) : typed
}

/** Rejects commas, which may be decimal or thousands separators. */
function readNumber(typed: string): number | null {
  return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : null
}
