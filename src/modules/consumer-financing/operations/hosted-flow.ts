import { fromDollars, inWords } from "../../../domain/money"
import type { OrderSnapshot } from "../../../domain/order-snapshot"
import type { CallOptions, FinancingClient } from "../../../financing-api"
import { toCreateOrderRequest, toVirtualCartRequest } from "../../../translation/requests"
import { toMerchantError, toShopperError } from "../../../translation/error-to-medusa"
import type { Context } from "../context"
import type { Decided } from "../store/outcomes"
import type { ApplicationRecord } from "../records"
import type { Filed } from "./find-live"

/** The result of a create call. A null token means `refused`, with the page that explains why. */
export type Created =
  | {
      outcome: "created"
      token: string
      url: string | null
      /** Further links of the answer, shown to no customer. */
      links?: readonly (string | null)[]
      /** The service's immediate decision, if this way returns one. */
      decided?: Decided
      /** For the merchant, when the amounts differ. */
      differs?: string | null
    }
  | { outcome: "refused"; url: string | null }

/**
 * The part of an application that differs between the service's ways to apply. The record, journal, lease and
 * follow-up are the same for all (see apply-for-cart).
 */
export type Flow = {
  kind: ApplicationRecord["kind"]
  /** Whether this way can adopt the unchanged cart's live application, created in any way. */
  accepts: (live: ApplicationRecord) => Promise<boolean>
  /** The phone sent, if it is not the cart's. */
  sentPhone?: string
  /** Finds an application whose answer is repeated, because a new one would get the same. */
  findAnswered: (filed: Filed) => ApplicationRecord | null
  create: (
    application: ApplicationRecord,
    client: FinancingClient,
    options: CallOptions
  ) => Promise<Created>
  /** Reason for replacing an application of another purchase. */
  changed: string
  /** Converts an error into one for the applicant. */
  explain: (error: unknown) => Error
}

/** Creates an order (endpoint 2): the customer finishes the application on the service's page. */
export function hostedFlow(context: Context, snapshot: OrderSnapshot): Flow {
  return {
    kind: "hosted",
    accepts: async () => true,
    findAnswered: ({ declined }) => declined,
    changed: "the cart was changed",
    explain: toShopperError,
    create: async (application, client, options) => {
      const body = toCreateOrderRequest(inputOf(context, application, snapshot))
      return await client.createOrder(body, options)
    },
  }
}

/**
 * Creates a virtual cart (endpoint 3): the customer finishes the application at an address that staff hand over. The
 * snapshot's `cartId` is the draft's or order's id.
 */
export function virtualFlow(context: Context, snapshot: OrderSnapshot): Flow {
  return {
    kind: "virtual-cart",
    // An application that pays for the order already is not adopted: this request covers the rest.
    accepts: async ({ order_id }) => order_id === null,
    findAnswered: ({ declined }) => declined,
    changed: "the order was changed",
    explain: toMerchantError,
    create: async (application, client, options) => {
      const body = toVirtualCartRequest(inputOf(context, application, snapshot))
      return await client.createVirtualCart(body, options)
    },
  }
}

function inputOf(context: Context, application: ApplicationRecord, snapshot: OrderSnapshot) {
  const urls = context.addresses.of(application)
  return { snapshot, orderId: application.service_order_id, urls }
}

/** Describes an answered amount that differs from the requested one; null if they agree. */
export function describeOtherAmount(
  loanAmount: number | null,
  { financed_cents }: ApplicationRecord
): string | null {
  const amount = fromDollars(loanAmount)
  if (loanAmount === null || amount === financed_cents) return null
  return amount === null ? "an amount that cannot be read" : inWords(amount)
}
