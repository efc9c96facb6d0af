import { createHarness } from "./harness"

const { store } = createHarness()

type RefusedRow = {
  table: string
  /** SQL condition over `new`, the row to be written. */
  when: string
}

let refusals = 0

const runSql = async (statement: string): Promise<void> => {
  await store.call("__pg_connection__", "raw", statement)
}

/** Makes the database refuse matching rows while `act` runs. */
export async function withRefusedRows<T>(
  { table, when }: RefusedRow,
  act: () => Promise<T>
): Promise<T> {
  refusals += 1
  const name = `refusal_${process.pid}_${refusals}`
  await runSql(
    `create function ${name}() returns trigger language plpgsql as $$
     begin raise exception 'refused for a test'; end $$`
  )
  await runSql(
    `create trigger ${name} before insert or update on ${table}
     for each row when (${when}) execute function ${name}()`
  )
  try {
    return await act()
  } finally {
    await runSql(`drop trigger ${name} on ${table}`)
    await runSql(`drop function ${name}()`)
  }
}
