import type { ShopSettings } from "../../tooling/shop-environment"
import { type StoreControl, storeControl } from "../../tooling/store-control"
import { type Store, startStore } from "../../tooling/store-process"
import { type AdminClient, adminClient } from "../../tooling/clients/admin-client"
import { HttpRefusal } from "../../tooling/clients/http-door"
import { type RunFacts, runFacts } from "./run-facts"
import { database } from "./database"
import { type ShopClient, shopClient } from "../../tooling/clients/shop-client"
import { type SimulatorClient, simulatorClient } from "../../tooling/clients/simulator-client"

/** Everything a spec needs: the running store from outside and inside, and the simulator. */
export type Harness = {
  run: RunFacts
  shop: ShopClient
  admin: AdminClient
  store: StoreControl
  simulator: SimulatorClient
}

/** The store that the set-up started, shared by all specs of a run. Make your own cart in it. */
export function harness(): Harness {
  const run = runFacts()
  const store = storeControl(run.control)
  const admin = adminClient(run.storeUrl)
  return {
    run,
    shop: shopClient(run.storeUrl, run.facts),
    admin: { ...admin, orderOfCart: (cartId) => orderOfCart({ store, admin }, cartId) },
    store,
    simulator: simulatorClient(run.simulatorUrl),
  }
}

/**
 * However many orders were placed since, and however old it was made to look. An order's own id is
 * fine; a draft that was deleted is none.
 */
async function orderOfCart(
  { store, admin }: Pick<Harness, "store" | "admin">,
  cartId: string
): ReturnType<AdminClient["orderOfCart"]> {
  if (cartId.startsWith("order_")) return await admin.order(cartId).catch(noneIfDeleted)
  const filters = { cart_id: cartId }
  const links = await store.graph<{ order_id: string }>({
    entity: "order_cart",
    fields: ["order_id"],
    filters,
  })
  return links[0] && admin.order(links[0].order_id)
}

function noneIfDeleted(error: unknown): undefined {
  if (error instanceof HttpRefusal && error.status === 404) return undefined
  throw error
}

const others: Store[] = []

/**
 * A further store process on the same database, to be killed, restarted or raced by a spec. Give
 * it `pluginOptions` to run with other options. It ends with the spec file at the latest.
 */
export async function startAnotherStore(
  settings: Partial<ShopSettings> = {},
  env: Record<string, string> = {}
): Promise<Store> {
  const run = runFacts()
  // The home is where the first of them used production: this one is at another port.
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
