import vm from "node:vm"
import { startPostgres } from "../../../tooling/embedded-postgres"
import { formatServerUrl, POSTGRES_VARIABLE } from "../test-postgres"
import { started } from "./started"

/**
 * Starts Postgres for the run. Loads nothing of Medusa, which leaves classes on `global` that Jest would pass
 * on to the specs.
 */
export default async function globalSetup(): Promise<void> {
  if (!("SourceTextModule" in vm)) {
    throw new Error(
      "Medusa imports its database driver in a way that Jest runs only under `node --experimental-vm-modules`: use `npm run test:module`."
    )
  }
  if (process.env[POSTGRES_VARIABLE]) return
  started.postgres = await startPostgres()
  process.env[POSTGRES_VARIABLE] = formatServerUrl(started.postgres)
}
