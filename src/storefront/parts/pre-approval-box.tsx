import { type FormEvent, useId, useState } from "react"
import type { PreApproval } from "../answers"
import type { PreApprovalForm } from "../forms"
import { type ClassNames, namesOf } from "./class-names"
import { told, useDollars, useFinancing } from "./financing-context"
import { refusedIn, wordOf } from "./sentences"
import { fillPlaceholders } from "./texts"
import { useConfig } from "./use-config"

export type PreApprovalBoxProps = ClassNames<
  "title" | "intro" | "field" | "button" | "message" | "amount" | "link"
> & {
  /** Prefills the form, for example with the data of the customer who is logged in. */
  initial?: Partial<PreApprovalForm>
  /** The customer's existing pre-approval (`getMyPreApproval`). */
  preApproval?: PreApproval | null
  /** Receives a guest's claim, only this once. Store it in the shopper's browser. */
  onClaim?: (claim: string) => void
}

const FIELDS = [
  ["first_name", "firstName", "text", "given-name"],
  ["last_name", "lastName", "text", "family-name"],
  ["email", "email", "email", "email"],
  ["cell_phone", "phone", "tel", "tel"],
] as const

/** Shows a form that requests a pre-approval, then its status. Renders nothing if the shop does not offer it. */
export function PreApprovalBox(props: PreApprovalBoxProps) {
  const { initial = {}, onClaim } = props
  const { calls, texts } = useFinancing()
  const words = texts.preApproval
  const getClassName = namesOf("pre-approval", props)
  const id = useId()
  const { requestPreApproval } = calls
  const config = useConfig()
  const [requested, setRequested] = useState<PreApproval | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const current = requested ?? props.preApproval ?? null

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy || !requestPreApproval) return
    const formData = new FormData(event.currentTarget)
    const readField = (key: string) => {
      const value = formData.get(key)
      return typeof value === "string" ? value : ""
    }
    const form: PreApprovalForm = {
      first_name: readField("first_name"),
      last_name: readField("last_name"),
      email: readField("email"),
      cell_phone: readField("cell_phone"),
    }
    setBusy(true)
    setMessage(null)
    setProblems({})
    const answer = await told(requestPreApproval(form))
    setBusy(false)
    if (!answer.ok) return setMessage(refusedIn(answer, texts))
    if ("refusal" in answer.value) {
      const { refusal } = answer.value
      setMessage(texts.correct ?? refusal.message)
      return setProblems(
        Object.fromEntries(refusal.errors.map((error) => [error.field, wordOf(error, texts)]))
      )
    }
    setRequested(answer.value.pre_approval)
    if (answer.value.claim !== null) onClaim?.(answer.value.claim)
  }
  if (!config?.flows.pre_approval) return null
  if (current) return <PreApprovalStatus current={current} name={getClassName} />
  return (
    <section className={getClassName()} aria-labelledby={id}>
      <h2 id={id} className={getClassName("title")}>
        {words.title}
      </h2>
      <p className={getClassName("intro")}>{words.intro}</p>
      <form onSubmit={(event) => void handleSubmit(event)}>
        {FIELDS.map(([key, labelKey, type, autoComplete]) => (
          <p key={key} className={getClassName("field")}>
            <label htmlFor={`${id}-${key}`}>{words[labelKey]}</label>
            <input
              id={`${id}-${key}`}
              name={key}
              type={type}
              autoComplete={autoComplete}
              required
              defaultValue={initial[key]}
              aria-invalid={key in problems}
              aria-describedby={key in problems ? `${id}-${key}-problem` : undefined}
            />
            {key in problems ? <span id={`${id}-${key}-problem`}>{problems[key]}</span> : null}
          </p>
        ))}
        <button type="submit" className={getClassName("button")} aria-busy={isBusy}>
          {isBusy ? texts.working : words.ask}
        </button>
        <p className={getClassName("message")} role="alert">
          {message}
        </p>
      </form>
    </section>
  )
}

type PreApprovalStatusProps = {
  current: PreApproval
  name: (piece?: "title" | "message" | "amount" | "link") => string
}

function PreApprovalStatus({ current, name }: PreApprovalStatusProps) {
  const { texts, language } = useFinancing()
  const formatDollars = useDollars()
  const words = texts.preApproval
  const { approved_up_to, expires_at, application_url, message } = current
  return (
    <section className={name()} data-status={current.status}>
      <p className={name("message")} role="status">
        {texts.preApprovals?.[current.status] ?? message}
      </p>
      {approved_up_to === null ? null : (
        <p className={name("amount")}>
          {fillPlaceholders(words.upTo, { amount: formatDollars(approved_up_to) })}
          {expires_at === null
            ? null
            : ` · ${fillPlaceholders(words.until, { date: new Date(expires_at).toLocaleDateString(language) })}`}
        </p>
      )}
      {application_url === null ? null : (
        <a className={name("link")} href={application_url}>
          {words.apply}
        </a>
      )}
    </section>
  )
}
