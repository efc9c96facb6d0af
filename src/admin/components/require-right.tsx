import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { type Right, useRights } from "../queries/rights"
import { useTexts } from "../texts/use-texts"

/** Shows its children if the role allows it; otherwise, with `explained`, a sentence about what the role lacks. */
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

/** Explains what the signed-in user's role does not allow, and whom to contact; `decide`: some actions of a case. */
export function MissingRightNote({ right }: { right: Right | "decide" }) {
  const { t } = useTexts()
  return (
    <Text role="note" size="small" className="text-ui-fg-subtle">
      {t(`rights.${right}`)}
    </Text>
  )
}
