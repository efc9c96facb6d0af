import { type ReactNode, useEffect, useRef } from "react"
import { ORDER_REFUSAL_CODES } from "../../domain/shopper-codes"
import type { CartFinancing, FinancingState } from "../answers"
import { type ClassNames, namesOf } from "./class-names"
import { useFinancing } from "./financing-context"
import { sentenceOf } from "./sentences"
import { useFinancingStatus } from "./use-financing-status"

export type FinancingStatusProps = ClassNames<"title" | "message" | "continue" | "another"> & {
  cartId: string
  /** The cart became an order: show it, and forget the cart if it is this one. */
  onOrder?: (orderId: string) => void
  /** The shopper wants to pay otherwise. */
  onChooseAnother?: () => void
  /** Below it, for what a storefront adds. */
  children?: (financing: CartFinancing) => ReactNode
}

/** The order follows on its own. */
const APPROVED: readonly (FinancingState | null)[] = ["ready-to-settle", "settling", "funded"]

/** The shopper changes the cart, or chooses another method. */
const REFUSED: readonly CartFinancing["message_code"][] = ORDER_REFUSAL_CODES

/**
 * Where the shopper stands: waiting, under review, declined, expired, approved, or to sign. Nothing until
 * that is known, and for a cart that has neither an application nor an order.
 */
export function FinancingStatus(props: FinancingStatusProps) {
  const { cartId, onOrder, onChooseAnother, children } = props
  const { texts } = useFinancing()
  const name = namesOf("status", props)
  const { financing, isOver, watchAgain } = useFinancingStatus(cartId)
  const tell = useRef(onOrder)
  tell.current = onOrder
  const orderId = financing?.order_id ?? null
  useEffect(() => {
    if (orderId !== null) tell.current?.(orderId)
  }, [orderId])

  const status = financing?.status ?? null
  if (financing ? status === null && orderId === null : !isOver) return null
  const message = financing && sentenceOf(financing, texts)
  const code = financing?.message_code ?? null
  const isRefused = REFUSED.includes(code)
  const isChanged = code === "cart-changed"
  const title = isRefused ? "not-placed" : isChanged ? "cart-changed" : (status ?? "created")
  const isOpen = orderId === null && financing !== null
  const mayChoose = isOpen && (isRefused || isChanged || !APPROVED.includes(status))
  return (
    <section className={name()} data-status={orderId ? "ordered" : (status ?? "unknown")}>
      <div role="status" aria-live="polite">
        <p className={name("title")}>
          <strong>
            {financing === null ? texts.failed : texts.titles[orderId ? "ordered" : title]}
          </strong>
        </p>
        {message === null ? null : <p className={name("message")}>{message}</p>}
      </div>
      {financing?.url ? (
        <a className={name("continue")} href={financing.url}>
          {texts.resume}
        </a>
      ) : null}
      {financing === null ? (
        <button type="button" className={name("continue")} onClick={watchAgain}>
          {texts.tryAgain}
        </button>
      ) : null}
      {mayChoose && onChooseAnother ? (
        <button type="button" className={name("another")} onClick={onChooseAnother}>
          {texts.chooseAnother}
        </button>
      ) : null}
      {financing === null ? null : children?.(financing)}
    </section>
  )
}
