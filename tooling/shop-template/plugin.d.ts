/** Types of the plugin, which is installed only in the shop's node_modules. */
declare module "medusa-payment-consumer-financing/middlewares" {
  import type { MiddlewareFunction } from "@medusajs/framework/http"

  export function completeCartOnce(): MiddlewareFunction
}
