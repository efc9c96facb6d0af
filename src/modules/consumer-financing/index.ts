import "./stop-on-old-medusa"
import "./container"
import { Module } from "@medusajs/framework/utils"
import checkConfiguration from "./loaders/check-configuration"
import { CONSUMER_FINANCING } from "./module-key"
import ConsumerFinancingModuleService from "./service"

export { CONSUMER_FINANCING } from "./module-key"
export type { default as ConsumerFinancingModuleService } from "./service"

export default Module(CONSUMER_FINANCING, {
  service: ConsumerFinancingModuleService,
  loaders: [checkConfiguration],
})
