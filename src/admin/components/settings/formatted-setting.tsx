import type { ScheduleStep, SettingValue } from "../../queries/settings-api-types"
import { type Resource, usePickerOptions } from "../../queries/picker-options"
import { useTexts } from "../../texts/use-texts"
import { toText, formatList } from "./draft"
import type { SettingField } from "./fields"

export function FormattedSetting({ field, value }: { field: SettingField; value: SettingValue }) {
  const { t, word, amount } = useTexts()
  if (field.kind === "picker")
    return <OptionNames resource={field.resource} ids={value as string[]} />
  if (field.kind === "list") return <>{formatList(value) || t("settings.none")}</>
  if (value === null || value === "") return <>{t("settings.none")}</>
  switch (field.kind) {
    case "switch":
      return <>{value === true ? t("settings.yes") : t("settings.no")}</>
    case "dollars":
      return <>{amount(Math.round(Number(value) * 100))}</>
    case "choice":
      return <>{word(`settings.choices.${field.key}`, toText(value))}</>
    case "schedule":
      return <>{`${(value as ScheduleStep[]).length} ${t("schedule.steps")}`}</>
    case "number":
      return <>{`${toText(value)}${getUnit(field.key, t)}`}</>
    default:
      return <>{toText(value)}</>
  }
}

function OptionNames({ resource, ids }: { resource: Resource; ids: string[] }) {
  const { t } = useTexts()
  const options = usePickerOptions(resource, ids)
  return (
    <>{options.length === 0 ? t("settings.none") : options.map(({ name }) => name).join(", ")}</>
  )
}

function getUnit(key: string, t: (key: string) => string): string {
  if (key.endsWith("_hours")) return ` ${t("settings.hours")}`
  return key.endsWith("_days") ? ` ${t("settings.days")}` : ""
}
