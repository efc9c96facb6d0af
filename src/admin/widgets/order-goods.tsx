import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Headline } from "../components/headline"
import { isFinanced } from "../components/is-financed"
import { useOrderApplication } from "../queries/order-application"

/** Shown at the top, because small screens render the panel last. */
function OrderGoods({ data: order }: DetailWidgetProps<AdminOrder>) {
  return isFinanced(order) === false ? null : <HoldNotice order={order} />
}

function HoldNotice({ order }: { order: AdminOrder }) {
  const message = useOrderApplication(order).data?.application?.message
  if (!message?.goods.startsWith("hold")) return null
  return (
    <div style={{ order: -2 }} data-testid="consumer-financing-goods">
      <Headline message={message} />
    </div>
  )
}

export const config = defineWidgetConfig({
  zone: "order.details.before",
  id: "consumer-financing:goods",
})

export default OrderGoods
