import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import { generateEntityId, MedusaError, MedusaService } from "@medusajs/framework/utils"
import * as models from "../models"
import type { PluginOptions } from "../../../options/options"
import type { DatabaseClock } from "../coordination/database-clock"
import type { StaffSettings } from "../settings/staff-settings"

/** Frequently written tables, with the prefix of their ids. */
const TABLES = {
  FinancingApplications: { table: "financing_application", prefix: "finapp" },
  FinancingOperations: { table: "financing_operation", prefix: "finop" },
  FinancingPostbacks: { table: "financing_postback", prefix: "finpb" },
  FinancingSessions: { table: "financing_session", prefix: "finses" },
  FinancingTimelineEntries: { table: "financing_timeline_entry", prefix: "fintl" },
} as const

type Table = keyof typeof TABLES
type Row = Record<string, unknown>

/** Builds the statement that inserts a row, to await or to combine with others. */
export function addRow(knex: Knex, name: Table, row: Row): Knex.QueryBuilder {
  const { table, prefix } = TABLES[name]
  const written = new Date()
  return knex(table)
    .insert({
      id: generateEntityId(undefined, prefix),
      ...columns(row),
      created_at: written,
      updated_at: written,
    })
    .returning("*")
}

/** Builds the statement that updates a row by its id. */
export function changeRow(
  knex: Knex,
  name: Table,
  { id, ...changes }: Row & { id: string }
): Knex.QueryBuilder {
  return knex(TABLES[name].table)
    .where({ id, deleted_at: null })
    .update({ ...columns(changes), updated_at: new Date() })
    .returning("*")
}

/** Fails the combined statement if the first part finds no row. */
const OR_NOTHING =
  "right join (select 1 / count(*) as found from written) as certain on certain.found = 1"
const DIVISION_BY_ZERO = "22012"

/**
 * Runs statements as one, which succeed or fail together; none sees another's writes. Returns the row of the first
 * one. Throws MedusaError NOT_FOUND, with nothing written, if that row does not exist.
 */
export async function writeAtomically<Written>(
  knex: Knex,
  first: Knex.QueryBuilder,
  ...others: (Knex.QueryBuilder | Knex.Raw)[]
): Promise<Written> {
  const statement = knex.with("written", first)
  // Knex accepts both, but its types take one at a time.
  others.forEach((other, index) => void statement.with(`beside_${index}`, other as Knex.Raw))
  const [row] = (await mapConstraintErrors(
    statement.select("written.*").from("written").joinRaw(OR_NOTHING)
  )) as [Written]
  return row
}

/** Postgres' code for a missing referenced row. */
const FOREIGN_KEY_VIOLATION = "23503"

/** Maps constraint errors to INVALID_DATA, because a retry would fail as well: see `persist`. */
export async function mapConstraintErrors<Answer>(statement: PromiseLike<Answer>): Promise<Answer> {
  try {
    return await statement
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown }
    if (code === DIVISION_BY_ZERO) {
      throw new MedusaError(MedusaError.Types.NOT_FOUND, "The row to be written does not exist")
    }
    if (code === FOREIGN_KEY_VIOLATION) {
      throw new MedusaError(MedusaError.Types.NOT_FOUND, "What this row belongs to does not exist")
    }
    if (typeof code === "string" && code.startsWith("23")) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        `The database refuses this row (${String(constraint)})`
      )
    }
    throw error
  }
}

/** Objects become JSON. Omitted columns keep their values. */
function columns(row: Row): Row {
  const given = Object.entries(row).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [name, isJson(value) ? JSON.stringify(value) : value])
  )
}

/** Excludes expressions that knex evaluates in the statement. */
const isJson = (value: unknown) =>
  typeof value === "object" && value !== null && !(value instanceof Date) && !("toSQL" in value)

/** The generated service of all models. */
export const Rows = MedusaService(models)

/** Dependencies of every store. */
export type Base = {
  /** Row access as Medusa generates it. */
  rows: InstanceType<typeof Rows>
  /** The connection pool, for single statements such as leases and claims. */
  knex: Knex
  /** The time that all servers of the shop share. */
  clock: DatabaseClock
  log: Logger
  settings: StaffSettings
  options: PluginOptions
}

/** Milliseconds between attempts; a database failover takes seconds. */
const PAUSES = [200, 500, 1_000, 2_000, 4_000, 8_000]

/** Maximum in milliseconds. One attempt may take longer; leases held during it allow a minute. */
const LONGEST = 20_000

/**
 * Retries a write that only this process can make, such as a token just received, through a short database outage.
 * Rethrows the last error after the maximum, and Medusa's own data errors at once. `write` must be idempotent,
 * because a failed attempt may have been committed.
 */
export async function persist<Result>(write: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  for (const pause of PAUSES) {
    try {
      return await write()
    } catch (error) {
      if (error instanceof MedusaError || performance.now() - begun + pause > LONGEST) {
        throw error
      }
      await sleep(pause)
    }
  }
  return await write()
}
