import type { Store } from "../../../tooling/store-process"
import { type AdminClient, createAdminClient } from "../../../tooling/clients/admin-client"
import { createHarness, startExtraStore } from "../../store/harness"
import { type ShopClient, createShopClient } from "../../../tooling/clients/shop-client"
import type { StoreControl } from "../../../tooling/store-control"

/** Clients of one of two store processes on the same database. */
export type Side = { url: string; shop: ShopClient; admin: AdminClient; control: StoreControl }

/** Starts a second process with the settings of this worker's store. */
export async function startSides(): Promise<{ sides: [Side, Side]; other: Store }> {
  const { run, shop, admin, store } = createHarness()
  const other = await startExtraStore()
  const there: Side = {
    url: other.url,
    shop: createShopClient(other.url, run.facts),
    admin: createAdminClient(other.url),
    control: other.control,
  }
  return { sides: [{ url: run.storeUrl, shop, admin, control: store }, there], other }
}
