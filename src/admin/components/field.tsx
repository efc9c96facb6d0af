import { Hint, Label } from "@medusajs/ui"
import { type ReactNode, useId } from "react"
import { parseFieldRule } from "../queries/field-rules"
import { useTexts } from "../texts/use-texts"

type FieldProps = {
  label: string
  hint?: string
  error?: string | undefined
  children: (id: string, hintId: string) => ReactNode
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const { t } = useTexts()
  return (
    <div className="flex flex-col gap-1">
      <Label htmlFor={id} size="small" weight="plus">
        {label}
      </Label>
      {children(id, hintId)}
      {hint && (
        <Hint id={error ? undefined : hintId} className="text-ui-fg-subtle">
          {hint}
        </Hint>
      )}
      {error && (
        <Hint id={hintId} role="alert" variant="error">
          {formatFieldError(error, t)}
        </Hint>
      )}
    </div>
  )
}

function formatFieldError(error: string, t: ReturnType<typeof useTexts>["t"]): string {
  const fieldRule = parseFieldRule(error)
  if (fieldRule) return t(`fieldErrors.${fieldRule.rule}`, { bound: fieldRule.bound })
  return error.charAt(0).toUpperCase() + error.slice(1)
}
