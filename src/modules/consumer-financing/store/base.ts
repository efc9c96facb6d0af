import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Logger } from "@medusajs/framework/types"
import type { DatabaseClock } from "../coordination/database-clock"
import type { Rows } from "./rows"

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
