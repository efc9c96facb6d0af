import { randomBytes } from "node:crypto"
import { createDatabaseOperations } from "../../tooling/postgres"
import { migrate } from "./migrate"
import { readServerAddress } from "./test-postgres"

export type ModuleDatabase = { url: string; drop: () => Promise<void> }

/** Creates a database with the module's empty tables. */
export async function createModuleDatabase(): Promise<ModuleDatabase> {
  const databases = createDatabaseOperations(readServerAddress())
  const name = `module_test_${randomBytes(4).toString("hex")}`
  const url = await databases.createDatabase(name)
  const drop = () => databases.dropDatabase(name)
  try {
    await migrate(url)
  } catch (error) {
    await drop()
    throw error
  }
  return { url, drop }
}
