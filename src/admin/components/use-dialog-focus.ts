import { useEffect, useRef, useState } from "react"

const FOCUSABLE = "input:not([disabled]), textarea, button[role=radio]"

/** Focuses the first field of a dialog, and restores the focus when the dialog closes. */
export function useDialogFocus() {
  const ref = useRef<HTMLDivElement>(null)
  // Read during render, because the dialog may take the focus before the effect runs.
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    // Runs after the dialog's own focus handling.
    const timer = setTimeout(() => focusElement(ref.current?.querySelector(FOCUSABLE)))
    return () => {
      clearTimeout(timer)
      setTimeout(() => focusElement(findConnectedElement(opener)))
    }
  }, [opener])
  return ref
}

function focusElement(target: unknown): void {
  if (target instanceof HTMLElement && target.isConnected) target.focus()
}

/** Returns the element, or the link that replaced it if its list was re-rendered. */
function findConnectedElement(element: Element | null): Element | null {
  const href = element?.getAttribute("href")
  if (!href || element?.isConnected) return element
  return document.querySelector(`a[href="${CSS.escape(href)}"]`)
}
