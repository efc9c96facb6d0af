import { Input, RadioGroup, Text, Textarea } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTexts } from "../texts/use-texts"
import { Field } from "./field"
import { parseCents } from "./parse-cents"

type TextFieldProps = { value: string; onChange: (value: string) => void }

type ScopeFieldProps<Scope extends string> = {
  options: { value: Scope; label: ReactNode }[]
  value: Scope | null
  onChange: (scope: Scope) => void
}

/** Asks how much of a refund a decision concerns. */
export function ScopeField<Scope extends string>(props: ScopeFieldProps<Scope>) {
  const { options, value, onChange } = props
  const { t } = useTexts()
  return (
    <RadioGroup
      aria-label={t("attention.scope")}
      value={value ?? ""}
      onValueChange={(chosen) => onChange(chosen as Scope)}
    >
      {options.map((option) => (
        <label key={option.value} className="flex items-center gap-2">
          <RadioGroup.Item value={option.value} />
          <Text size="small">{option.label}</Text>
        </label>
      ))}
    </RadioGroup>
  )
}

/** Asks for an amount in dollars, which `parseCents` reads. */
export function AmountField({ value, onChange, hint }: TextFieldProps & { hint: string }) {
  const { t } = useTexts()
  const isWrong = parseCents(value) === null && value !== ""
  return (
    <Field
      label={t("attention.amount")}
      hint={hint}
      error={isWrong ? t("attention.amountWrong") : undefined}
    >
      {(id, hintId) => (
        <Input
          id={id}
          aria-describedby={hintId}
          inputMode="decimal"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** Asks for the number of an application in the service's portal. */
export function TokenField({ value, onChange }: TextFieldProps) {
  const { t } = useTexts()
  return (
    <Field label={t("attention.token")} hint={t("attention.tokenNeeded")}>
      {(id, hintId) => (
        <Input
          id={id}
          aria-describedby={hintId}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** Asks for the reason of a decision, which is recorded. */
export function NoteField({ value, onChange }: TextFieldProps) {
  const { t } = useTexts()
  return (
    <Field label={t("attention.note")} hint={t("attention.noteHint")}>
      {(id, hintId) => (
        <Textarea
          id={id}
          aria-describedby={hintId}
          value={value}
          maxLength={500}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
