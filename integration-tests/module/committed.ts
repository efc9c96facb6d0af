import { Client } from "pg"

/** What another process reads: rows of a connection of its own, so committed ones only. */
export async function committed<Row extends object>(
  databaseUrl: string,
  text: string,
  values: unknown[] = []
): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
