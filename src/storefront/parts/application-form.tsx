import { type ReactNode, useId, useState } from "react"
import { type FieldPath, type FieldValues, type Resolver, useForm } from "react-hook-form"
import type { FinancingApplication } from "../answers"
import type { Problem } from "../client"
import { type ClassNames, namesOf, refusedIn, told, useFinancing, wordOf } from "../react"
import {
  FIELDS,
  type Field,
  toApplicationForm,
  type Group,
  type FormValues,
} from "./application-fields"
import { listProblems, type Zod } from "./application-rules"

export type ApplicationFormProps = ClassNames<
  "group" | "legend" | "field" | "show" | "problem" | "consent" | "button" | "message"
> & {
  cartId: string
  /** The lender's text that the shopper agrees to before applying. Its version is recorded with the time. */
  consent: { version: string; text: ReactNode }
  /** Receives the application: with offers, declined or under review. */
  onApplied: (application: FinancingApplication) => void
  /** `z` of your zod (4). With it, the form also checks the server's rules before it sends anything. */
  zod?: Zod
}

type FormFieldPath = FieldPath<FormValues>

/** Builds react-hook-form's error object: `{ personal: { ssn } }`. */
function buildFormErrors(problems: Problem[], formatProblem: (problem: Problem) => string) {
  const errors: FieldValues = {}
  for (const problem of problems) {
    const [group = "", key = ""] = problem.field.split(".")
    errors[group] = {
      ...(errors[group] as object | undefined),
      [key]: { type: "rule", message: formatProblem(problem) },
    }
  }
  return errors
}

/**
 * The shop's own application form. It sends the values to the shop in one request and stores them nowhere, not even
 * in the browser. The server validates the form and returns the fields to correct.
 */
export function ApplicationForm(props: ApplicationFormProps) {
  const { cartId, consent, onApplied, zod } = props
  const { calls, texts } = useFinancing()
  const labels = texts.application
  const getClassName = namesOf("application", props)
  const id = useId()
  const [message, setMessage] = useState<string | null>(null)
  const [hasAgreed, setHasAgreed] = useState(false)
  const [isNumberShown, setIsNumberShown] = useState(false)
  const formatProblem = (problem: Problem) => wordOf(problem, texts)
  const resolver: Resolver<FormValues> = (values) => {
    const problems = zod ? listProblems(zod, toApplicationForm(values)) : []
    return problems.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: buildFormErrors(problems, formatProblem) }
  }
  const { register, handleSubmit, setError, watch, reset, formState } = useForm<FormValues>({
    resolver,
    shouldUnregister: true,
  })
  const { isSubmitting, errors: formErrors } = formState

  const isFieldVisible = ({ key }: Field) =>
    key !== "previous_pay_date" || watch("employment.pay_cycle") === "twice_per_month"
  const fieldPaths = (Object.keys(FIELDS) as Group[]).flatMap((group) =>
    FIELDS[group].filter(isFieldVisible).map(({ key }) => `${group}.${key}`)
  )
  const apply = async (formValues: FormValues) => {
    const { applyInFull } = calls
    if (!applyInFull) return
    if (!hasAgreed) return setMessage(labels.agree)
    setMessage(null)
    const form = { ...toApplicationForm(formValues), consent: { version: consent.version } }
    const answer = await told(applyInFull({ cartId, form }))
    if (!answer.ok) return setMessage(refusedIn(answer, texts))
    if ("application" in answer.value) {
      reset()
      return onApplied(answer.value.application)
    }
    const { errors } = answer.value.refusal
    const ownProblems = errors.filter(({ field }) => fieldPaths.includes(field))
    ownProblems.forEach((problem, index) =>
      setError(
        problem.field as FormFieldPath,
        { type: "server", message: formatProblem(problem) },
        { shouldFocus: index === 0 }
      )
    )
    // Some problems, such as those of the cart's address, have no field in this form.
    const otherProblems = errors.filter((problem) => !ownProblems.includes(problem))
    const heading = texts.correct ?? answer.value.refusal.message
    setMessage([heading, ...otherProblems.map(formatProblem)].join(" "))
  }
  return (
    <form
      className={getClassName()}
      onSubmit={(event) => void handleSubmit(apply)(event)}
      autoComplete="off"
      noValidate={zod !== undefined}
    >
      {(Object.keys(FIELDS) as Group[]).map((group) => (
        <fieldset key={group} className={getClassName("group")}>
          <legend className={getClassName("legend")}>{labels.groups[group]}</legend>
          {FIELDS[group].filter(isFieldVisible).map((field) => {
            const fieldPath = `${group}.${field.key}`
            const problem = formErrors[group]?.[field.key]?.message
            const inputProps = {
              ...register(fieldPath as FormFieldPath),
              id: `${id}-${fieldPath}`,
              required: field.required,
              "aria-invalid": problem !== undefined,
              "aria-describedby": problem === undefined ? undefined : `${id}-${fieldPath}-problem`,
            }
            return (
              <p key={fieldPath} className={getClassName("field")}>
                <label htmlFor={inputProps.id}>{labels.fields[field.key]}</label>
                {"options" in field ? (
                  <select {...inputProps}>
                    <option value="">{labels.pick}</option>
                    {field.options.map((option) => (
                      <option key={option} value={option}>
                        {labels.options[option]}
                      </option>
                    ))}
                  </select>
                ) : (
                  <input
                    {...inputProps}
                    type={field.isMasked && !isNumberShown ? "password" : field.type}
                    inputMode={field.inputMode}
                    autoComplete={field.autoComplete ?? "off"}
                    spellCheck={false}
                  />
                )}
                {"isMasked" in field ? (
                  <button
                    type="button"
                    className={getClassName("show")}
                    aria-pressed={isNumberShown}
                    aria-controls={inputProps.id}
                    onClick={() => setIsNumberShown(!isNumberShown)}
                  >
                    {labels.show}
                  </button>
                ) : null}
                {problem === undefined ? null : (
                  <span id={`${inputProps.id}-problem`} className={getClassName("problem")}>
                    {problem}
                  </span>
                )}
              </p>
            )
          })}
        </fieldset>
      ))}
      <p className={getClassName("consent")}>
        <label>
          <input
            type="checkbox"
            required
            checked={hasAgreed}
            onChange={(event) => setHasAgreed(event.target.checked)}
          />
          <span>{consent.text}</span>
        </label>
      </p>
      <button type="submit" className={getClassName("button")} aria-busy={isSubmitting}>
        {isSubmitting ? texts.working : labels.apply}
      </button>
      <p className={getClassName("message")} role="alert">
        {message}
      </p>
    </form>
  )
}
