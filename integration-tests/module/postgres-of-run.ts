import type { Postgres, ServerAddress } from "../../tooling/postgres"

/** Environment variable with the URL of the Postgres server. If it is set, the setup starts no server. */
export const POSTGRES_OF_RUN = "MODULE_TEST_POSTGRES"

const ANY = "any-database"

/** Formats a server's URL for the environment variable. */
export function addressInWords({ url }: Pick<Postgres, "url">): string {
  return url(ANY)
}

/** Reads the address of the server that the setup or a mutation run started. */
export function postgresOfRun(): ServerAddress {
  const address = process.env[POSTGRES_OF_RUN]
  if (!address) {
    throw new Error("No Postgres is running: these specs run in the jest project `module`.")
  }
  const url = (database: string): string => {
    const one = new URL(address)
    one.pathname = `/${encodeURIComponent(database)}`
    return one.toString()
  }
  const { pathname } = new URL(process.env.DATABASE_URL ?? "postgres://localhost/postgres")
  return { url, adminDatabase: decodeURIComponent(pathname.slice(1)) || "postgres" }
}
