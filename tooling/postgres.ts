import { Client } from "pg"

/** A Postgres server on which a run creates its databases. */
export type Postgres = {
  /** Returns the connection string of a database on this server. */
  url: (database: string) => string
  /** Creates a database, empty or as a copy of `template`, and returns its connection string. */
  createDatabase: (name: string, options?: { template?: string }) => Promise<string>
  dropDatabase: (name: string) => Promise<void>
  hasDatabase: (name: string) => Promise<boolean>
  /** Stops the server. With `keep`, an embedded server first saves its cluster there, for a later start. */
  stop: (options?: { keep?: string }) => Promise<void>
}

export type ServerAddress = { url: (database: string) => string; adminDatabase: string }

async function runQuery(url: string, text: string, values: string[] = []): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    const { rowCount } = await client.query(text, values)
    return rowCount ?? 0
  } finally {
    await client.end().catch(() => undefined)
  }
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Checks that the server answers a query. @throws Error with the reason when it does not */
export async function pingServer({ url, adminDatabase }: ServerAddress): Promise<void> {
  await runQuery(url(adminDatabase), "select 1")
}

/** Returns the operations on the databases of a server. */
export function createDatabaseOperations({
  url,
  adminDatabase,
}: ServerAddress): Omit<Postgres, "stop"> {
  const admin = url(adminDatabase)
  return {
    url,
    createDatabase: async (name, { template } = {}) => {
      const source = template ? ` TEMPLATE ${quoteIdentifier(template)}` : ""
      await runQuery(admin, `CREATE DATABASE ${quoteIdentifier(name)}${source}`)
      return url(name)
    },
    dropDatabase: async (name) => {
      await runQuery(admin, `DROP DATABASE IF EXISTS ${quoteIdentifier(name)} WITH (FORCE)`)
    },
    hasDatabase: async (name) =>
      (await runQuery(admin, "select 1 from pg_database where datname = $1", [name])) > 0,
  }
}

/** Connects to the server of `DATABASE_URL`. Drops only databases that this run created, on `stop()`. */
export async function connectExternalPostgres(databaseUrl: string): Promise<Postgres> {
  const url = (database: string): string => {
    const address = new URL(databaseUrl)
    address.pathname = `/${encodeURIComponent(database)}`
    return address.toString()
  }
  const adminDatabase = decodeURIComponent(new URL(databaseUrl).pathname.slice(1)) || "postgres"
  const address = { url, adminDatabase }
  await pingServer(address)
  const databases = createDatabaseOperations(address)
  const created = new Set<string>()
  return {
    ...databases,
    createDatabase: async (name, options) => {
      created.add(name)
      return databases.createDatabase(name, options)
    },
    stop: async () => {
      for (const name of created) await databases.dropDatabase(name)
    },
  }
}
