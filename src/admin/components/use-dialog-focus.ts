import { useEffect, useRef, useState } from "react"

const FIELDS = "input:not([disabled]), textarea, button[role=radio]"

/** Focuses the first field in what opens, and gives the focus back to where it was once that is closed. */
export function useReturnFocus() {
  const part = useRef<HTMLDivElement>(null)
  // Read while rendering: by the time of the effect, the dialog may have taken the focus.
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    // After the dialog's own focus handling, which has no field to begin with.
    const begun = setTimeout(() => focus(part.current?.querySelector(FIELDS)))
    return () => {
      clearTimeout(begun)
      setTimeout(() => focus(findAgain(before)))
    }
  }, [before])
  return part
}

function focus(target: unknown): void {
  if (target instanceof HTMLElement && target.isConnected) target.focus()
}

/** A list that is drawn again has another element for the same link. */
function findAgain(element: Element | null): Element | null {
  const href = element?.getAttribute("href")
  if (!href || element?.isConnected) return element
  return document.querySelector(`a[href="${CSS.escape(href)}"]`)
}
