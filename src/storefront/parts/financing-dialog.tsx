import { useEffect, useId, useRef, useState } from "react"
import { type ClassNames, namesOf } from "./class-names"
import { useFinancing } from "./financing-context"
import { wordOfFrame } from "./word-of-frame"

export type FinancingDialogProps = ClassNames<"title" | "close" | "frame" | "window"> & {
  /** The service's page. */
  url: string
  onLeave: (how: "finished" | "closed") => void
  /** Milliseconds until the dialog offers the full window, for a page that shows nothing in a frame. */
  windowOfferAfter?: number
}

/** Milliseconds. Browsers do not report a page that forbids framing: it stays blank and counts as loaded. */
const OFFER_AFTER = 8_000

/** Permissions for identity checks and payments at the service. Browsers deny them in frames by default. */
const ALLOWED = "camera; microphone; geolocation; payment"

/** Whether this browser supports modal dialogs. */
export const hasDialogs = () => typeof HTMLDialogElement?.prototype.showModal === "function"

/**
 * Shows the service's page in a dialog over the checkout. Calls `onLeave` when the service reports that the shopper
 * has finished or closed it, and ignores messages from other sites. It never navigates by itself.
 */
export function FinancingDialog(props: FinancingDialogProps) {
  const { url, onLeave, windowOfferAfter = OFFER_AFTER } = props
  const { texts } = useFinancing()
  const name = namesOf("dialog", props)
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [isOffered, setOffered] = useState(false)
  const leave = useRef(onLeave)
  leave.current = onLeave

  useEffect(() => {
    const origin = new URL(url).origin
    const hear = (event: MessageEvent<unknown>) => {
      const how = wordOfFrame(event, { origin, window: frame.current?.contentWindow })
      if (how) leave.current(how)
    }
    window.addEventListener("message", hear)
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
    return () => {
      window.removeEventListener("message", hear)
      if (shown?.open) shown.close()
    }
  }, [url])
  useEffect(() => {
    setOffered(false)
    const timer = setTimeout(() => setOffered(true), windowOfferAfter)
    return () => clearTimeout(timer)
  }, [url, windowOfferAfter])

  return (
    <dialog
      ref={dialog}
      className={name()}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        leave.current("closed")
      }}
    >
      <h2 id={id} className={name("title")}>
        {texts.dialogTitle}
      </h2>
      <button type="button" className={name("close")} onClick={() => leave.current("closed")}>
        {texts.close}
      </button>
      <iframe
        ref={frame}
        className={name("frame")}
        title={texts.dialogTitle}
        allow={ALLOWED}
        referrerPolicy="no-referrer"
        src={url}
      />
      <p className={name("window")} role="status">
        {isOffered ? (
          <>
            {texts.nothingHere} <a href={url}>{texts.openInWindow}</a>
          </>
        ) : null}
      </p>
    </dialog>
  )
}
