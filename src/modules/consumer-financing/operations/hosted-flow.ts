import type { OrderSnapshot } from "../../../domain/order-snapshot"
import type { CallOptions } from "../../../financing-api"
import { toCreateOrderRequest } from "../../../translation/requests"
import { toShopperError } from "../../../translation/error-to-medusa"
import type { Context } from "../context"
import type { Decided } from "../store/outcomes"
import type { ApplicationRecord } from "../records"
import type { Filed } from "./find-live"

/** What the service made of a create call; `refused` is its null token, with the page that says why. */
export type Created =
  | {
      outcome: "created"
      token: string
      url: string | null
      /** Further links of the answer, which nobody is given. */
      links?: readonly (string | null)[]
      /** What the service decided at once, where this way tells. */
      decided?: Decided
      /** For the merchant, where both sides' amounts differ. */
      differs?: string | null
    }
  | { outcome: "refused"; url: string | null }

/**
 * One of the service's ways to an application: what tells its create call from the others'. The
 * record, the journal, the lease and what follows are the same for all (see apply-for-cart).
 */
export type Flow = {
  kind: ApplicationRecord["kind"]
  /** Whether the unchanged cart's live application, made in whichever way, serves this way too. */
  accepts: (live: ApplicationRecord) => Promise<boolean>
  /** The phone that is sent where it is not the cart's. */
  sentPhone?: string
  /** An application whose answer is repeated, because another one would get the same. */
  findAnswered: (filed: Filed) => ApplicationRecord | null
  create: (application: ApplicationRecord, call: CallOptions) => Promise<Created>
  /** Why an application is replaced that was for something else. */
  changed: string
  /** What went wrong, for whoever applies this way. */
  explain: (error: unknown) => Error
}

/** Create order (endpoint 2): the customer finishes the application on the service's page. */
export function hostedFlow(context: Context, snapshot: OrderSnapshot): Flow {
  return {
    kind: "hosted",
    accepts: async () => true,
    findAnswered: ({ declined }) => declined,
    changed: "the cart was changed",
    explain: toShopperError,
    create: async (application, call) => {
      const body = toCreateOrderRequest({
        snapshot,
        orderId: application.service_order_id,
        urls: context.addresses.of(application),
      })
      return await context.clients.for(application).createOrder(body, call)
    },
  }
}
