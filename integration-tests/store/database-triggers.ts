import { randomBytes } from "node:crypto"
import { Client } from "pg"

export type RowMatcher = {
  table: string
  event: "insert" | "update" | "delete"
  /** SQL condition over `new`, or `old` for deletes. Limit it to your own cart: specs share the database. */
  when: string
  /** Refuses only the nth matching row. Default: every matching row. */
  nth?: number
}

/** Makes a database refuse writes of matching rows while `act` runs. `refused` throws unless it refused one. */
export async function withRefusedWritesIn<T>(
  databaseUrl: string,
  refusal: RowMatcher,
  act: (expectRefused: () => Promise<void>) => Promise<T>
): Promise<T> {
  // A sequence counts refusals because it is not rolled back.
  const sequence = `refused_${randomBytes(4).toString("hex")}`
  const condition = refusal.nth === undefined ? "true" : `turn = ${refusal.nth}`
  const statement = `turn := nextval('${sequence}');
    if ${condition} then raise exception 'refused by a spec'; end if`
  return await withTrigger(databaseUrl, { ...refusal, statement }, async (client) => {
    await client.query(`create sequence ${sequence}`)
    try {
      return await act(async () => {
        const { rowCount } = await client.query(
          `select 1 from ${sequence} where is_called and last_value >= ${refusal.nth ?? 1}`
        )
        if (!rowCount) throw new Error("The database has refused nothing yet")
      })
    } finally {
      await client.query(`drop sequence ${sequence} cascade`)
    }
  })
}

/** Runs a statement before each write of a matching row, while `act` runs. */
export async function withTrigger<T>(
  databaseUrl: string,
  { table, event, when, statement }: RowMatcher & { statement: string },
  act: (client: Client) => Promise<T>
): Promise<T> {
  const name = `refuse_${randomBytes(4).toString("hex")}`
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`create function ${name}() returns trigger language plpgsql as $$
      declare turn bigint;
      begin
        if ${when} then ${statement}; end if;
        return coalesce(new, old);
      end $$`)
    await client.query(
      `create trigger ${name} before ${event} on ${table} for each row execute function ${name}()`
    )
    return await act(client)
  } finally {
    await client.query(`drop function if exists ${name} cascade`)
    await client.end()
  }
}
