import { type ReactNode, useEffect, useState } from "react"
import type { StartedFinancing } from "../answers"
import { type ClassNames, namesOf } from "./class-names"
import { FinancingDialog } from "./financing-dialog"
import { told, useFinancing } from "./financing-context"
import { whyNot } from "./financing-option"
import { linked } from "./linked"
import { type Refusal, refusedIn, sentenceOf } from "./sentences"

export type ContinueToFinancingProps = ClassNames<"button" | "message" | "again"> & {
  cartId: string
  providerId?: string
  /** In the whole window, or in a dialog over the checkout. */
  mode?: "redirect" | "dialog"
  /** Where there is nothing to do at the service, as after a pre-approval: what it answered. */
  onNothingToDo?: (started: StartedFinancing) => void
  /** The dialog is gone: finished at the service, or closed. Ask how the financing stands. */
  onLeave?: (how: "finished" | "closed") => void
  disabled?: boolean
  children?: ReactNode
}

/**
 * Chooses financing for the cart, and takes the shopper to the service. After a decline, a second button
 * files a new application.
 */
export function ContinueToFinancing(props: ContinueToFinancingProps) {
  const { cartId, providerId, mode = "redirect", onNothingToDo, onLeave } = props
  const { calls, texts } = useFinancing()
  const name = namesOf("continue", props)
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const [url, setUrl] = useState<string | null>(null)
  const [isDeclined, setDeclined] = useState(false)

  // Whoever goes back from the service may find the page as they left it.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setBusy(false)
    }
    window.addEventListener("pageshow", comeBack)
    return () => window.removeEventListener("pageshow", comeBack)
  }, [])

  // In the shop's language, what it says; in another, what the code says that it gives elsewhere.
  const reasonOf = async (refused: Refusal) => {
    if (!texts.reasons || !calls.getEligibility) return refusedIn(refused, texts)
    const found = await told(calls.getEligibility(cartId))
    return (found.ok && whyNot(found.value, texts)) || refusedIn(refused, texts)
  }
  const messageOf = async ({ message }: StartedFinancing) => {
    if (!texts.messages || !calls.getStatus) return message
    const found = await told(calls.getStatus(cartId))
    return found.ok ? sentenceOf(found.value, texts) : message
  }
  const start = async (again = false) => {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    setDeclined(false)
    const { startFinancing } = calls
    const started = startFinancing ? await told(startFinancing(cartId, providerId, again)) : null
    if (!started?.ok) {
      setMessage(started ? await reasonOf(started) : texts.failed)
    } else if (started.value.url === null) {
      setMessage(await messageOf(started.value))
      setDeclined(started.value.status === "declined")
      onNothingToDo?.(started.value)
    } else if (mode === "dialog") {
      setUrl(started.value.url)
    } else {
      // The button stays busy until the window has gone.
      window.location.assign(started.value.url)
      return
    }
    setBusy(false)
  }
  const leave = (how: "finished" | "closed") => {
    setUrl(null)
    onLeave?.(how)
  }
  return (
    <div className={name()}>
      <button
        type="button"
        className={name("button")}
        onClick={() => void start()}
        disabled={props.disabled}
        aria-busy={isBusy}
      >
        {isBusy ? texts.working : (props.children ?? texts.continue)}
      </button>
      <p className={name("message")} role="alert">
        {linked(message)}
      </p>
      {isDeclined ? (
        <button
          type="button"
          className={name("again")}
          onClick={() => void start(true)}
          disabled={props.disabled}
        >
          {texts.applyAgain}
        </button>
      ) : null}
      {url === null ? null : <FinancingDialog url={url} onLeave={leave} />}
    </div>
  )
}
