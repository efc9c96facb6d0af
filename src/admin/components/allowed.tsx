import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { type Right, useRights } from "../server/rights"
import { useTexts } from "../texts/use-texts"

/** What a role must allow to be offered; else one sentence says what the role lacks, where `told` is set. */
export function Allowed({
  to,
  told,
  children,
}: {
  to: Right
  told?: boolean
  children: ReactNode
}) {
  const { may, isKnown } = useRights()
  if (may(to)) return <>{children}</>
  return isKnown && told ? <NotAllowed to={to} /> : null
}

/** Says what the role of whoever is signed in does not allow, and whom to ask; `decide`: some of a case. */
export function NotAllowed({ to }: { to: Right | "decide" }) {
  const { t } = useTexts()
  return (
    <Text role="note" size="small" className="text-ui-fg-subtle">
      {t(`rights.${to}`)}
    </Text>
  )
}
