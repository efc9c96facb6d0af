import { MEDUSA_CLI } from "./paths"
import { runScript } from "./run-command"

/**
 * Runs `medusa plugin:db:generate` in a plugin's directory: writes a migration for every difference between the models
 * and the existing migrations.
 *
 * @param databaseUrl any empty database; the command connects, but creates nothing in it
 * @returns the command's output
 */
export async function generateMigrations(directory: string, databaseUrl: string): Promise<string> {
  const { hostname, port, username, password } = new URL(databaseUrl)
  return runScript({
    script: MEDUSA_CLI,
    args: ["plugin:db:generate"],
    cwd: directory,
    env: {
      DB_HOST: hostname,
      DB_PORT: port || "5432",
      DB_USERNAME: decodeURIComponent(username),
      DB_PASSWORD: decodeURIComponent(password),
    },
  })
}
