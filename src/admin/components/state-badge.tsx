import { StatusBadge } from "@medusajs/ui"
import type { ApplicationState } from "../../domain/application-state"
import type { Message } from "../../domain/order-message"
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

type StateBadgeProps = {
  state: ApplicationState
  hasShipped?: boolean
  message?: Pick<Message, "code" | "goods">
}

/** A ready-to-settle application shows whether its order may ship, must not ship, or has shipped. */
export function StateBadge({ state, hasShipped = false, message }: StateBadgeProps) {
  const { t } = useTexts()
  const label = getLabel({ state, hasShipped, message })
  const isWarning = label === "order.doNotShip" || label === "order.noAnswer"
  return (
    <StatusBadge color={isWarning ? "orange" : COLORS[state]} className="text-nowrap">
      {t(label)}
    </StatusBadge>
  )
}

function getLabel({ state, hasShipped, message }: StateBadgeProps) {
  if (message?.code.startsWith("doubt-")) return "order.noAnswer"
  if (state !== "ready-to-settle") return `states.${state}` as const
  if (hasShipped) return "order.shipped"
  if (message?.goods.startsWith("hold")) return "order.doNotShip"
  return message?.goods === "ship" ? "states.ready-to-settle" : "order.signed"
}
