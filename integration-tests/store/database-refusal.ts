import { randomBytes } from "node:crypto"
import { Client } from "pg"
import { harness } from "./harness"

const { run } = harness()

export type Refusal = {
  table: string
  event: "insert" | "update"
  /** SQL condition over `new`. Name your own cart in it: other specs use the same database. */
  when: string
}

/**
 * The database refuses to write some rows while `act` runs, as it would when a disk is full or a
 * connection breaks: between two commits of one operation, for example.
 */
export async function whileDatabaseRefuses<T>(
  { table, event, when }: Refusal,
  act: () => Promise<T>
): Promise<T> {
  const name = `refuse_${randomBytes(4).toString("hex")}`
  const client = new Client({ connectionString: run.databaseUrl })
  await client.connect()
  try {
    await client.query(`create function ${name}() returns trigger language plpgsql as $$
      begin
        if ${when} then raise exception 'refused by a spec'; end if;
        return new;
      end $$`)
    await client.query(
      `create trigger ${name} before ${event} on ${table} for each row execute function ${name}()`
    )
    return await act()
  } finally {
    await client.query(`drop function if exists ${name} cascade`)
    await client.end()
  }
}
