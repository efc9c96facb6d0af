import { type ReactNode, useId } from "react"
import type { FinancingEligibility } from "../answers"
import { PROVIDER_ID } from "../client"
import { type ClassNames, namesOf } from "./class-names"
import { told, useFinancing } from "./financing-context"
import type { Texts } from "./texts"
import { useAnswer } from "./use-answer"

export type FinancingOptionProps = ClassNames<"input" | "title" | "description" | "reason"> & {
  cartId: string
  /** A value that changes with the cart, such as its `updated_at`. A change requests the eligibility again. */
  version?: string
  checked: boolean
  /** Receives the provider's id for the payment session. */
  onSelect: (providerId: string) => void
  /** The name of the radio button group. */
  name?: string
  /** Shown below the description while the option is selected, such as the continue button. */
  children?: ReactNode
}

/** Shows financing as a payment method: a radio button, and the reason if it cannot be selected. */
export function FinancingOption(props: FinancingOptionProps) {
  const { cartId, version = "", checked, onSelect, name = "payment-method", children } = props
  const { calls, texts } = useFinancing()
  const id = useId()
  const getClassName = namesOf("option", props)
  const { getEligibility } = calls
  const { answer } = useAnswer(
    getEligibility && (() => told(getEligibility(cartId))),
    `${cartId} ${version}`
  )
  // Renders nothing until the eligibility is loaded. The server checks it again in any case.
  if (answer === null) return null
  const found = answer.ok ? answer.value : null
  const isReady = found?.is_ready ?? false
  const reason = found ? whyNot(found, texts) : texts.failed
  return (
    <div
      className={getClassName()}
      data-available={found?.is_available ?? false}
      data-ready={isReady}
    >
      <input
        className={getClassName("input")}
        type="radio"
        id={id}
        name={name}
        value={found?.provider_id ?? PROVIDER_ID}
        checked={checked && isReady}
        disabled={!isReady}
        aria-describedby={`${id}-about`}
        onChange={() => onSelect(found?.provider_id ?? PROVIDER_ID)}
      />
      <label className={getClassName("title")} htmlFor={id}>
        {found?.title ?? texts.line}
      </label>
      <div id={`${id}-about`}>
        <p className={getClassName("description")}>{found?.description}</p>
        {reason === null ? null : <p className={getClassName("reason")}>{reason}</p>}
      </div>
      {checked && isReady ? children : null}
    </div>
  )
}

/** Gets the reason why the cart cannot be financed, or what to do first; null if it can be financed. */
export function whyNot(
  { reason, missing, sentence, is_ready }: FinancingEligibility,
  texts: Texts
) {
  if (is_ready) return null
  if (reason !== null && texts.reasons) return texts.reasons[reason] ?? texts.failed
  if (texts.missing) {
    const words = texts.missing
    return missing.map((step) => words[step]).join(" ") || null
  }
  return sentence
}
