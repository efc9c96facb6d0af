import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { OutageAlarm } from "../components/outage-alarm"

/** Shown above the orders during an outage. */
function ServiceAlarm() {
  return <OutageAlarm />
}

export const config = defineWidgetConfig({
  zone: "order.list.before",
  id: "consumer-financing:service",
})

export default ServiceAlarm
