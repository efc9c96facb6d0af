import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Container } from "@medusajs/ui"
import { hasAmountDue, FinancingRequests } from "../components/financing-requests"
import { isFinanced } from "../components/is-financed"

/** Shown for a draft order or an amount due; the panel of a financed order has its own requests. */
function RequestFinancing({ data: order }: DetailWidgetProps<AdminOrder>) {
  const isInPanel = order.status !== "draft" && isFinanced(order) === true
  if (isInPanel || !hasAmountDue(order)) return null
  return (
    <Container className="p-0">
      <FinancingRequests order={order} />
    </Container>
  )
}

export const config = defineWidgetConfig({
  zone: ["draft_order.details.side", "order.details.side"],
  id: "consumer-financing:requests",
})

export default RequestFinancing
