import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Environment } from "../../../options/options"
import { fingerprint, type SealedCredentials } from "./credentials"
import type { SettingValues } from "./setting-keys"

/** The one row of what was set in the dashboard. */
export type SettingRow = {
  version: number
  values: SettingValues
  credentials: Partial<Record<Environment, SealedCredentials>>
  secret_fingerprint: string
  secret_since: Date
  changed_at: Date | null
  changed_by: string | null
}

/** What one person changed at once. */
export type Change = {
  what: string[]
  by: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const TABLE = "financing_setting"
const ID = "settings"

/** The row, if it is another than the version that is known; one small select. */
export async function readRow(knex: Knex, known?: number): Promise<SettingRow | null> {
  const rows = await knex(TABLE)
    .where({ id: ID })
    .whereNot({ version: known ?? 0 })
    .select<SettingRow[]>("*")
  return rows[0] ?? null
}

/** Makes the row when a shop starts for the first time, and notes since when its secret is in use. */
export async function noteSecret(knex: Knex, secret: string): Promise<void> {
  const secret_fingerprint = fingerprint(secret)
  await knex(TABLE)
    .insert({
      id: ID,
      version: 1,
      values: JSON.stringify({}),
      credentials: JSON.stringify({}),
      secret_fingerprint,
      secret_since: knex.fn.now(),
    })
    .onConflict("id")
    .merge({ secret_fingerprint, secret_since: knex.fn.now(), updated_at: knex.fn.now() })
    .whereRaw(`${TABLE}.secret_fingerprint <> ?`, [secret_fingerprint])
}

/** Encrypts again, in place: nothing that anybody set changes, and nobody has to take it over. */
export async function rewriteCredentials(
  knex: Knex,
  rewrite: (row: SettingRow) => SettingRow["credentials"] | null
): Promise<void> {
  await knex.transaction(async (transaction) => {
    const row = await lockRow(transaction)
    const credentials = row && rewrite(row)
    if (credentials) {
      const updated_at = transaction.fn.now()
      await transaction(TABLE)
        .where({ id: ID })
        .update({ credentials: JSON.stringify(credentials), updated_at })
    }
  })
}

type Next = Pick<SettingRow, "values" | "credentials"> & { change: Change }

/**
 * Changes the row under its own lock, and records the change in the same commit. `decide` is given
 * what stands now, and may throw; null for nothing to change.
 */
export async function changeRow(
  knex: Knex,
  secret: string,
  decide: (row: SettingRow, transaction: Knex.Transaction) => Next | null | Promise<Next | null>
): Promise<void> {
  await noteSecret(knex, secret)
  await knex.transaction(async (transaction) => {
    const row = await lockRow(transaction)
    const next = row && (await decide(row, transaction))
    if (!next) return
    const { values, credentials, change } = next
    await transaction(TABLE)
      .where({ id: ID })
      .update({
        version: transaction.raw("version + 1"),
        values: JSON.stringify(values),
        credentials: JSON.stringify(credentials),
        changed_at: transaction.fn.now(),
        changed_by: change.by,
        updated_at: transaction.fn.now(),
      })
    await transaction("financing_setting_change").insert({
      id: generateEntityId(undefined, "finsetch"),
      ...change,
      before: JSON.stringify(change.before),
      after: JSON.stringify(change.after),
    })
  })
}

async function lockRow(transaction: Knex.Transaction): Promise<SettingRow | null> {
  const rows = await transaction(TABLE).where({ id: ID }).forUpdate().select<SettingRow[]>("*")
  return rows[0] ?? null
}
