import path from "node:path"
import { Migrator } from "@medusajs/framework/mikro-orm/migrations"
import { defineConfig, MikroORM } from "@medusajs/framework/mikro-orm/postgresql"
import { ROOT } from "../../tooling/paths"

/** Creates the module's tables in an empty database. Medusa's own migration runner leaves connections open. */
export async function migrate(databaseUrl: string): Promise<void> {
  const migrations = path.join(ROOT, "src/modules/consumer-financing/migrations")
  const orm = await MikroORM.init(
    defineConfig({
      clientUrl: databaseUrl,
      entities: [],
      discovery: { warnWhenNoEntities: false },
      migrations: { path: migrations, silent: true, snapshot: false },
      extensions: [Migrator],
    })
  )
  await orm.getMigrator().up()
  await orm.close()
}
