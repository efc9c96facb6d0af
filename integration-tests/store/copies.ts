import { setTimeout as sleep } from "node:timers/promises"
import type { Client } from "pg"
import { getDatabase } from "./database"
import { createNewIds, readPurchase, rewriteIds } from "../../tooling/purchase-rows"

/** A purchase that is copied: its database rows, and the data that a spec uses. */
export type Original<Data> = {
  cartId: string
  /** Milliseconds. */
  takenAt: number
  rows: string
  known: Data
}

/** A copy of a purchase, not yet written to the database. */
export type Copy<Known> = {
  rows: string
  known: Known
}

/** Creates the table of originals, outside the store's schema. All spec files of a worker share it. */
const CREATE_ORIGINALS_TABLE = `create schema if not exists copies;
  create table if not exists copies.original (kind text primary key, original text)`

const originals = new Map<string, unknown>()

/** Milliseconds without a change after which rows count as final, even with several running stores. */
const QUIET_MILLISECONDS = 3_000

/** Reads the rows of a cart when they no longer change. */
async function waitForStableRows(client: Client, cartId: string): Promise<string> {
  for (let before = ""; ;) {
    const rows = await readPurchase(client, cartId)
    if (rows === before) return rows
    before = rows
    await sleep(QUIET_MILLISECONDS)
  }
}

type NewOriginal<Known> = {
  cartId: string
  /** Called when the rows no longer change. */
  known: () => Promise<Known>
}

type CreateOriginal<Known> = () => Promise<NewOriginal<Known>>

/** Returns the original of a kind, and creates it if there is none. For purchases whose rows are final at once. */
export async function ensureOriginal<Known>(
  kind: string,
  make: CreateOriginal<Known>
): Promise<Original<Known>> {
  const { original } = await findOriginal<Known>(kind)
  return original ?? (await saveOriginal(kind, await make(), readPurchase))
}

/**
 * Returns the original of a kind whose rows become final later. Waiting is worthwhile only if the kind is used
 * again: returns undefined for the first request, and creates the original at the second.
 */
export async function ensureReusedOriginal<Known>(
  kind: string,
  make: CreateOriginal<Known>
): Promise<Original<Known> | undefined> {
  const { original, wanted } = await findOriginal<Known>(kind)
  return (
    original ?? (wanted ? await saveOriginal(kind, await make(), waitForStableRows) : undefined)
  )
}

async function findOriginal<Known>(
  kind: string
): Promise<{ original?: Original<Known>; wanted: boolean }> {
  const found = originals.get(kind) as Original<Known> | undefined
  if (found) return { original: found, wanted: true }
  const client = await getDatabase()
  await client.query(CREATE_ORIGINALS_TABLE)
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

async function saveOriginal<Known>(
  kind: string,
  { cartId, known }: NewOriginal<Known>,
  readRows: (database: Client, cartId: string) => Promise<string>
): Promise<Original<Known>> {
  const client = await getDatabase()
  const rows = await readRows(client, cartId)
  const original = { cartId, rows, takenAt: Date.now(), known: await known() }
  const values = [kind, JSON.stringify(original)]
  await client.query("update copies.original set original = $2 where kind = $1", values)
  originals.set(kind, original)
  return original
}

/** Copies an original with new ids. Moves its dates, so that the copy is as old as the original was when read. */
export function createCopy<Known>({ rows, known, takenAt }: Original<Known>): Copy<Known> {
  const elapsed = Date.now() - takenAt
  const newIdsByOld = createNewIds(rows, elapsed)
  return {
    rows: rewriteIds(rows, newIdsByOld, elapsed),
    known: JSON.parse(rewriteIds(JSON.stringify(known), newIdsByOld, elapsed)) as Known,
  }
}
