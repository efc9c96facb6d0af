import { Client } from "pg"

/** Every row of every table as one text, to look for what must not be there. */
export async function contentOfDatabase(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'"
    )
    const contents: string[] = []
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`)
      contents.push(...rows.map(({ row }) => `${name}: ${row}`))
    }
    return contents.join("\n")
  } finally {
    await client.end()
  }
}
