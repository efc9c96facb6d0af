import { StatusBadge } from "@medusajs/ui"
import type { ApplicationState } from "../../domain/application-state"
import type { Goods } from "../../domain/order-message"
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

/** A ready-to-settle application shows whether its order has shipped or must not ship. */
export function StateBadge({
  state,
  hasShipped,
  goods,
}: {
  state: ApplicationState
  hasShipped?: boolean
  goods?: Goods
}) {
  const { t } = useTexts()
  const mustNotShip = state === "ready-to-settle" && goods === "hold"
  const isShipped = state === "ready-to-settle" && hasShipped
  return (
    <StatusBadge color={mustNotShip ? "orange" : COLORS[state]} className="text-nowrap">
      {t(mustNotShip ? "order.doNotShip" : isShipped ? "order.shipped" : `states.${state}`)}
    </StatusBadge>
  )
}
