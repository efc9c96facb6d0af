import { type ClassNames, namesOf } from "./class-names"
import { useDollars, useFinancing } from "./financing-context"
import { fillPlaceholders } from "./texts"
import { useConfig } from "./use-config"

export type FinancingLineProps = ClassNames<"badge"> & {
  /** Dollars, of a product or a cart. The line is hidden above the maximum amount. */
  price?: number
}

/** Shows "Financing from $300 to $5,000" next to a price. Renders nothing if financing is not available. */
export function FinancingLine({ price, classNames }: FinancingLineProps) {
  const { texts } = useFinancing()
  const config = useConfig()
  const formatDollars = useDollars()
  const getClassName = namesOf("line", { classNames })
  if (!config?.is_available) return null
  const { minimum_amount: from, maximum_amount: to, environment } = config
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
    <p className={getClassName()}>
      {fillPlaceholders(text, { from: formatDollars(from ?? 0), to: formatDollars(to ?? 0) })}
      {environment === null ? null : (
        <span className={getClassName("badge")}>{texts.testMode}</span>
      )}
    </p>
  )
}

/** Shows the payment method's title from the dashboard. */
export function FinancingTitle() {
  const { texts } = useFinancing()
  return useConfig()?.title ?? texts.line
}
