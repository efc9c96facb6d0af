import { createFinancingClient, type CreateOrderBody } from "../src/financing-api"
import { runConcurrently } from "../tooling/run-concurrently"
import { createNewIds, readPurchase, rewriteIds, writePurchase } from "../tooling/purchase-rows"
import type { Bench } from "./start-bench"

/** Purchases inserted by one statement. */
const PURCHASES_PER_INSERT = 200
const CONCURRENT_CREATES = 8

type PurchaseRows = Record<string, unknown[] | null>

function joinPurchases(purchases: readonly string[]): string {
  const all: Record<string, unknown[]> = {}
  for (const purchase of purchases) {
    for (const [table, rows] of Object.entries(JSON.parse(purchase) as PurchaseRows)) {
      all[table] = [...(all[table] ?? []), ...(rows ?? [])]
    }
  }
  return JSON.stringify(all)
}

/**
 * Adds open applications that are due in a day. Each has a copy of one shopper's cart and payment session, and an
 * application of its own at the simulator.
 */
export async function addOpenApplications(bench: Bench, count: number): Promise<void> {
  const { shop, simulator, sandbox, database } = bench
  const cart = await shop.createCart()
  await shop.choosePaymentMethod(cart.id)
  await database.query(
    `update financing_application set next_check_at = now() + interval '1 day' where cart_id = $1`,
    [cart.id]
  )
  const { tip } = await simulator.findCartApplication(cart.id)
  const [filed] = await simulator.calls({ token: tip, operation: "createOrder" })
  const request = filed?.request as CreateOrderBody
  const rows = await readPurchase(database, cart.id)
  const client = createFinancingClient({
    baseUrl: sandbox.baseUrl,
    ...sandbox.credentials.staging,
  })
  const copyApplication = async (): Promise<string> => {
    const ids = createNewIds(rows, 0)
    const orderId = rewriteIds(request.orderId, ids, 0)
    const created = await client.createOrder({ ...request, orderId })
    if (created.outcome === "refused") throw new Error("The simulator refused an application")
    return rewriteIds(rows, ids, 0).replaceAll(tip, created.token)
  }
  try {
    // The copied application counts as the first.
    for (let done = 1; done < count; done += PURCHASES_PER_INSERT) {
      const copies: string[] = []
      const tasks = Array.from(
        { length: Math.min(PURCHASES_PER_INSERT, count - done) },
        () => async () => void copies.push(await copyApplication())
      )
      await runConcurrently(tasks, CONCURRENT_CREATES)
      await writePurchase(database, joinPurchases(copies))
    }
  } finally {
    await client.close()
  }
  await database.query("analyze")
}
