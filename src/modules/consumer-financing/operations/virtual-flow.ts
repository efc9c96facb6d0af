import type { OrderSnapshot } from "../../../domain/order-snapshot"
import { toMerchantError } from "../../../translation/error-to-medusa"
import { toVirtualCartRequest } from "../../../translation/requests"
import type { Context } from "../context"
import type { Flow } from "./hosted-flow"

/**
 * Create virtual cart (endpoint 3): staff made the draft or order, and the customer finishes the
 * application at the address that staff hand on. The snapshot's `cartId` is the order's id.
 */
export function virtualFlow(context: Context, snapshot: OrderSnapshot): Flow {
  return {
    kind: "virtual-cart",
    // What pays for the order already was asked for before: this is about the rest.
    accepts: async ({ order_id }) => order_id === null,
    findAnswered: ({ declined }) => declined,
    changed: "the order was changed",
    explain: toMerchantError,
    create: async (application, call) => {
      const body = toVirtualCartRequest({
        snapshot,
        orderId: application.service_order_id,
        urls: context.addresses.of(application),
      })
      return await context.clients.for(application).createVirtualCart(body, call)
    },
  }
}
