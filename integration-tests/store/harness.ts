import type { ShopSettings } from "../../tooling/shop-environment"
import { type StoreControl, createStoreControl } from "../../tooling/store-control"
import { type Store, startStore } from "../../tooling/store-process"
import { type AdminClient, createAdminClient } from "../../tooling/clients/admin-client"
import { HttpError } from "../../tooling/clients/http-client"
import { type RunFacts, readRunFacts } from "./run-facts"
import { getDatabase } from "./database"
import { type ShopClient, createShopClient } from "../../tooling/clients/shop-client"
import { type SimulatorClient, createSimulatorClient } from "../../tooling/clients/simulator-client"

/** Clients of the running store, from outside and inside, and of the simulator. */
export type Harness = {
  run: RunFacts
  shop: ShopClient
  admin: AdminClient
  store: StoreControl
  simulator: SimulatorClient
}

/** Connects to the store that the global setup started. All specs of a worker share it: create your own cart. */
export function createHarness(): Harness {
  const run = readRunFacts()
  const store = createStoreControl(run.control)
  const admin = createAdminClient(run.storeUrl)
  return {
    run,
    shop: createShopClient(run.storeUrl, run.facts),
    admin: { ...admin, findOrderByCart: (cartId) => findOrderOfCart({ store, admin }, cartId) },
    store,
    simulator: createSimulatorClient(run.simulatorUrl),
  }
}

/**
 * Finds the order of a cart by its link, which works for any number of later orders and for changed dates.
 * Accepts an order's id too. Returns undefined for a deleted draft.
 */
async function findOrderOfCart(
  { store, admin }: Pick<Harness, "store" | "admin">,
  cartId: string
): ReturnType<AdminClient["findOrderByCart"]> {
  if (cartId.startsWith("order_")) return await admin.getOrder(cartId).catch(ignoreNotFound)
  const filters = { cart_id: cartId }
  const links = await store.queryGraph<{ order_id: string }>({
    entity: "order_cart",
    fields: ["order_id"],
    filters,
  })
  return links[0] && admin.getOrder(links[0].order_id)
}

function ignoreNotFound(error: unknown): undefined {
  if (error instanceof HttpError && error.status === 404) return undefined
  throw error
}

const extraStores: Store[] = []

/**
 * Starts another store process on the same database, for a spec to kill, restart or race. `settings` override
 * the shared store's. The process is killed at the end of the spec file.
 */
export async function startExtraStore(
  settings: Partial<ShopSettings> = {},
  env: Record<string, string> = {}
): Promise<Store> {
  const run = readRunFacts()
  // The home is the address of the first production use, and this process has another port.
  await (await getDatabase()).query("delete from financing_home")
  const store = await startStore({
    shop: run.shop,
    databaseUrl: run.databaseUrl,
    settings: { ...run.settings, ...settings },
    env,
  })
  extraStores.push(store)
  return store
}

afterAll(async () => {
  await Promise.all(extraStores.map((store) => store.kill()))
})
