import "./medusa-version"
import "./module-key"
import { Module } from "@medusajs/framework/utils"
import checkConfiguration from "./loaders/check-configuration"
import { CONSUMER_FINANCING } from "./module-key"
import service from "./service"

export { CONSUMER_FINANCING } from "./module-key"
export type ConsumerFinancingModuleService = service

export default Module(CONSUMER_FINANCING, {
  service,
  loaders: [checkConfiguration],
})
