import { harness } from "./harness"

const { store } = harness()

type Refusal = {
  table: string
  /** SQL condition over `new`, the row to be written. */
  when: string
}

let refusals = 0

const sql = async (statement: string): Promise<void> => {
  await store.call("__pg_connection__", "raw", statement)
}

/** Makes the database refuse matching rows while `act` runs. */
export async function whileRefusing<T>(
  { table, when }: Refusal,
  act: () => Promise<T>
): Promise<T> {
  refusals += 1
  const name = `refusal_${process.pid}_${refusals}`
  await sql(
    `create function ${name}() returns trigger language plpgsql as $$
     begin raise exception 'refused for a test'; end $$`
  )
  await sql(
    `create trigger ${name} before insert or update on ${table}
     for each row when (${when}) execute function ${name}()`
  )
  try {
    return await act()
  } finally {
    await sql(`drop trigger ${name} on ${table}`)
    await sql(`drop function ${name}()`)
  }
}
