import type { ReactNode } from "react"
import { Link } from "react-router-dom"

/** A link to another page: underlined, because not all users can distinguish its color. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      // A line of a list that leads somewhere as a whole would lead there a second time.
      onClick={(event) => event.stopPropagation()}
      className="txt-compact-small text-ui-fg-base hover:text-ui-fg-subtle underline"
    >
      {children}
    </Link>
  )
}
