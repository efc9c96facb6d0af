import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Milliseconds between two measurements. */
const MEASURED_EVERY = 60_000
/** Tolerated difference in milliseconds, which is the precision of the measurement. */
const TOLERATED = 1_000

/** The database's time. Servers of one shop compare each other's timestamps, so they share one clock. */
export class DatabaseClock {
  /** Milliseconds by which this server's clock is ahead of the database's. */
  private ahead = 0
  private measuredAt = -Infinity
  private measuring: Promise<void> | null = null

  now(): number {
    return Date.now() - this.ahead
  }

  dateIn(milliseconds: number): Date {
    return new Date(this.now() + milliseconds)
  }

  /** Measures the difference, at most once a minute. */
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
    // Ignores a slow answer, because it is less precise than the current value.
    const isExact = answered - asked < TOLERATED
    if (isExact && Math.abs(ahead - this.ahead) > TOLERATED) {
      this.ahead = ahead
    }
    this.measuredAt = answered
  }
}
