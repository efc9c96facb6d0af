import { Button, IconButton, Input } from "@medusajs/ui"
import { XMarkMini } from "@medusajs/icons"
import type { ScheduleStep } from "../../queries/settings-api-types"
import { useTexts } from "../../texts/use-texts"

type Props = {
  id: string
  steps: ScheduleStep[]
  change: (steps: ScheduleStep[]) => void
  disabled: boolean
}

const PARTS = [
  { name: "every_seconds", label: "every" },
  { name: "for_seconds", label: "lasting" },
] as const

/** Step by step: how often, and for how long. */
export function ScheduleInput({ id, steps, change, disabled }: Props) {
  const { t } = useTexts()
  const set = (at: number, change_: Partial<ScheduleStep>): void =>
    change(steps.map((step, index) => (index === at ? { ...step, ...change_ } : step)))
  return (
    <div id={id} className="flex flex-col gap-2">
      {steps.map((step, at) => (
        // A step has nothing to be known by but its place.
        <div key={at} className="flex items-center gap-2">
          {PARTS.map(({ name, label }) => (
            <Input
              key={name}
              type="number"
              size="small"
              disabled={disabled}
              aria-label={`${t("schedule.step")} ${at + 1}: ${t(`schedule.${label}`)}`}
              value={step[name]}
              onChange={(event) => set(at, { [name]: Number(event.target.value) })}
            />
          ))}
          <IconButton
            type="button"
            size="small"
            variant="transparent"
            disabled={disabled || steps.length === 1}
            aria-label={`${t("schedule.remove")} ${at + 1}`}
            onClick={() => change(steps.filter((_, index) => index !== at))}
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
          onClick={() => change([...steps, { every_seconds: 86_400, for_seconds: 86_400 }])}
        >
          {t("schedule.add")}
        </Button>
      </div>
    </div>
  )
}
