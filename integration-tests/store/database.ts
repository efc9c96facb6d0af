import { Client } from "pg"
import { readRunFacts } from "./run-facts"

let client: Promise<Client> | undefined

async function connect(): Promise<Client> {
  const options = { connectionString: readRunFacts().databaseUrl, options: "-c timezone=UTC" }
  const connected = new Client(options)
  await connected.connect()
  return connected
}

/** Connects to the store's database once per spec file. The connection closes at the end of the file. */
export async function getDatabase(): Promise<Client> {
  client ??= connect()
  return await client
}

afterAll(async () => {
  await (await client)?.end()
})
