import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { type Right, useRights } from "../queries/rights"
import { useTexts } from "../texts/use-texts"

/** Renders its children if the user has the right, and otherwise, with `showReason`, a note. */
export function RequireRight({
  right,
  showReason,
  children,
}: {
  right: Right
  showReason?: boolean
  children: ReactNode
}) {
  const { can, isLoaded } = useRights()
  if (can(right)) return <>{children}</>
  return isLoaded && showReason ? <MissingRightNote right={right} /> : null
}

/** `decide`: the role lacks the right for some actions of a review case. */
export function MissingRightNote({ right }: { right: Right | "decide" }) {
  const { t } = useTexts()
  return (
    <Text role="note" size="small" className="text-ui-fg-subtle">
      {t(`rights.${right}`)}
    </Text>
  )
}
