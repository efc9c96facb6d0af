import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { type Right, useRights } from "../queries/rights"
import { useTexts } from "../texts/use-texts"

/** Shows its children if the role allows it; otherwise, with `explained`, a sentence about what the role lacks. */
export function Allowed({
  to,
  explained,
  children,
}: {
  to: Right
  explained?: boolean
  children: ReactNode
}) {
  const { may, isKnown } = useRights()
  if (may(to)) return <>{children}</>
  return isKnown && explained ? <NotAllowed to={to} /> : null
}

/** Explains what the signed-in user's role does not allow, and whom to contact; `decide`: some actions of a case. */
export function NotAllowed({ to }: { to: Right | "decide" }) {
  const { t } = useTexts()
  return (
    <Text role="note" size="small" className="text-ui-fg-subtle">
      {t(`rights.${to}`)}
    </Text>
  )
}
