import type { Postgres, ServerAddress } from "../../tooling/postgres"

/** Environment variable with the URL of the Postgres server. If it is set, the setup starts no server. */
export const POSTGRES_VARIABLE = "MODULE_TEST_POSTGRES"

const PLACEHOLDER_DATABASE = "any-database"

/** Formats a server's URL for the environment variable. */
export function formatServerUrl({ url }: Pick<Postgres, "url">): string {
  return url(PLACEHOLDER_DATABASE)
}

/** Reads the address of the server that the setup or a mutation run started. */
export function readServerAddress(): ServerAddress {
  const address = process.env[POSTGRES_VARIABLE]
  if (!address) {
    throw new Error(
      "MODULE_TEST_POSTGRES is not set: run these specs in the jest project `module`."
    )
  }
  const url = (database: string): string => {
    const databaseUrl = new URL(address)
    databaseUrl.pathname = `/${encodeURIComponent(database)}`
    return databaseUrl.toString()
  }
  const { pathname } = new URL(process.env.DATABASE_URL ?? "postgres://localhost/postgres")
  return { url, adminDatabase: decodeURIComponent(pathname.slice(1)) || "postgres" }
}
