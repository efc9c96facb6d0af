import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Environment } from "../../../options/options"
import { fingerprint, type SealedCredentials } from "./credentials"
import type { SettingValues } from "./setting-keys"

export type SettingRow = {
  version: number
  values: SettingValues
  credentials: Partial<Record<Environment, SealedCredentials>>
  secret_fingerprint: string
  secret_since: Date
  changed_at: Date | null
  changed_by: string | null
}

export type Change = {
  what: string[]
  by: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const TABLE = "financing_setting"
const ID = "settings"

/** Reads the row if its version differs from the known one; one small select. */
export async function readRow(knex: Knex, known?: number): Promise<SettingRow | null> {
  const rows = await knex(TABLE)
    .where({ id: ID })
    .whereNot({ version: known ?? 0 })
    .select<SettingRow[]>("*")
  return rows[0] ?? null
}

/** Creates the row at a shop's first start, and records when its secret came into use. */
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

/** Encrypts credentials again in place. No setting changes, so other servers need not reload. */
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
 * Changes the row under its own lock and records the change in the same commit. `decide` receives the current row
 * and may throw; null changes nothing.
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
