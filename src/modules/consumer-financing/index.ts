import "./medusa-version"
import { Module } from "@medusajs/framework/utils"
import checkConfiguration from "./loaders/check-configuration"
import { CONSUMER_FINANCING } from "./module-key"
import service from "./service"

export { CONSUMER_FINANCING } from "./module-key"
export type ConsumerFinancingModuleService = service

// Declares the module's type under its key, as Medusa's own modules do.
declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    consumerFinancing: service
  }
}

export default Module(CONSUMER_FINANCING, {
  service,
  loaders: [checkConfiguration],
})
