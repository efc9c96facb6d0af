import { type FormEvent, type InputHTMLAttributes, type ReactNode, useState } from "react"
import { getErrorMessage } from "../sdk"

type FormProps = {
  submit: string
  /** Receives the values of the fields, trimmed. */
  onSubmit: (typed: Record<string, string>) => Promise<unknown>
  children: ReactNode
}

/** A form that shows an error above its button. */
export function Form({ submit, onSubmit, children }: FormProps) {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const values: Record<string, string> = {}
    new FormData(event.currentTarget).forEach((value, name) => {
      values[name] = typeof value === "string" ? value.trim() : ""
    })
    setBusy(true)
    setMessage(null)
    await onSubmit(values).catch((error: unknown) => setMessage(getErrorMessage(error)))
    setBusy(false)
  }
  return (
    <form className="form" onSubmit={(event) => void handleSubmit(event)}>
      {children}
      {message === null ? null : (
        <p className="notice bad" role="alert">
          {message}
        </p>
      )}
      <button className="button wide" aria-busy={isBusy}>
        {isBusy ? "One moment…" : submit}
      </button>
    </form>
  )
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { label: string; name: string }

export function Field({ label, className = "", ...input }: FieldProps) {
  return (
    <label className={`field ${className}`}>
      <span>{label}</span>
      <input {...input} />
    </label>
  )
}
