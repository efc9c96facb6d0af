import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Milliseconds after which the difference is measured again. */
const MEASURED_EVERY = 60_000
/** Clocks that differ by less (milliseconds) are taken to agree: what is measured is no more exact. */
const TOLERATED = 1_000

/**
 * The time by the database's clock. Servers of one shop read each other's rows, so that they write
 * and compare times by the one clock that they share, however wrong their own is.
 */
export class DatabaseClock {
  /** Milliseconds that this server's clock is ahead of the database's. */
  private ahead = 0
  private measuredAt = -Infinity
  private measuring: Promise<void> | null = null

  now(): number {
    return Date.now() - this.ahead
  }

  dateIn(milliseconds: number): Date {
    return new Date(this.now() + milliseconds)
  }

  /** Resolves once the difference is known; asks the database once a minute at most. */
  async compare(knex: Knex): Promise<void> {
    if (performance.now() - this.measuredAt < MEASURED_EVERY) {
      return
    }
    this.measuring ??= this.measure(knex).finally(() => (this.measuring = null))
    await this.measuring
  }

  private async measure(knex: Knex): Promise<void> {
    const asked = performance.now()
    const { rows } = await knex.raw<{ rows: { now: string }[] }>(
      "select extract(epoch from clock_timestamp()) * 1000 as now"
    )
    const answered = performance.now()
    const ahead = Date.now() - (answered - asked) / 2 - Number(rows[0]?.now)
    // An answer that was long on its way tells less than it would spoil.
    const isExact = answered - asked < TOLERATED
    if (isExact && Math.abs(ahead - this.ahead) > TOLERATED) {
      this.ahead = ahead
    }
    this.measuredAt = answered
  }
}
