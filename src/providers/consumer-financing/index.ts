import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { ConsumerFinancingProvider } from "./provider"

export default ModuleProvider(Modules.PAYMENT, { services: [ConsumerFinancingProvider] })
