import type { Knex } from "@medusajs/framework/mikro-orm/knex"

const rerunOf = (lease: string) => `rerun:${lease}`

/**
 * Leaves word for whoever holds a lease that there is more to do. However many ask, it is one row:
 * the holder does it once more, instead of everybody coming back. Whoever asks must also see to it
 * that the work is due soon, for the holder may have listened for the last time a moment before.
 */
export async function requestRerun(knex: Knex, lease: string): Promise<void> {
  await knex("financing_lease")
    .insert({ id: rerunOf(lease), holder: "nobody", expires_at: knex.raw("now()") })
    .onConflict("id")
    .ignore()
}

/** True when somebody asked for it since this was last read. Ask after the work is done and released. */
export async function isRerunRequested(knex: Knex, lease: string): Promise<boolean> {
  return (
    (await knex("financing_lease")
      .where({ id: rerunOf(lease) })
      .delete()) > 0
  )
}
