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

/** A ready-to-settle application shows whether its order may ship, must not ship, or has shipped. */
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
  const isReady = state === "ready-to-settle"
  const mustNotShip = isReady && !hasShipped && (goods === "hold" || goods === "hold-rest")
  return (
    <StatusBadge color={mustNotShip ? "orange" : COLORS[state]} className="text-nowrap">
      {t(isReady ? getReadyLabel({ mustNotShip, hasShipped, goods }) : `states.${state}`)}
    </StatusBadge>
  )
}

type Ready = { mustNotShip: boolean; hasShipped?: boolean; goods?: Goods }

function getReadyLabel({ mustNotShip, hasShipped, goods }: Ready) {
  if (mustNotShip) return "order.doNotShip"
  if (hasShipped) return "order.shipped"
  return goods === "ship" ? "states.ready-to-settle" : "order.signed"
}
