import type { ReactNode } from "react"
import { Link } from "react-router-dom"

/** Underlined, because not all users can distinguish the color. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      // Prevents a second navigation by a clickable table row.
      onClick={(event) => event.stopPropagation()}
      className="txt-compact-small text-ui-fg-base hover:text-ui-fg-subtle underline"
    >
      {children}
    </Link>
  )
}
