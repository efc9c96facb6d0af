import type ConsumerFinancingModuleService from "./service"

// Tells TypeScript what stands under the module's key, as Medusa's own modules do.
declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    consumerFinancing: ConsumerFinancingModuleService
  }
}
