import { setTimeout as sleep } from "node:timers/promises"
import { database } from "./database"
import { newIds, readPurchase, retold } from "../../tooling/rows-of-purchase"

/** A purchase as its first of its kind was left in the database, and what a spec knows of it. */
export type Original<Known> = {
  cartId: string
  /** Milliseconds. */
  takenAt: number
  rows: string
  known: Known
}

/** A new purchase that is to be written. */
export type Copy<Known> = {
  rows: string
  known: Known
}

/** Not where the store has its tables. All spec files of a worker share them. */
const SHELF = `create schema if not exists copies;
  create table if not exists copies.original (kind text primary key, original text)`

const originals = new Map<string, unknown>()

/** So long nothing changes any more, also where several stores are at work. */
const QUIET_MS = 3_000

/** The rows once nothing changes them any more. */
async function rowsAtRest(cartId: string): Promise<string> {
  const client = await database()
  for (let before = ""; ;) {
    const rows = await readPurchase(client, cartId)
    if (rows === before) return rows
    before = rows
    await sleep(QUIET_MS)
  }
}

type Made<Known> = {
  cartId: string
  /** Asked for once its rows are at rest. */
  known: () => Promise<Known>
  /** Nothing goes on with it that would have to be waited for. */
  rests?: boolean
}

/** One of its kind that is kept to be copied; undefined where nobody wanted any yet, and none is made. */
export async function originalOf<Known>(
  kind: string,
  make: () => Promise<Made<Known>>
): Promise<Original<Known> | undefined> {
  const found = originals.get(kind)
  if (found) return found as Original<Known>
  const client = await database()
  await client.query(SHELF)
  const { rows } = await client.query<{ original: string | null; wanted: boolean }>(
    `insert into copies.original values ($1, null)
     on conflict (kind) do update set kind = $1 returning original, xmax::text <> '0' as wanted`,
    [kind]
  )
  const [row] = rows
  if (!row?.wanted) return undefined
  const original =
    row.original === null
      ? await keep(kind, await make())
      : (JSON.parse(row.original) as Original<Known>)
  originals.set(kind, original)
  return original
}

async function keep<Known>(kind: string, made: Made<Known>): Promise<Original<Known>> {
  const { cartId, known, rests = false } = made
  const client = await database()
  const rows = rests ? await readPurchase(client, cartId) : await rowsAtRest(cartId)
  const original = { cartId, rows, takenAt: Date.now(), known: await known() }
  const values = [kind, JSON.stringify(original)]
  await client.query("update copies.original set original = $2 where kind = $1", values)
  return original
}

/** A copy with ids of its own, as if all of it had happened as long before now as before it was taken. */
export function copyOf<Known>({ rows, known, takenAt }: Original<Known>): Copy<Known> {
  const later = Date.now() - takenAt
  const ids = newIds(rows, later)
  return {
    rows: retold(rows, ids, later),
    known: JSON.parse(retold(JSON.stringify(known), ids, later)) as Known,
  }
}
