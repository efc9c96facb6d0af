import { type FormEvent, useId, useState } from "react"
import type { FinancingApplication } from "../answers"
import type { ApplicationForm as Form } from "../forms"
import { FIELDS, type Field, formOf } from "./application-fields"
import { type ClassNames, namesOf } from "./class-names"
import { told, useFinancing } from "./financing-context"

export type ApplicationFormProps = ClassNames<
  "group" | "legend" | "field" | "problem" | "button" | "message"
> & {
  cartId: string
  /** With what applying answered: offers to choose from, or that it is declined, or under review. */
  onApplied: (application: FinancingApplication) => void
}

type Groups = keyof typeof FIELDS

/**
 * The shop's own application form. What is typed goes to the shop in one request and is kept nowhere, in
 * the browser neither; the server's rules decide, and name the fields to correct.
 */
export function ApplicationForm(props: ApplicationFormProps) {
  const { cartId, onApplied } = props
  const { calls, texts } = useFinancing()
  const words = texts.application
  const name = namesOf("application", props)
  const id = useId()
  const [payCycle, setPayCycle] = useState("")
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [problems, setProblems] = useState<Record<string, string>>({})

  const apply = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { applyInFull } = calls
    if (isBusy || !applyInFull) return
    const typed = event.currentTarget
    const form: Form = formOf(new FormData(typed))
    setBusy(true)
    setMessage(null)
    setProblems({})
    const answer = await told(applyInFull({ cartId, form }))
    setBusy(false)
    if (!answer.ok) return setMessage(answer.message)
    if ("application" in answer.value) {
      typed.reset()
      return onApplied(answer.value.application)
    }
    const { errors } = answer.value.refusal
    const found = Object.fromEntries(errors.map((one) => [one.field, one.message]))
    setProblems(found)
    // What is wrong with the cart's own address, for example, has no field here.
    const others = errors.filter(({ field }) => typed.elements.namedItem(field) === null)
    setMessage([answer.value.refusal.message, ...others.map((one) => one.message)].join(" "))
    const first = errors.find(({ field }) => typed.elements.namedItem(field) !== null)
    const field = first && typed.elements.namedItem(first.field)
    if (field instanceof HTMLElement) field.focus()
  }

  const isAsked = ({ key }: Field) => key !== "previous_pay_date" || payCycle === "twice_per_month"
  return (
    <form className={name()} onSubmit={(event) => void apply(event)} autoComplete="off">
      {(Object.keys(FIELDS) as Groups[]).map((group) => (
        <fieldset key={group} className={name("group")}>
          <legend className={name("legend")}>{words.groups[group]}</legend>
          {FIELDS[group].filter(isAsked).map((field) => {
            const place = `${group}.${field.key}`
            const problem = problems[place]
            const shared = {
              id: `${id}-${place}`,
              name: place,
              required: field.required,
              "aria-invalid": problem !== undefined,
              "aria-describedby": problem === undefined ? undefined : `${id}-${place}-problem`,
            }
            return (
              <p key={place} className={name("field")}>
                <label htmlFor={shared.id}>{words.fields[field.key]}</label>
                {"options" in field ? (
                  <select
                    {...shared}
                    defaultValue=""
                    onChange={({ target }) => {
                      if (field.key === "pay_cycle") setPayCycle(target.value)
                    }}
                  >
                    <option value="">{words.pick}</option>
                    {field.options.map((option) => (
                      <option key={option} value={option}>
                        {words.options[option]}
                      </option>
                    ))}
                  </select>
                ) : (
                  <input
                    {...shared}
                    type={field.type}
                    inputMode={field.inputMode}
                    autoComplete={field.autoComplete ?? "off"}
                    spellCheck={false}
                  />
                )}
                {problem === undefined ? null : (
                  <span id={`${shared.id}-problem`} className={name("problem")}>
                    {problem}
                  </span>
                )}
              </p>
            )
          })}
        </fieldset>
      ))}
      <button type="submit" className={name("button")} aria-busy={isBusy}>
        {isBusy ? texts.working : words.apply}
      </button>
      <p className={name("message")} role="alert">
        {message}
      </p>
    </form>
  )
}
