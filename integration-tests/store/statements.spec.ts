import { createAdminClient } from "../../tooling/clients/admin-client"
import { createHarness } from "./harness"
import { createCart } from "./new-cart"
import { createShopClient } from "../../tooling/clients/shop-client"
import { type RequestCost, recordCost } from "../../tooling/clients/statements"

const { run, admin, simulator } = createHarness()

const OURS = "pp_consumer-financing_default"
const BUILT_IN = "pp_system_default"

const VERBS = ["create session", "complete cart", "capture", "refund of a part"] as const
type Verb = (typeof VERBS)[number]

async function costsOf(providerId: string): Promise<Record<Verb, RequestCost>> {
  const shopWith = (headers: Record<string, string>) =>
    createShopClient(run.storeUrl, run.facts, headers)
  const adminWith = (headers: Record<string, string>) => createAdminClient(run.storeUrl, headers)
  const cart = await createCart()
  const { storeApi } = shopWith({})
  const { payment_collection: collection } = await storeApi.post<{
    payment_collection: { id: string }
  }>("/store/payment-collections", { cart_id: cart.id })
  const created = await recordCost((headers) =>
    shopWith(headers).storeApi.post(
      `/store/payment-collections/${collection.id}/payment-sessions`,
      {
        provider_id: providerId,
      }
    )
  )
  if (providerId === OURS) {
    const { tip } = await simulator.findCartApplication(cart.id)
    await simulator.status(tip, { status: "S", postback: false })
  }
  const completed = await recordCost((headers) => shopWith(headers).completeCart(cart.id))
  const order = await admin.findOrderByCart(cart.id)
  const paymentId = order?.payment_collections?.[0]?.payments?.[0]?.id ?? ""
  const captured = await recordCost((headers) => adminWith(headers).capture(paymentId))
  const refunded = await recordCost((headers) =>
    adminWith(headers).refund(paymentId, { amount: 100 })
  )
  return {
    "create session": created,
    "complete cart": completed,
    capture: captured,
    "refund of a part": refunded,
  }
}

/**
 * Statements beyond those of core with its built-in provider, and calls to the service. Both include
 * what runs after the response.
 */
const BUDGETS: Record<Verb, { statements: number; calls: number }> = {
  // One of them reads the cart before core creates the session, to refresh a collection of another amount.
  "create session": { statements: 13, calls: 1 },
  // The plugin calls the service when the cart is completed, and in the reconciliation after it, which sends the number.
  // Twenty statements after the response compose and send the message that the order is ready to ship.
  "complete cart": { statements: 60, calls: 3 },
  capture: { statements: 14, calls: 2 },
  "refund of a part": { statements: 17, calls: 2 },
}

/** The database's clock is read once a minute, at any point of a purchase. */
const CLOCK = "extract(epoch from clock_timestamp())"

describe("the SQL statements and service calls of a purchase", () => {
  let ours: Record<Verb, RequestCost>
  let builtIn: Record<Verb, RequestCost>
  beforeAll(async () => {
    // Warm-up: the first purchase of a process requests an access token and fills the caches.
    await costsOf(OURS)
    ;[ours, builtIn] = await Promise.all([costsOf(OURS), costsOf(BUILT_IN)])
  })

  it.each(VERBS)("stay within their budget: %s", (verb) => {
    const all = ({ statements, laterStatements }: RequestCost) =>
      [...statements, ...laterStatements].filter((text) => !text.includes(CLOCK)).length
    const mine = ours[verb]
    const spent = {
      statements: all(mine) - all(builtIn[verb]),
      calls: mine.calls.length + mine.laterCalls.length,
    }
    const budget = BUDGETS[verb]
    const over = Object.entries(spent).filter(
      ([what, count]) => count > budget[what as keyof typeof budget]
    )
    expect(over).toEqual([])
  })
})
