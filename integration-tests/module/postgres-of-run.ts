import type { Postgres, ServerAddress } from "../../tooling/postgres"

/** The specs find the server under this name. Setting it keeps the server running for them. */
export const POSTGRES_OF_RUN = "MODULE_TEST_POSTGRES"

const ANY = "any-database"

/** For the environment: where a server is. */
export function addressInWords({ url }: Pick<Postgres, "url">): string {
  return url(ANY)
}

/** The server that the set-up, or a mutation run, started. */
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
