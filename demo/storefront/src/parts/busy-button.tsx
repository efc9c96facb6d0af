import { type ReactNode, useState } from "react"
import { getErrorMessage } from "../sdk"

type BusyButtonProps = {
  className?: string
  disabled?: boolean
  /** The button's action. An error is shown below the button. */
  onPress: () => Promise<unknown>
  children: ReactNode
}

export function BusyButton({ className = "button", disabled, onPress, children }: BusyButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const handlePress = async () => {
    if (isBusy) return
    setBusy(true)
    setMessage(null)
    await onPress().catch((error: unknown) => setMessage(getErrorMessage(error)))
    setBusy(false)
  }
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={disabled}
        aria-busy={isBusy}
        onClick={() => void handlePress()}
      >
        {children}
      </button>
      {message === null ? null : (
        <p className="notice bad" role="alert">
          {message}
        </p>
      )}
    </>
  )
}
