import { randomInt } from "node:crypto"
import { harness } from "./harness"
import { type Refusal, withTrigger } from "./refusing-database"

const { run } = harness()

/**
 * The database blocks the writer of such a row while `act` runs: the moment between two commits of one
 * operation lasts, and a process can be killed in it. A writer that waits when `act` is over has died:
 * its row is never written.
 */
export async function whileDatabaseHolds<T>(
  row: Refusal,
  act: (expectHeld: () => Promise<void>) => Promise<T>
): Promise<T> {
  const key = randomInt(1, 2 ** 31)
  const waiting = `from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`
  const held = { ...row, statement: `perform pg_advisory_xact_lock(${key})` }
  return await withTrigger(run.databaseUrl, held, async (client) => {
    await client.query(`select pg_advisory_lock(${key})`)
    try {
      return await act(async () => {
        const { rowCount } = await client.query(`select pid ${waiting}`)
        expect(rowCount).toBeGreaterThan(0)
      })
    } finally {
      await client.query(`select pg_terminate_backend(pid) ${waiting}`)
      await client.query(`select pg_advisory_unlock(${key})`)
    }
  })
}

type Pause = {
  /** Throws unless a writer waits. */
  held: () => Promise<void>
  /** Lets the waiting writer write the row and continue. */
  goOn: () => Promise<void>
}

/** The same moment without a death: the waiting writer continues with `goOn`. */
export async function whileDatabasePauses<T>(
  row: Refusal,
  act: (pause: Pause) => Promise<T>
): Promise<T> {
  const key = randomInt(1, 2 ** 31)
  const held = { ...row, statement: `perform pg_advisory_xact_lock(${key})` }
  return await withTrigger(run.databaseUrl, held, async (client) => {
    await client.query(`select pg_advisory_lock(${key})`)
    try {
      return await act({
        held: async () => {
          const { rowCount } = await client.query(
            `select pid from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`
          )
          if (!rowCount) throw new Error("Nobody waits to write the row yet")
        },
        goOn: async () => void (await client.query(`select pg_advisory_unlock(${key})`)),
      })
    } finally {
      await client.query("select pg_advisory_unlock_all()")
    }
  })
}
