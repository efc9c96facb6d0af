import { defineMiddlewares } from "@medusajs/framework/http"
import { completeCartOnce } from "medusa-payment-consumer-financing/middlewares"

export default defineMiddlewares({
  routes: [
    {
      matcher: "/store/tickets/:id/complete",
      methods: ["POST"],
      middlewares: [completeCartOnce()],
    },
  ],
})
