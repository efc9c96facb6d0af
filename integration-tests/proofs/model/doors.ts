import { type AdminClient, adminClient } from "../../../tooling/clients/admin-client"
import { harness } from "../../store/harness"
import { type ShopClient, shopClient } from "../../../tooling/clients/shop-client"

const { run } = harness()

/** Header that crashes the store's process before the plugin's n-th write of the request. */
export const DIES_AT_WRITE = "x-dies-at-write"

const dying = (write: number) => ({ [DIES_AT_WRITE]: String(write) })

const admins = new Map<number, AdminClient>()

export function dyingAdmin(write: number): AdminClient {
  const known = admins.get(write) ?? adminClient(run.storeUrl, dying(write))
  admins.set(write, known)
  return known
}

export function dyingShop(write: number): ShopClient {
  return shopClient(run.storeUrl, run.facts, dying(write))
}
