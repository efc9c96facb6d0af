import { randomInt } from "node:crypto"
import { harness } from "./harness"
import { type Refusal, withTrigger } from "./refusing-database"

const { run } = harness()

/**
 * Blocks writers of matching rows while `act` runs, so that a process can be killed between two commits of one
 * operation. A writer that is still blocked after `act` is terminated, and its row is never written.
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
  /** Throws unless a writer is blocked. */
  held: () => Promise<void>
  /** Unblocks the writer. */
  goOn: () => Promise<void>
}

/** Blocks writers of matching rows until `goOn` is called. */
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
          if (!rowCount) throw new Error("No writer is blocked yet")
        },
        goOn: async () => void (await client.query(`select pg_advisory_unlock(${key})`)),
      })
    } finally {
      await client.query("select pg_advisory_unlock_all()")
    }
  })
}
