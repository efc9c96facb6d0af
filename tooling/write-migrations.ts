import { startPostgres } from "./embedded-postgres"
import { generateMigrations } from "./generate-migrations"
import { ROOT } from "./paths"

/** `npm run migrations`: generates the missing migrations of the models in src/modules. */
async function main(): Promise<void> {
  const postgres = await startPostgres()
  try {
    const name = `migrations_${process.pid}`
    console.log(await generateMigrations(ROOT, await postgres.createDatabase(name)))
  } finally {
    await postgres.stop()
  }
}

void main()
