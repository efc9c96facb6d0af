import { Hint, Label } from "@medusajs/ui"
import { type ReactNode, useId } from "react"

type Props = {
  label: string
  hint?: string
  /** What is wrong with what stands in it. */
  error?: string | undefined
  children: (id: string, hintId: string) => ReactNode
}

/** One field of a form, with what it is for, or what is wrong with it. */
export function Field({ label, hint, error, children }: Props) {
  const id = useId()
  const hintId = `${id}-hint`
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
          {error.charAt(0).toUpperCase() + error.slice(1)}
        </Hint>
      )}
    </div>
  )
}
