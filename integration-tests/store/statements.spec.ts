import { createAdminClient } from "../../tooling/clients/admin-client"
import { createHarness } from "./harness"
import { createCart } from "./new-cart"
import { createShopClient } from "../../tooling/clients/shop-client"
import { type RequestCost, recordCost } from "../../tooling/clients/statements"

const { run, admin, simulator } = createHarness()

const PLUGIN_PROVIDER = "pp_consumer-financing_default"
const BUILT_IN_PROVIDER = "pp_system_default"

const STEPS = ["create session", "complete cart", "capture", "refund of a part"] as const
type Step = (typeof STEPS)[number]

async function recordCosts(providerId: string): Promise<Record<Step, RequestCost>> {
  const createShop = (headers: Record<string, string>) =>
    createShopClient(run.storeUrl, run.facts, headers)
  const createAdmin = (headers: Record<string, string>) => createAdminClient(run.storeUrl, headers)
  const cart = await createCart()
  const { storeApi } = createShop({})
  const { payment_collection: collection } = await storeApi.post<{
    payment_collection: { id: string }
  }>("/store/payment-collections", { cart_id: cart.id })
  const sessionCost = await recordCost((headers) =>
    createShop(headers).storeApi.post(
      `/store/payment-collections/${collection.id}/payment-sessions`,
      {
        provider_id: providerId,
      }
    )
  )
  if (providerId === PLUGIN_PROVIDER) {
    const { tip } = await simulator.findCartApplication(cart.id)
    await simulator.status(tip, { status: "S", postback: false })
  }
  const completionCost = await recordCost((headers) => createShop(headers).completeCart(cart.id))
  const order = await admin.findOrderByCart(cart.id)
  const paymentId = order?.payment_collections?.[0]?.payments?.[0]?.id ?? ""
  const captureCost = await recordCost((headers) => createAdmin(headers).capture(paymentId))
  const refundCost = await recordCost((headers) =>
    createAdmin(headers).refund(paymentId, { amount: 100 })
  )
  return {
    "create session": sessionCost,
    "complete cart": completionCost,
    capture: captureCost,
    "refund of a part": refundCost,
  }
}

/**
 * Statements beyond those of core with its built-in provider, and calls to the service. Both include
 * what runs after the response.
 */
const BUDGETS: Record<Step, { statements: number; calls: number }> = {
  // One of them reads the cart before core creates the session, to refresh a collection of another amount.
  "create session": { statements: 13, calls: 1 },
  // The plugin calls the service when the cart is completed, and in the reconciliation after it, which sends the number.
  // Seventeen statements after the response compose and send the message that the order is ready to ship.
  "complete cart": { statements: 52, calls: 3 },
  capture: { statements: 14, calls: 2 },
  "refund of a part": { statements: 17, calls: 2 },
}

/** The database's clock is read once a minute, at any point of a purchase. */
const CLOCK_QUERY = "extract(epoch from clock_timestamp())"

describe("the SQL statements and service calls of a purchase", () => {
  let pluginCosts: Record<Step, RequestCost>
  let builtInCosts: Record<Step, RequestCost>
  beforeAll(async () => {
    // Warm-up: the first purchase of a process requests an access token and fills the caches.
    await recordCosts(PLUGIN_PROVIDER)
    ;[pluginCosts, builtInCosts] = await Promise.all([
      recordCosts(PLUGIN_PROVIDER),
      recordCosts(BUILT_IN_PROVIDER),
    ])
  })

  it.each(STEPS)("stay within their budget: %s", (step) => {
    const countStatements = ({ statements, laterStatements }: RequestCost) =>
      [...statements, ...laterStatements].filter((text) => !text.includes(CLOCK_QUERY)).length
    const pluginCost = pluginCosts[step]
    const extraCost = {
      statements: countStatements(pluginCost) - countStatements(builtInCosts[step]),
      calls: pluginCost.calls.length + pluginCost.laterCalls.length,
    }
    const budget = BUDGETS[step]
    const exceeded = Object.entries(extraCost).filter(
      ([name, count]) => count > budget[name as keyof typeof budget]
    )
    expect(exceeded).toEqual([])
  })
})
