import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { OutageAlarm } from "../components/outage-alarm"

/** Above the list of orders while the financing service cannot be used; otherwise nothing is to be seen. */
function ServiceAlarm() {
  return <OutageAlarm />
}

export const config = defineWidgetConfig({
  zone: "order.list.before",
  id: "consumer-financing:service",
})

export default ServiceAlarm
