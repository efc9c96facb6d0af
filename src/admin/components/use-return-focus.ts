import { useEffect, useRef } from "react"

const FIELDS = "input:not([disabled]), textarea, button[role=radio]"

/** Focuses the first field in what opens, and gives the focus back to where it was once that is closed. */
export function useReturnFocus() {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const focus = (target: unknown) =>
      target instanceof HTMLElement && target.isConnected && target.focus()
    // After the dialog's own focus handling, which has no field to begin with.
    const begun = setTimeout(() => focus(part.current?.querySelector(FIELDS)))
    return () => {
      clearTimeout(begun)
      setTimeout(() => focus(before))
    }
  }, [])
  return part
}
