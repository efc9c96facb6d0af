import { randomBytes } from "node:crypto"
import { Client } from "pg"

export type Refusal = {
  table: string
  event: "insert" | "update" | "delete"
  /** SQL condition over `new`, or `old` for what is deleted. Name your own cart in it: other specs use the same database. */
  when: string
  /** Refuses the nth such row only; every one where this is left out. */
  nth?: number
}

/** A database refuses to write some rows while `act` runs. `refused` throws unless it has. */
export async function whileRefusingIn<T>(
  databaseUrl: string,
  refusal: Refusal,
  act: (refused: () => Promise<void>) => Promise<T>
): Promise<T> {
  // Unlike a row, a sequence remembers what was rolled back.
  const times = `refused_${randomBytes(4).toString("hex")}`
  const only = refusal.nth === undefined ? "true" : `turn = ${refusal.nth}`
  const statement = `turn := nextval('${times}');
    if ${only} then raise exception 'refused by a spec'; end if`
  return await withTrigger(databaseUrl, { ...refusal, statement }, async (client) => {
    await client.query(`create sequence ${times}`)
    try {
      return await act(async () => {
        const { rowCount } = await client.query(
          `select 1 from ${times} where is_called and last_value >= ${refusal.nth ?? 1}`
        )
        if (!rowCount) throw new Error("The database has refused nothing yet")
      })
    } finally {
      await client.query(`drop sequence ${times} cascade`)
    }
  })
}

/** A database carries out a statement before it writes some rows, while `act` runs. */
export async function withTrigger<T>(
  databaseUrl: string,
  { table, event, when, statement }: Refusal & { statement: string },
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
