/** The plugin is installed in the shop's own node_modules, which the repository does not have. */
declare module "medusa-payment-consumer-financing/middlewares" {
  import type { MiddlewareFunction } from "@medusajs/framework/http"

  export function completeCartOnce(): MiddlewareFunction
}
