import { useEffect, useId, useRef } from "react"
import { type ClassNames, namesOf } from "./class-names"
import { useFinancing } from "./financing-context"
import { wordOfFrame } from "./word-of-frame"

export type FinancingDialogProps = ClassNames<"title" | "close" | "frame" | "window"> & {
  /** The service's page. */
  url: string
  onLeave: (how: "finished" | "closed") => void
}

/** Milliseconds until a page that does not come is opened in the whole window. */
const PATIENCE = 10_000

/**
 * The service's page in a dialog over the checkout. It closes on its own when the service says that the
 * application is finished or closed; whatever another site says is not heard. Where the browser has
 * no dialogs, or the page does not come, it opens in the whole window.
 */
export function FinancingDialog({ url, onLeave, classNames }: FinancingDialogProps) {
  const { texts } = useFinancing()
  const name = namesOf("dialog", { classNames })
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const waiting = useRef<number | undefined>(undefined)
  const leave = useRef(onLeave)
  leave.current = onLeave

  useEffect(() => {
    const origin = new URL(url).origin
    const hear = (event: MessageEvent<unknown>) => {
      const how = wordOfFrame(event, { origin, window: frame.current?.contentWindow })
      if (how) leave.current(how)
    }
    const whole = () => window.location.assign(url)
    window.addEventListener("message", hear)
    waiting.current = window.setTimeout(whole, PATIENCE)
    const shown = dialog.current
    if (typeof shown?.showModal !== "function") whole()
    else if (!shown.open) shown.showModal()
    return () => {
      window.removeEventListener("message", hear)
      window.clearTimeout(waiting.current)
      if (shown?.open) shown.close()
    }
  }, [url])

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
        src={url}
        onLoad={() => window.clearTimeout(waiting.current)}
      />
      <a className={name("window")} href={url}>
        {texts.openInWindow}
      </a>
    </dialog>
  )
}
