import { Input, Select, Switch, Textarea } from "@medusajs/ui"
import type { ScheduleStep } from "../../queries/settings-api-types"
import { useTexts } from "../../texts/use-texts"
import { Picker } from "../picker"
import { asText, type Draft } from "./draft"
import type { SettingField } from "./fields"
import { ScheduleInput } from "./schedule-input"

type Props = {
  field: SettingField
  id: string
  hintId: string
  held: Draft[string]
  change: (held: Draft[string]) => void
  disabled: boolean
}

/** What a setting is changed with. */
export function SettingInput({ field, id, hintId, held, change, disabled }: Props) {
  const { t } = useTexts()
  const about = { id, disabled, "aria-describedby": hintId }
  switch (field.kind) {
    case "switch":
      return <Switch {...about} checked={held === true} onCheckedChange={change} />
    case "long-text":
      return (
        <Textarea
          {...about}
          value={asText(held)}
          onChange={(event) => change(event.target.value)}
        />
      )
    case "choice":
      return (
        <Select value={asText(held)} onValueChange={change} disabled={disabled}>
          <Select.Trigger id={id} aria-describedby={hintId}>
            <Select.Value />
          </Select.Trigger>
          <Select.Content>
            {field.choices.map((one) => (
              <Select.Item key={one} value={one}>
                {t(`settings.choices.${field.key}.${one}`)}
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
          what={field.what}
          ids={held as string[]}
          change={change}
          most={200}
          disabled={disabled}
        />
      )
    case "schedule":
      return (
        <ScheduleInput id={id} steps={held as ScheduleStep[]} change={change} disabled={disabled} />
      )
    default:
      return (
        <Input
          {...about}
          inputMode={field.kind === "text" || field.kind === "list" ? "text" : "decimal"}
          autoComplete="off"
          value={asText(held)}
          onChange={(event) => change(event.target.value)}
        />
      )
  }
}
