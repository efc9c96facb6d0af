import { StatusBadge } from "@medusajs/ui"
import type { ApplicationState } from "../../domain/application-state"
import { useTexts } from "../texts/use-texts"

type Color = "green" | "red" | "blue" | "orange" | "grey" | "purple"

const COLORS: Record<ApplicationState, Color> = {
  created: "grey",
  "awaiting-customer": "grey",
  "under-review": "blue",
  "ready-to-settle": "purple",
  settling: "purple",
  funded: "green",
  "partly-refunded": "green",
  refunded: "grey",
  declined: "red",
  cancelled: "grey",
  expired: "grey",
  "needs-attention": "orange",
}

/** How an application stands, in our own words; what is ready to ship may have shipped by now. */
export function StateBadge({
  state,
  hasShipped,
}: {
  state: ApplicationState
  hasShipped?: boolean
}) {
  const { t } = useTexts()
  return (
    <StatusBadge color={COLORS[state]} className="text-nowrap">
      {t(state === "ready-to-settle" && hasShipped ? "order.shipped" : `states.${state}`)}
    </StatusBadge>
  )
}
