import { useEffect, useRef, useState } from "react"

const FIELDS = "input:not([disabled]), textarea, button[role=radio]"

/** Focuses the first field in what opens, and gives the focus back to where it was once that is closed. */
export function useReturnFocus() {
  const part = useRef<HTMLDivElement>(null)
  // Before the dialog takes the focus, which it does ahead of an effect.
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    const focus = (target: unknown) =>
      target instanceof HTMLElement && target.isConnected && target.focus()
    // After the dialog's own focus handling, which has no field to begin with.
    const begun = setTimeout(() => focus(part.current?.querySelector(FIELDS)))
    return () => {
      clearTimeout(begun)
      setTimeout(() => focus(before?.isConnected ? before : findSameLink(before)))
    }
  }, [before])
  return part
}

/** A table that was drawn again has another link in the place of the one that had the focus. */
function findSameLink(link: Element | null): Element | null {
  const href = link?.getAttribute("href")
  return href ? document.querySelector(`a[href="${CSS.escape(href)}"]`) : null
}
