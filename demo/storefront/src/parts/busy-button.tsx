import { type ReactNode, useState } from "react"
import { sentenceOf } from "../sdk"

type BusyButtonProps = {
  className?: string
  disabled?: boolean
  /** The button's action. An error is shown below the button. */
  onPress: () => Promise<unknown>
  children: ReactNode
}

export function BusyButton({ className = "button", disabled, onPress, children }: BusyButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [sentence, setSentence] = useState<string | null>(null)
  const press = async () => {
    if (isBusy) return
    setBusy(true)
    setSentence(null)
    await onPress().catch((error: unknown) => setSentence(sentenceOf(error)))
    setBusy(false)
  }
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={disabled}
        aria-busy={isBusy}
        onClick={() => void press()}
      >
        {children}
      </button>
      {sentence === null ? null : (
        <p className="notice bad" role="alert">
          {sentence}
        </p>
      )}
    </>
  )
}
