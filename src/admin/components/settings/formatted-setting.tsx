import type { ScheduleStep, SettingValue } from "../../queries/settings-api-types"
import { type Choices, useChosen } from "../../queries/picker-options"
import { useTexts } from "../../texts/use-texts"
import { asText, listed } from "./draft"
import type { SettingField } from "./fields"

/** A setting's value in words. */
export function ShownValue({ field, value }: { field: SettingField; value: SettingValue }) {
  const { t, word, amount } = useTexts()
  if (field.kind === "picker") return <Names what={field.what} ids={value as string[]} />
  if (field.kind === "list") return <>{listed(value) || t("settings.none")}</>
  if (value === null || value === "") return <>{t("settings.none")}</>
  switch (field.kind) {
    case "switch":
      return <>{value === true ? t("settings.yes") : t("settings.no")}</>
    case "dollars":
      return <>{amount(Math.round(Number(value) * 100))}</>
    case "choice":
      return <>{word(`settings.choices.${field.key}`, asText(value))}</>
    case "schedule":
      return <>{`${(value as ScheduleStep[]).length} ${t("schedule.steps")}`}</>
    case "number":
      return <>{`${asText(value)}${unitOf(field.key, t)}`}</>
    default:
      return <>{asText(value)}</>
  }
}

function Names({ what, ids }: { what: Choices; ids: string[] }) {
  const { t } = useTexts()
  const chosen = useChosen(what, ids)
  return <>{chosen.length === 0 ? t("settings.none") : chosen.map(({ name }) => name).join(", ")}</>
}

function unitOf(key: string, t: (key: string) => string): string {
  if (key.endsWith("_hours")) return ` ${t("settings.hours")}`
  return key.endsWith("_days") ? ` ${t("settings.days")}` : ""
}
