import { randomInt } from "node:crypto"
import { createHarness } from "./harness"
import { type RowMatcher, withTrigger } from "./database-triggers"

const { run } = createHarness()

/**
 * Blocks writers of matching rows while `act` runs, so that a process can be killed between two commits of one
 * operation. A writer that is still blocked after `act` is terminated, and its row is never written.
 */
export async function withBlockedWrites<T>(
  row: RowMatcher,
  act: (expectBlocked: () => Promise<void>) => Promise<T>
): Promise<T> {
  const key = randomInt(1, 2 ** 31)
  const blockedWriters = `from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`
  const trigger = { ...row, statement: `perform pg_advisory_xact_lock(${key})` }
  return await withTrigger(run.databaseUrl, trigger, async (client) => {
    await client.query(`select pg_advisory_lock(${key})`)
    try {
      return await act(async () => {
        const { rowCount } = await client.query(`select pid ${blockedWriters}`)
        expect(rowCount).toBeGreaterThan(0)
      })
    } finally {
      await client.query(`select pg_terminate_backend(pid) ${blockedWriters}`)
      await client.query(`select pg_advisory_unlock(${key})`)
    }
  })
}

type PausedWrite = {
  /** Throws unless a writer is blocked. */
  held: () => Promise<void>
  /** Unblocks the writer. */
  goOn: () => Promise<void>
}

/** Blocks writers of matching rows until `goOn` is called. */
export async function withPausedWrites<T>(
  row: RowMatcher,
  act: (pause: PausedWrite) => Promise<T>
): Promise<T> {
  const key = randomInt(1, 2 ** 31)
  const pauseTrigger = { ...row, statement: `perform pg_advisory_xact_lock(${key})` }
  return await withTrigger(run.databaseUrl, pauseTrigger, async (client) => {
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
