import type ConsumerFinancingModuleService from "./service"

/** Under this key the module stands in Medusa's container. */
export const CONSUMER_FINANCING = "consumerFinancing"

// Tells TypeScript what stands under the module's key, as Medusa's own modules do.
declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    consumerFinancing: ConsumerFinancingModuleService
  }
}
