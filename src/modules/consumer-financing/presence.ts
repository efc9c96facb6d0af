import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"

const TABLE = "financing_server"
const SEEN_EVERY = 10_000
const LONGEST_GOODBYE = 1_000
/** Whoever was not seen for so long (seconds) does not run any more. */
const GONE_AFTER = 30

/** Says that this server runs, as long as it does. Nothing but the self-check depends on it. */
export class Presence {
  private readonly id = randomUUID()
  private timer: NodeJS.Timeout | null = null

  constructor(private readonly knex: Knex) {}

  async begin(): Promise<void> {
    await this.say()
    this.timer ??= setInterval(() => void this.say(), SEEN_EVERY).unref()
  }

  async end(): Promise<void> {
    if (this.timer) clearInterval(this.timer)
    this.timer = null
    const gone = ignoring(() => this.knex(TABLE).where({ id: this.id }).delete())
    // A database that does not answer must not hold up the end: then it is gone in a while.
    await Promise.race([gone, sleep(LONGEST_GOODBYE, undefined, { ref: false })])
  }

  /** How many servers of the shop run, this one included. */
  async count(): Promise<number> {
    const rows = await this.knex(TABLE)
      .whereRaw("seen_at > now() - make_interval(secs => ?)", [GONE_AFTER])
      .whereNot({ id: this.id })
      .select<{ id: string }[]>("id")
    return rows.length + 1
  }

  private async say(): Promise<void> {
    const gone = this.knex(TABLE)
      .whereRaw("seen_at < now() - interval '1 hour'")
      .whereNot({ id: this.id })
      .delete()
    const seen_at = this.knex.fn.now()
    await ignoring(() =>
      this.knex(TABLE)
        .with("gone", gone)
        .insert({ id: this.id, seen_at })
        .onConflict("id")
        .merge({ seen_at })
    )
  }
}

/** The next time says it as well; a store without the tables yet has nobody to say it to. */
async function ignoring(act: () => PromiseLike<unknown>): Promise<void> {
  try {
    await act()
  } catch {
    return
  }
}
