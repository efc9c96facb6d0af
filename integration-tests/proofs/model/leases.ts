import type { Pool } from "pg"
import { eventually } from "../../../tooling/clients/eventually"

export type DueApplication = { id: string; hasPostbacks: boolean }

/** Reads leases only, because it runs many times a second. */
const LEASE_HOLDERS_QUERY = {
  name: "lease-holders-of-a-purchase",
  text: `select holder from financing_lease
    where id not like 'rerun:%' and expires_at > now() and (split_part(id, ':', 2) = $1
      or split_part(id, ':', 2) in (select id from financing_application
        where (cart_id = $1 or requested_order_id = $1) and deleted_at is null))`,
}

/** Lists the plugin's applications of a purchase that are due for a scheduled check. */
export async function listDueApplications(
  database: Pool,
  purchaseId: string
): Promise<DueApplication[]> {
  const { rows } = await database.query<DueApplication>(
    `select id, exists (select 1 from financing_postback p
       where p.application_id = a.id and p.processed_at is null) as "hasPostbacks"
     from financing_application a where (cart_id = $1 or requested_order_id = $1) and next_check_at <= now()`,
    [purchaseId]
  )
  return rows
}

/** Lists the holders of leases on a purchase and its applications. */
export async function listLeaseHolders(database: Pool, purchaseId: string): Promise<string[]> {
  const { rows } = await database.query<{ holder: string }>({
    ...LEASE_HOLDERS_QUERY,
    values: [purchaseId],
  })
  return rows.map(({ holder }) => holder)
}

/** Waits until only terminated processes hold leases. */
export async function waitUntilIdle(
  listHolders: () => Promise<string[]>,
  terminated: ReadonlySet<string>
): Promise<void> {
  await eventually(
    async () => {
      const living = (await listHolders()).filter((holder) => !terminated.has(holder))
      if (living.length > 0)
        throw new Error("A living process still holds a lease on this purchase")
    },
    { everyMs: 40 }
  )
}
