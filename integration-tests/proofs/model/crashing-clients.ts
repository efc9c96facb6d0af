import { type AdminClient, createAdminClient } from "../../../tooling/clients/admin-client"
import { createHarness } from "../../store/harness"
import { type ShopClient, createShopClient } from "../../../tooling/clients/shop-client"

const { run } = createHarness()

/** Header that crashes the store's process before the plugin's n-th write of the request. */
export const CRASH_HEADER = "x-dies-at-write"

const buildCrashHeaders = (write: number) => ({ [CRASH_HEADER]: String(write) })

const admins = new Map<number, AdminClient>()

export function createCrashingAdmin(write: number): AdminClient {
  const client = admins.get(write) ?? createAdminClient(run.storeUrl, buildCrashHeaders(write))
  admins.set(write, client)
  return client
}

export function createCrashingShop(write: number): ShopClient {
  return createShopClient(run.storeUrl, run.facts, buildCrashHeaders(write))
}
