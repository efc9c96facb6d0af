import { fromDollars, inWords } from "../../../domain/money"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import type { CallOptions } from "../../../financing-api"
import { toCreateOrderRequest, toVirtualCartRequest } from "../../../translation/requests"
import { toMerchantError, toShopperError } from "../../../translation/error-to-medusa"
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

/** In words, the amount that the service answered instead of what was applied for; null for none. */
export function describeOtherAmount(
  loanAmount: number | null,
  { financed_cents }: ApplicationRecord
): string | null {
  const amount = fromDollars(loanAmount)
  if (loanAmount === null || amount === financed_cents) return null
  return amount === null ? "an amount that cannot be read" : inWords(amount)
}
