import { useEffect, useRef, useState } from "react"

const FOCUSABLE = "input:not([disabled]), textarea, button[role=radio]"

/** Focuses the first field in what opens, and gives the focus back to where it was once that is closed. */
export function useDialogFocus() {
  const ref = useRef<HTMLDivElement>(null)
  // Read while rendering: by the time of the effect, the dialog may have taken the focus.
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    // After the dialog's own focus handling, which has no field to begin with.
    const timer = setTimeout(() => focus(ref.current?.querySelector(FOCUSABLE)))
    return () => {
      clearTimeout(timer)
      setTimeout(() => focus(findCurrent(opener)))
    }
  }, [opener])
  return ref
}

function focus(target: unknown): void {
  if (target instanceof HTMLElement && target.isConnected) target.focus()
}

/** A list that is drawn again has another element for the same link. */
function findCurrent(element: Element | null): Element | null {
  const href = element?.getAttribute("href")
  if (!href || element?.isConnected) return element
  return document.querySelector(`a[href="${CSS.escape(href)}"]`)
}
