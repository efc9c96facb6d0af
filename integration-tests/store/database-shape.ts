import { Client } from "pg"

const QUERIES = {
  columns: `select table_name, column_name, data_type, is_nullable, column_default
    from information_schema.columns where table_schema = 'public' order by 1, 2`,
  indexes: "select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2",
  migrations: "select name, executed_at from mikro_orm_migrations order by 1, 2",
  links: "select table_name, link_descriptor from link_module_migrations order by 1",
}

export type DatabaseShape = Record<keyof typeof QUERIES, unknown[]>

/** Reads everything that a migration can change: columns, indexes, links and the migrations themselves. */
export async function readDatabaseShape(databaseUrl: string): Promise<DatabaseShape> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const queryRows = async (text: string) =>
      (await client.query<Record<string, unknown>>(text)).rows
    return {
      columns: await queryRows(QUERIES.columns),
      indexes: await queryRows(QUERIES.indexes),
      migrations: await queryRows(QUERIES.migrations),
      links: await queryRows(QUERIES.links),
    }
  } finally {
    await client.end()
  }
}
