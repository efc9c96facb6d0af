import { Client } from "pg"

/** Rows per read: after a long proof, all rows together do not fit into one string. */
const CHUNK = 5_000

/** Yields every row of every table as text, `<table>: (…)`, in chunks. */
export async function* streamDatabaseRows(databaseUrl: string): AsyncGenerator<string[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'"
    )
    await client.query("begin")
    for (const { name } of tables) {
      await client.query(`declare reading cursor for select t::text as row from ${name} t`)
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${CHUNK} from reading`)
        if (rows.length === 0) break
        yield rows.map(({ row }) => `${name}: ${row}`)
      }
      await client.query("close reading")
    }
  } finally {
    await client.end()
  }
}

/** Reads every row of every table into one string, to search it for secrets. */
export async function readDatabaseText(databaseUrl: string): Promise<string> {
  const contents: string[] = []
  for await (const rows of streamDatabaseRows(databaseUrl)) contents.push(...rows)
  return contents.join("\n")
}
