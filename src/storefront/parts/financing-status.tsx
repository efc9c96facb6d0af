import { type ReactNode, useEffect, useRef } from "react"
import { ORDER_REFUSAL_CODES } from "../../domain/shopper-codes"
import type { CartFinancing } from "../answers"
import { hasEnded, isPaid, isSigned } from "../watch-status"
import { type ClassNames, namesOf } from "./class-names"
import { useFinancing } from "./financing-context"
import { getStatusMessage } from "./sentences"
import type { Texts } from "./texts"
import { useFinancingStatus } from "./use-financing-status"

export type FinancingStatusProps = ClassNames<"title" | "message" | "continue" | "another"> & {
  /** Renders nothing if it is missing, for example for an order without a cart. */
  cartId?: string | null
  /** The order's id, on its page. The part then stays there and shows nothing if another method pays. */
  orderId?: string
  /** Shows the order once it is paid, instead of the provider's `onOrder`. */
  onOrder?: (orderId: string) => void
  /** Called when the shopper wants to pay with another method. */
  onChooseAnother?: () => void
  /** False prevents scrolling to the part when the application has ended. */
  scrollsIntoView?: boolean
  /** Renders the storefront's own content below the status. */
  children?: (financing: CartFinancing) => ReactNode
}

/** Codes of refused orders: the shopper changes the cart or chooses another method. */
const REFUSAL_CODES: readonly CartFinancing["message_code"][] = ORDER_REFUSAL_CODES

/**
 * Shows the status of a cart's financing, or of the order that the cart became. Renders nothing while loading, and
 * for a cart that has neither an application nor an order.
 */
export function FinancingStatus(props: FinancingStatusProps) {
  const { cartId = null, orderId, onOrder, onChooseAnother, scrollsIntoView = true } = props
  const { texts, watches, showOrder } = useFinancing()
  const getClassName = namesOf("status", props)
  const section = useRef<HTMLElement>(null)
  const { financing, isOver, watchAgain } = useFinancingStatus(cartId)
  useEffect(() => (cartId === null ? undefined : watches.addStatusPart(cartId)), [watches, cartId])

  const status = financing?.status ?? null
  const isOrderPaid = financing !== null && isPaid(financing)
  const wasUnpaid = useRef(false)
  useEffect(() => {
    if (!isOrderPaid) {
      wasUnpaid.current = financing !== null
      return
    }
    // The order's page reloads only if the order is paid while the page is open.
    if (orderId !== undefined && !wasUnpaid.current) return
    if (onOrder && financing.order_id !== null) onOrder(financing.order_id)
    else showOrder(financing)
  }, [isOrderPaid, financing?.order_id])

  const isOpen = financing !== null && financing.order_id === null
  const hasEndedWithoutOrder = isOpen && hasEnded(status)
  useEffect(() => {
    if (hasEndedWithoutOrder && scrollsIntoView) section.current?.scrollIntoView({ block: "start" })
  }, [hasEndedWithoutOrder, status])

  const isEmpty = status === null && (isOpen || orderId !== undefined)
  if (cartId === null || (financing ? isEmpty : !isOver)) return null
  const message = financing && getStatusMessage(financing, texts)
  const code = financing?.message_code ?? null
  const mustChooseAnother = REFUSAL_CODES.includes(code) || code === "cart-changed"
  const canChooseAnother = isOpen && (mustChooseAnother || !isSigned(status))
  return (
    <section
      ref={section}
      className={getClassName()}
      data-status={isOrderPaid ? "ordered" : (status ?? "unknown")}
    >
      <div role="status" aria-live="polite">
        <p className={getClassName("title")}>
          <strong>{getTitle(financing, texts)}</strong>
        </p>
        {message === null ? null : <p className={getClassName("message")}>{message}</p>}
      </div>
      {financing?.url ? (
        <a className={getClassName("continue")} href={financing.url}>
          {texts.resume}
        </a>
      ) : null}
      {financing === null ? (
        <button type="button" className={getClassName("continue")} onClick={watchAgain}>
          {texts.tryAgain}
        </button>
      ) : null}
      {canChooseAnother && onChooseAnother ? (
        <button type="button" className={getClassName("another")} onClick={onChooseAnother}>
          {texts.chooseAnother}
        </button>
      ) : null}
      {financing === null ? null : props.children?.(financing)}
    </section>
  )
}

function getTitle(financing: CartFinancing | null, { titles, failed }: Texts): string {
  if (financing === null) return failed
  if (REFUSAL_CODES.includes(financing.message_code)) return titles["not-placed"]
  if (financing.message_code === "cart-changed") return titles["cart-changed"]
  if (isPaid(financing) && !hasEnded(financing.status)) return titles.ordered
  return titles[financing.status ?? "created"]
}
