import { type ReactNode, useEffect, useRef } from "react"
import type { FinancingStanding, FinancingState } from "../answers"
import { type ClassNames, namesOf } from "./class-names"
import { useFinancing } from "./financing-context"
import { standingIn } from "./sentences"
import { useFinancingStanding } from "./use-standing"

export type FinancingStatusProps = ClassNames<"title" | "message" | "continue" | "another"> & {
  cartId: string
  /** The cart became an order: show it, and forget the cart if it is this one. */
  onOrder?: (orderId: string) => void
  /** The shopper wishes to pay otherwise. */
  onChooseAnother?: () => void
  /** Below it, for what a storefront adds. */
  children?: (standing: FinancingStanding) => ReactNode
}

/** The order follows by itself. */
const APPROVED: readonly (FinancingState | null)[] = ["ready-to-settle", "settling", "funded"]

/**
 * Where the shopper stands: waiting, under review, declined, expired, approved, or to sign. Nothing until
 * that is known, and for a cart that has neither an application nor an order.
 */
export function FinancingStatus(props: FinancingStatusProps) {
  const { cartId, onOrder, onChooseAnother, children } = props
  const { texts } = useFinancing()
  const name = namesOf("status", props)
  const { standing, isOver, watchAgain } = useFinancingStanding(cartId)
  const tell = useRef(onOrder)
  tell.current = onOrder
  const orderId = standing?.order_id ?? null
  useEffect(() => {
    if (orderId !== null) tell.current?.(orderId)
  }, [orderId])

  const status = standing?.status ?? null
  if (standing ? status === null && orderId === null : !isOver) return null
  const message = standing && standingIn(standing, texts)
  const isOpen = orderId === null && standing !== null
  const mayChoose = isOpen && !APPROVED.includes(status)
  return (
    <section className={name()} data-status={orderId ? "ordered" : (status ?? "unknown")}>
      <div role="status" aria-live="polite">
        <p className={name("title")}>
          <strong>
            {standing === null
              ? texts.failed
              : texts.titles[orderId ? "ordered" : (status ?? "created")]}
          </strong>
        </p>
        {message === null ? null : <p className={name("message")}>{message}</p>}
      </div>
      {standing?.url ? (
        <a className={name("continue")} href={standing.url}>
          {texts.resume}
        </a>
      ) : null}
      {standing === null ? (
        <button type="button" className={name("continue")} onClick={watchAgain}>
          {texts.tryAgain}
        </button>
      ) : null}
      {mayChoose && onChooseAnother ? (
        <button type="button" className={name("another")} onClick={onChooseAnother}>
          {texts.chooseAnother}
        </button>
      ) : null}
      {standing === null ? null : children?.(standing)}
    </section>
  )
}
