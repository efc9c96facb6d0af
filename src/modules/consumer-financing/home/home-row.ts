import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type HomeDecision, isSameAddress } from "../../../domain/home"
import type { PluginOptions } from "../../../options/options"

export type HomeRow = { address: string; since: Date; is_copy: boolean }

const TABLE = "financing_home"
const ID = "home"

export async function readHome(knex: Knex): Promise<HomeRow | null> {
  const rows = await knex(TABLE).where({ id: ID }).select<HomeRow[]>("address", "since", "is_copy")
  return rows[0] ?? null
}

/** Returns the row; creates it at the first use of production and moves it by the option `movedFrom`. */
export async function ensureHome(
  knex: Knex,
  { backendUrl, movedFrom }: Pick<PluginOptions, "backendUrl" | "movedFrom">
): Promise<HomeRow> {
  const known = await readHome(knex)
  if (!known) {
    await knex(TABLE)
      .insert({ id: ID, address: backendUrl, since: knex.fn.now(), is_copy: false })
      .onConflict("id")
      .ignore()
  } else if (
    movedFrom !== null &&
    isSameAddress(known.address, movedFrom) &&
    !known.is_copy &&
    !isSameAddress(known.address, backendUrl)
  ) {
    // Requires the former address, so that a slower server does not revert a newer move.
    await knex(TABLE)
      .where({ id: ID, address: known.address, is_copy: false })
      .update({ address: backendUrl, since: knex.fn.now(), updated_at: knex.fn.now() })
  } else {
    return known
  }
  return (await readHome(knex)) ?? { address: backendUrl, since: new Date(), is_copy: false }
}

export async function decideHome(
  knex: Knex,
  decision: HomeDecision,
  backendUrl: string
): Promise<void> {
  const moved = { address: backendUrl, since: knex.fn.now(), is_copy: false }
  await knex(TABLE)
    .where({ id: ID })
    .update({ ...(decision === "moved" ? moved : { is_copy: true }), updated_at: knex.fn.now() })
}

/** Records whether production is locked; true for the one server that recorded the change. */
export async function noteLock(knex: Knex, isLocked: boolean): Promise<boolean> {
  const locked_at = isLocked ? knex.fn.now() : null
  const rows = knex(TABLE).where({ id: ID })
  const changed = isLocked ? rows.whereNull("locked_at") : rows.whereNotNull("locked_at")
  return (await changed.update({ locked_at, updated_at: knex.fn.now() })) === 1
}
