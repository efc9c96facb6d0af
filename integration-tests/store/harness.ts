import type { ShopSettings } from "../../tooling/shop-environment"
import { type StoreControl, createStoreControl } from "../../tooling/store-control"
import { type Store, startStore } from "../../tooling/store-process"
import { type AdminClient, createAdminClient } from "../../tooling/clients/admin-client"
import { HttpError } from "../../tooling/clients/http-door"
import { type RunFacts, runFacts } from "./run-facts"
import { database } from "./database"
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
export function harness(): Harness {
  const run = runFacts()
  const store = createStoreControl(run.control)
  const admin = createAdminClient(run.storeUrl)
  return {
    run,
    shop: createShopClient(run.storeUrl, run.facts),
    admin: { ...admin, findOrderByCart: (cartId) => orderOfCart({ store, admin }, cartId) },
    store,
    simulator: createSimulatorClient(run.simulatorUrl),
  }
}

/**
 * Finds the order of a cart by its link, which works for any number of later orders and for changed dates.
 * Accepts an order's id too. Returns undefined for a deleted draft.
 */
async function orderOfCart(
  { store, admin }: Pick<Harness, "store" | "admin">,
  cartId: string
): ReturnType<AdminClient["findOrderByCart"]> {
  if (cartId.startsWith("order_")) return await admin.getOrder(cartId).catch(noneIfDeleted)
  const filters = { cart_id: cartId }
  const links = await store.queryGraph<{ order_id: string }>({
    entity: "order_cart",
    fields: ["order_id"],
    filters,
  })
  return links[0] && admin.getOrder(links[0].order_id)
}

function noneIfDeleted(error: unknown): undefined {
  if (error instanceof HttpError && error.status === 404) return undefined
  throw error
}

const others: Store[] = []

/**
 * Starts another store process on the same database, for a spec to kill, restart or race. `settings` override
 * the shared store's. The process is killed at the end of the spec file.
 */
export async function startAnotherStore(
  settings: Partial<ShopSettings> = {},
  env: Record<string, string> = {}
): Promise<Store> {
  const run = runFacts()
  // The home is the address of the first production use, and this process has another port.
  await (await database()).query("delete from financing_home")
  const store = await startStore({
    shop: run.shop,
    databaseUrl: run.databaseUrl,
    settings: { ...run.settings, ...settings },
    env,
  })
  others.push(store)
  return store
}

afterAll(async () => {
  await Promise.all(others.map((store) => store.kill()))
})
