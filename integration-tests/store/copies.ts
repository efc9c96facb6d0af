import { setTimeout as sleep } from "node:timers/promises"
import type { Client } from "pg"
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
async function rowsAtRest(client: Client, cartId: string): Promise<string> {
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
}

type Make<Known> = () => Promise<Made<Known>>

/** One of its kind that is kept to be copied. It rests as soon as it is made. */
export async function originalOf<Known>(kind: string, make: Make<Known>): Promise<Original<Known>> {
  const { original } = await lookFor<Known>(kind)
  return original ?? (await keep(kind, await make(), readPurchase))
}

/**
 * The same for what comes to rest later, which is awaited only where a test wants it again: undefined at the
 * first request, for which none is made.
 */
export async function originalOnceWanted<Known>(
  kind: string,
  make: Make<Known>
): Promise<Original<Known> | undefined> {
  const { original, wanted } = await lookFor<Known>(kind)
  return original ?? (wanted ? await keep(kind, await make(), rowsAtRest) : undefined)
}

async function lookFor<Known>(
  kind: string
): Promise<{ original?: Original<Known>; wanted: boolean }> {
  const found = originals.get(kind) as Original<Known> | undefined
  if (found) return { original: found, wanted: true }
  const client = await database()
  await client.query(SHELF)
  const { rows } = await client.query<{ original: string | null; wanted: boolean }>(
    `insert into copies.original values ($1, null)
     on conflict (kind) do update set kind = $1 returning original, xmax::text <> '0' as wanted`,
    [kind]
  )
  const wanted = rows[0]?.wanted ?? false
  if (!rows[0]?.original) return { wanted }
  const original = JSON.parse(rows[0].original) as Original<Known>
  originals.set(kind, original)
  return { original, wanted }
}

async function keep<Known>(
  kind: string,
  { cartId, known }: Made<Known>,
  readRows: (database: Client, cartId: string) => Promise<string>
): Promise<Original<Known>> {
  const client = await database()
  const rows = await readRows(client, cartId)
  const original = { cartId, rows, takenAt: Date.now(), known: await known() }
  const values = [kind, JSON.stringify(original)]
  await client.query("update copies.original set original = $2 where kind = $1", values)
  originals.set(kind, original)
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
