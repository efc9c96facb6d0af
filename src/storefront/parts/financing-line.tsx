import { type ClassNames, namesOf } from "./class-names"
import { told, useDollars, useFinancing } from "./financing-context"
import { fill } from "./texts"
import { useAnswer } from "./use-answer"

export type FinancingLineProps = ClassNames<"badge"> & {
  /** Dollars, of a product or a cart: nothing is said where it is above what is financed. */
  price?: number
}

/** "Financing from $300 to $5,000", beside a price. Nothing where financing is not offered. */
export function FinancingLine({ price, classNames }: FinancingLineProps) {
  const { calls, texts } = useFinancing()
  const dollars = useDollars()
  const name = namesOf("line", { classNames })
  const { getConfig } = calls
  const { answer } = useAnswer(getConfig && (() => told(getConfig())), "config")
  if (!answer?.ok || !answer.value.is_available) return null
  const { minimum_amount: from, maximum_amount: to, environment } = answer.value
  if (price !== undefined && to !== null && price > to) return null
  const text =
    from === null
      ? to === null
        ? texts.line
        : texts.lineTo
      : to === null
        ? texts.lineFrom
        : texts.lineBetween
  return (
    <p className={name()}>
      {fill(text, { from: dollars(from ?? 0), to: dollars(to ?? 0) })}
      {environment === null ? null : <span className={name("badge")}>{texts.testMode}</span>}
    </p>
  )
}
