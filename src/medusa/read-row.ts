import type { RemoteQueryFunction } from "@medusajs/framework/types"

export type Query = Pick<RemoteQueryFunction, "graph">

type Asked = {
  entity: Parameters<Query["graph"]>[0]["entity"]
  fields: string[]
  filters: Record<string, unknown>
}

/** The first row of core's that these filters find, with these fields; null when there is none. */
export async function readRow<Row>(query: Query, asked: Asked): Promise<Row | null> {
  const { data } = await query.graph(asked)
  return (data[0] as Row | undefined) ?? null
}
