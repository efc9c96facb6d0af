import { useEffect, useId, useRef, useState } from "react"
import { type ClassNames, namesOf } from "./class-names"
import { useFinancing } from "./financing-context"
import { parseFrameMessage } from "./parse-frame-message"

export type FinancingDialogProps = ClassNames<"title" | "close" | "frame" | "window"> & {
  /** The service's page. */
  url: string
  onLeave: (how: "finished" | "closed") => void
  /** Milliseconds until the dialog offers the full window, for a page that shows nothing in a frame. */
  windowOfferAfter?: number
}

/** Milliseconds. Browsers do not report a page that forbids framing: it stays blank and counts as loaded. */
const DEFAULT_OFFER_DELAY_MS = 8_000

/** Permissions for identity checks and payments at the service. Browsers deny them in frames by default. */
const FRAME_PERMISSIONS = "camera; microphone; geolocation; payment"

/** Whether this browser supports modal dialogs. */
export const hasDialogs = () => typeof HTMLDialogElement?.prototype.showModal === "function"

/**
 * Shows the service's page in a dialog over the checkout. Calls `onLeave` when the service reports that the shopper
 * has finished or closed it, and ignores messages from other sites. It never navigates by itself.
 */
export function FinancingDialog(props: FinancingDialogProps) {
  const { url, onLeave, windowOfferAfter = DEFAULT_OFFER_DELAY_MS } = props
  const { texts } = useFinancing()
  const getClassName = namesOf("dialog", props)
  const id = useId()
  const dialogRef = useRef<HTMLDialogElement>(null)
  const frameRef = useRef<HTMLIFrameElement>(null)
  const [isWindowOffered, setWindowOffered] = useState(false)
  const onLeaveRef = useRef(onLeave)
  onLeaveRef.current = onLeave

  useEffect(() => {
    const origin = new URL(url).origin
    const handleMessage = (event: MessageEvent<unknown>) => {
      const outcome = parseFrameMessage(event, { origin, window: frameRef.current?.contentWindow })
      if (outcome) onLeaveRef.current(outcome)
    }
    window.addEventListener("message", handleMessage)
    const element = dialogRef.current
    if (element && !element.open) element.showModal()
    return () => {
      window.removeEventListener("message", handleMessage)
      if (element?.open) element.close()
    }
  }, [url])
  useEffect(() => {
    setWindowOffered(false)
    const timer = setTimeout(() => setWindowOffered(true), windowOfferAfter)
    return () => clearTimeout(timer)
  }, [url, windowOfferAfter])

  return (
    <dialog
      ref={dialogRef}
      className={getClassName()}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onLeaveRef.current("closed")
      }}
    >
      <h2 id={id} className={getClassName("title")}>
        {texts.dialogTitle}
      </h2>
      <button
        type="button"
        className={getClassName("close")}
        onClick={() => onLeaveRef.current("closed")}
      >
        {texts.close}
      </button>
      <iframe
        ref={frameRef}
        className={getClassName("frame")}
        title={texts.dialogTitle}
        allow={FRAME_PERMISSIONS}
        referrerPolicy="no-referrer"
        src={url}
      />
      <p className={getClassName("window")} role="status">
        {isWindowOffered ? (
          <>
            {texts.nothingHere} <a href={url}>{texts.openInWindow}</a>
          </>
        ) : null}
      </p>
    </dialog>
  )
}
