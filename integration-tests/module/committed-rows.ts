import { Client } from "pg"

/** Queries through a separate connection, which sees only committed rows. */
export async function queryCommitted<Row extends object>(
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
