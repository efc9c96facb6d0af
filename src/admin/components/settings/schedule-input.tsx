import { Button, IconButton, Input } from "@medusajs/ui"
import { XMarkMini } from "@medusajs/icons"
import type { ScheduleStep } from "../../queries/settings-api-types"
import { useTexts } from "../../texts/use-texts"

type ScheduleInputProps = {
  id: string
  steps: ScheduleStep[]
  onChange: (steps: ScheduleStep[]) => void
  disabled: boolean
}

const STEP_FIELDS = [
  { name: "every_seconds", label: "every" },
  { name: "for_seconds", label: "lasting" },
] as const

export function ScheduleInput({ id, steps, onChange, disabled }: ScheduleInputProps) {
  const { t } = useTexts()
  const updateStep = (index: number, patch: Partial<ScheduleStep>): void =>
    onChange(steps.map((step, stepIndex) => (stepIndex === index ? { ...step, ...patch } : step)))
  return (
    <div id={id} className="flex flex-col gap-2">
      {steps.map((step, index) => (
        // Steps have no id.
        <div key={index} className="flex items-center gap-2">
          {STEP_FIELDS.map(({ name, label }) => (
            <Input
              key={name}
              type="number"
              size="small"
              disabled={disabled}
              aria-label={`${t("schedule.step")} ${index + 1}: ${t(`schedule.${label}`)}`}
              value={step[name]}
              onChange={(event) => updateStep(index, { [name]: Number(event.target.value) })}
            />
          ))}
          <IconButton
            type="button"
            size="small"
            variant="transparent"
            disabled={disabled || steps.length === 1}
            aria-label={`${t("schedule.remove")} ${index + 1}`}
            onClick={() => onChange(steps.filter((_, at) => at !== index))}
          >
            <XMarkMini />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          type="button"
          size="small"
          variant="secondary"
          disabled={disabled}
          onClick={() => onChange([...steps, { every_seconds: 86_400, for_seconds: 86_400 }])}
        >
          {t("schedule.add")}
        </Button>
      </div>
    </div>
  )
}
