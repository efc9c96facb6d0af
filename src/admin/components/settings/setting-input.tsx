import { Input, Select, Switch, Textarea } from "@medusajs/ui"
import type { ScheduleStep } from "../../queries/settings-api-types"
import { useTexts } from "../../texts/use-texts"
import { Picker } from "../picker"
import { toText, type Draft } from "./draft"
import type { SettingField } from "./fields"
import { ScheduleInput } from "./schedule-input"

type SettingInputProps = {
  field: SettingField
  id: string
  hintId: string
  value: Draft[string]
  onChange: (value: Draft[string]) => void
  disabled: boolean
}

export function SettingInput({ field, id, hintId, value, onChange, disabled }: SettingInputProps) {
  const { t } = useTexts()
  const inputProps = { id, disabled, "aria-describedby": hintId }
  switch (field.kind) {
    case "switch":
      return <Switch {...inputProps} checked={value === true} onCheckedChange={onChange} />
    case "long-text":
      return (
        <Textarea
          {...inputProps}
          value={toText(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case "choice":
      return (
        <Select value={toText(value)} onValueChange={onChange} disabled={disabled}>
          <Select.Trigger id={id} aria-describedby={hintId}>
            <Select.Value />
          </Select.Trigger>
          <Select.Content>
            {field.choices.map((choice) => (
              <Select.Item key={choice} value={choice}>
                {t(`settings.choices.${field.key}.${choice}`)}
              </Select.Item>
            ))}
          </Select.Content>
        </Select>
      )
    case "picker":
      return (
        <Picker
          id={id}
          hintId={hintId}
          resource={field.resource}
          value={value as string[]}
          onChange={onChange}
          max={200}
          disabled={disabled}
        />
      )
    case "schedule":
      return (
        <ScheduleInput
          id={id}
          steps={value as ScheduleStep[]}
          onChange={onChange}
          disabled={disabled}
        />
      )
    default:
      return (
        <Input
          {...inputProps}
          inputMode={field.kind === "text" || field.kind === "list" ? "text" : "decimal"}
          autoComplete="off"
          value={toText(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}
