import type { Pool } from "pg"
import { eventually } from "../../store/eventually"
import type { World } from "./world"

type Row = { table: string; where: string; dates: string[] }

const APPLICATIONS = "(select id from financing_application where cart_id = $1)"
const ORDERS = "(select order_id from order_cart where cart_id = $1)"
const PAYMENTS = `(select p.id from payment p join cart_payment_collection l
  on l.payment_collection_id = p.payment_collection_id where l.cart_id = $1)`

/** Every date by which the plugin, or what it reads, tells how long ago something was. */
const DATED: Row[] = [
  {
    table: "financing_application",
    where: "cart_id = $1",
    dates: ["created_at", "ready_at", "last_look_at", "next_look_at"],
  },
  {
    table: "financing_operation",
    where: `application_id in ${APPLICATIONS}`,
    dates: ["created_at", "deadline_at", "finished_at"],
  },
  {
    table: "financing_postback",
    where: `application_id in ${APPLICATIONS}`,
    dates: ["created_at"],
  },
  {
    table: "financing_lease",
    where: `split_part(id, ':', 2) = $1 or split_part(id, ':', 2) in ${APPLICATIONS}`,
    dates: ["expires_at"],
  },
  { table: '"order"', where: `id in ${ORDERS}`, dates: ["created_at"] },
  { table: "capture", where: `payment_id in ${PAYMENTS}`, dates: ["created_at"] },
  { table: "refund", where: `payment_id in ${PAYMENTS}`, dates: ["created_at"] },
]

/** Lets so much time pass for one cart and everything about it. */
export async function age(database: Pool, cartId: string, minutes: number): Promise<void> {
  for (const { table, where, dates } of DATED) {
    const changes = dates.map((date) => `${date} = ${date} - make_interval(mins => $2)`)
    const sql = `update ${table} set ${changes.join(", ")} where ${where}`
    await database.query(sql, [cartId, minutes])
  }
}

/** The plugin's applications of a cart that the schedule would look at now. */
export async function dueNow(database: Pool, cartId: string): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    "select id from financing_application where cart_id = $1 and next_look_at <= now()",
    [cartId]
  )
  return rows.map(({ id }) => id)
}

/** Holders of leases on a cart and its applications. */
export async function leaseHolders(
  database: Pool,
  cartId: string,
  { ours }: World
): Promise<string[]> {
  const { rows } = await database.query<{ holder: string }>(
    `select holder from financing_lease where id not like 'knock:%'
      and expires_at > now() and split_part(id, ':', 2) = any($1)`,
    [[cartId, ...ours.map(({ id }) => id)]]
  )
  return rows.map(({ holder }) => holder)
}

/** Waits until nobody is at work but those whose process died. */
export async function untilIdle(
  holders: () => Promise<string[]>,
  dead: ReadonlySet<string>
): Promise<void> {
  await eventually(
    async () => {
      const alive = (await holders()).filter((holder) => !dead.has(holder))
      if (alive.length > 0) throw new Error("Somebody is still at work on this cart")
    },
    { timeoutMs: 60_000, everyMs: 40 }
  )
}
