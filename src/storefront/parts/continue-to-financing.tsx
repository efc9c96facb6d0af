import { type ReactNode, useEffect, useState } from "react"
import type { StartedFinancing } from "../answers"
import { hasEnded, isPaid, isSigned } from "../watch-status"
import { type ClassNames, namesOf } from "./class-names"
import { FinancingDialog, hasDialogs } from "./financing-dialog"
import { told, useFinancing } from "./financing-context"
import { whyNot } from "./financing-option"
import { renderLinks } from "./render-links"
import { type Refusal, refusedIn, getStatusMessage } from "./sentences"
import { useFinancingStatus } from "./use-financing-status"
import { useStartFinancing } from "./use-start-financing"

export type ContinueToFinancingProps = ClassNames<"button" | "message" | "notice" | "again"> & {
  cartId: string
  providerId?: string
  /** Opens the service in the full window, or in a dialog over the checkout. */
  mode?: "redirect" | "dialog"
  /** Milliseconds until the dialog offers the full window, for a page that shows nothing in a frame. */
  windowOfferAfter?: number
  /** Called if there is nothing to do at the service, for example after a pre-approval. */
  onNothingToDo?: (started: StartedFinancing) => void
  /** Called when the dialog has closed. The part requests the status in any case. */
  onLeave?: (how: "finished" | "closed") => void
  disabled?: boolean
  children?: ReactNode
}

/**
 * Chooses financing for the cart and sends the shopper to the service. If there is nothing to do there, or once the
 * dialog has closed, it watches the status and shows the order when it is paid. After a decline, a second button
 * files a new application.
 */
export function ContinueToFinancing(props: ContinueToFinancingProps) {
  const { cartId, providerId, mode = "redirect", onNothingToDo, onLeave } = props
  const { calls, texts, watches, showOrder } = useFinancing()
  const startFinancing = useStartFinancing()
  const getClassName = namesOf("continue", props)
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [url, setUrl] = useState<string | null>(null)
  const [isDeclined, setDeclined] = useState(false)
  const [isWatching, setWatching] = useState(false)
  const { financing } = useFinancingStatus(isWatching ? cartId : null)
  const isStatusShownHere = isWatching && !watches.hasStatusPart(cartId)
  useEffect(() => {
    if (isStatusShownHere && financing && isPaid(financing)) showOrder(financing)
  }, [isStatusShownHere, financing])

  // The browser may restore the page, with its busy button, when the shopper navigates back.
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBusy(false)
    }
    window.addEventListener("pageshow", handlePageShow)
    return () => window.removeEventListener("pageshow", handlePageShow)
  }, [])

  // Texts in another language need the codes of the eligibility and status calls.
  const getRefusalMessage = async (refusal: Refusal) => {
    if (!texts.reasons || !calls.getEligibility) return refusedIn(refusal, texts)
    const found = await told(calls.getEligibility(cartId))
    return (found.ok && whyNot(found.value, texts)) || refusedIn(refusal, texts)
  }
  const getStartMessage = async ({ message }: StartedFinancing) => {
    if (!texts.messages || !calls.getStatus) return message
    const found = await told(calls.getStatus(cartId))
    return found.ok ? getStatusMessage(found.value, texts) : message
  }
  const isSignedElsewhere = async () => {
    const found = calls.getStatus ? await told(calls.getStatus(cartId)) : null
    if (!found?.ok) return false
    const { status, message_code: code } = found.value
    return isPaid(found.value) || (isSigned(status) && code !== "cart-changed")
  }
  const start = async (again = false) => {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    setDeclined(false)
    setWatching(false)
    const started = await startFinancing(cartId, providerId, again)
    if (!started.ok) {
      // The shop refuses a cart that is an order or was signed elsewhere: show its order instead.
      if (await isSignedElsewhere()) setWatching(true)
      else setMessage(await getRefusalMessage(started))
    } else if (started.value.url === null) {
      if (hasEnded(started.value.status)) setMessage(await getStartMessage(started.value))
      else setWatching(true)
      setDeclined(started.value.status === "declined")
      onNothingToDo?.(started.value)
    } else if (mode === "dialog" && hasDialogs()) {
      setUrl(started.value.url)
    } else {
      // The button stays busy until the browser leaves the page.
      window.location.assign(started.value.url)
      return
    }
    setBusy(false)
  }
  const closeDialog = (how: "finished" | "closed") => {
    setUrl(null)
    setWatching(true)
    watches.restart(cartId)
    onLeave?.(how)
  }
  return (
    <div className={getClassName()}>
      <button
        type="button"
        className={getClassName("button")}
        onClick={() => void start()}
        disabled={props.disabled}
        aria-busy={isBusy}
      >
        {isBusy ? texts.working : (props.children ?? texts.continue)}
      </button>
      <p className={getClassName("message")} role="alert">
        {renderLinks(message)}
      </p>
      {isDeclined ? (
        <button
          type="button"
          className={getClassName("again")}
          onClick={() => void start(true)}
          disabled={props.disabled}
        >
          {texts.applyAgain}
        </button>
      ) : null}
      {isStatusShownHere && financing ? (
        <p className={getClassName("notice")} role="status">
          {getStatusMessage(financing, texts)}
        </p>
      ) : null}
      {url === null ? null : (
        <FinancingDialog
          url={url}
          onLeave={closeDialog}
          windowOfferAfter={props.windowOfferAfter}
        />
      )}
    </div>
  )
}
