import { setTimeout as sleep } from "node:timers/promises"
import type { EntityManager, Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Context, Logger } from "@medusajs/framework/types"
import { generateEntityId, MedusaError, MedusaService } from "@medusajs/framework/utils"
import * as models from "../models"
import type { DatabaseClock } from "../coordination/database-clock"

/** Tables whose rows are written all the time, each with the prefix of its ids. */
const TABLES = {
  FinancingApplications: { table: "financing_application", prefix: "finapp" },
  FinancingOperations: { table: "financing_operation", prefix: "finop" },
  FinancingPostbacks: { table: "financing_postback", prefix: "finpb" },
  FinancingSessions: { table: "financing_session", prefix: "finses" },
  FinancingTimelineEntries: { table: "financing_timeline_entry", prefix: "fintl" },
} as const

type Table = keyof typeof TABLES
type Row = Record<string, unknown>

/** Within a context's transaction, where there is one; each statement for itself otherwise. */
export function statementsOf({ knex }: { knex: Knex }, context?: Context): Knex {
  const manager = context?.transactionManager as EntityManager | undefined
  return manager?.getTransactionContext<Knex.Transaction>() ?? knex
}

/** The statement that adds a row; to be awaited, or sent together with others. */
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

/** The statement that changes a row by its id. */
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

/** The whole statement fails, with all that is beside it, where the first of them found no row. */
const OR_NOTHING =
  "right join (select 1 / count(*) as found from written) as certain on certain.found = 1"
const DIVISION_BY_ZERO = "22012"

/**
 * Sends statements as one, which stand or fall together; none of them sees what another one writes.
 * Resolves with the row that the first one writes. Throws MedusaError NOT_FOUND, with nothing written at
 * all, where there is no such row.
 */
export async function together<Written>(
  knex: Knex,
  first: Knex.QueryBuilder,
  ...others: (Knex.QueryBuilder | Knex.Raw)[]
): Promise<Written> {
  const statement = knex.with("written", first)
  // Knex takes both, though its types name one at a time.
  others.forEach((one, index) => void statement.with(`beside_${index}`, one as Knex.Raw))
  const [row] = (await asData(
    statement.select("written.*").from("written").joinRaw(OR_NOTHING)
  )) as [Written]
  return row
}

/** Postgres' code for a row that names another one which is not there. */
const NAMES_NOTHING = "23503"

/** What the database refuses to store is no failure that passes: see `persist`. */
export async function asData<Answer>(statement: PromiseLike<Answer>): Promise<Answer> {
  try {
    return await statement
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown }
    if (code === DIVISION_BY_ZERO) {
      throw new MedusaError(MedusaError.Types.NOT_FOUND, "The row to be written does not exist")
    }
    if (code === NAMES_NOTHING) {
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

/** Objects are JSON in the database; what is not given is left as it is. */
function columns(row: Row): Row {
  const given = Object.entries(row).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    given.map(([name, value]) => [name, isJson(value) ? JSON.stringify(value) : value])
  )
}

/** What knex computes in the statement itself is none. */
const isJson = (value: unknown) =>
  typeof value === "object" && value !== null && !(value instanceof Date) && !("toSQL" in value)

/** What is remembered, row by row. */
export const Rows = MedusaService(models)

type Method = (this: { knex: Knex }, given: unknown, ...rest: unknown[]) => Promise<unknown>

/**
 * What Medusa generates takes four statements to change a row by its id, three to add one, two of them
 * for a transaction of its own. Each is one statement here, with the same result. Everything else is left
 * to what is generated. Do not mix both in one transaction: what is generated is written at its end.
 */
// The cast: Medusa names the methods that it generates at run time.
const methods = Rows.prototype as unknown as Record<string, Method>

function replace(name: string, one: (generated: Method) => Method): void {
  const generated = methods[name]
  if (!generated) {
    throw new Error(`Medusa generates no method ${name}`)
  }
  methods[name] = one(generated)
}

for (const name of ["FinancingApplications", "FinancingOperations"] as const) {
  replace(`update${name}`, (generated) => {
    return async function (data, ...rest) {
      const statements = statementsOf(this, rest[0] as Context)
      const changed: unknown = isRow(data) ? await asData(changeRow(statements, name, data)) : []
      return (changed as Row[])[0] ?? (await generated.call(this, data, ...rest))
    }
  })
}

const ADDED = ["FinancingOperations", "FinancingPostbacks", "FinancingTimelineEntries"] as const
for (const name of ADDED) {
  replace(`create${name}`, (generated) => {
    return async function (data, ...rest) {
      if (Array.isArray(data)) {
        return await generated.call(this, data, ...rest)
      }
      const added = addRow(statementsOf(this, rest[0] as Context), name, data as Row)
      return ((await asData(added)) as Row[])[0]
    }
  })
}

replace("retrieveFinancingApplication", (generated) => {
  return async function (id, config, ...rest) {
    const isPlain = Object.keys(config ?? {}).length === 0 && typeof id === "string"
    const found = isPlain
      ? await statementsOf(
          this,
          rest[0] as Context
        )("financing_application")
          .where({ id, deleted_at: null })
          .first<Row | undefined>("*")
      : undefined
    // With Medusa's own words for what does not exist.
    return found ?? (await generated.call(this, id, config, ...rest))
  }
})

const isRow = (data: unknown): data is Row & { id: string } =>
  typeof data === "object" && data !== null && "id" in data

/** What everything that is remembered rests on. */
export type Base = {
  /** Row by row, as Medusa generates it. */
  rows: InstanceType<typeof Rows>
  /** The store's own connection pool: for leases and claims, which are single statements. */
  knex: Knex
  /** The time that every server of the shop goes by. */
  clock: DatabaseClock
  log: Logger
}

/** Milliseconds between tries: a database that fails over is back within seconds. */
const PAUSES = [200, 500, 1_000, 2_000, 4_000, 8_000]

/** Milliseconds. A try may take long on its own; the leases that are held meanwhile allow for a minute. */
const LONGEST = 20_000

/**
 * Writes down what nobody but this process knows, such as a token that the service has just answered,
 * also where the database is away for a moment. Rethrows the last error once that takes too long, and at
 * once what Medusa knows for a refusal of the data. `write` has to be harmless when it is repeated: what failed
 * may have been committed.
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
