import { Client } from "pg"
import { runFacts } from "../run-facts"

/** Whose looks are due by a schedule. */
const WATCHED = ["financing_application", "financing_pre_approval"]

// The specs of a worker share one store: it need not go on looking at what earlier files left open.
afterAll(async () => {
  const client = new Client({ connectionString: runFacts().databaseUrl })
  await client.connect()
  try {
    for (const table of WATCHED) {
      await client.query(
        `update ${table} set next_look_at = now() + interval '1 day' where next_look_at is not null`
      )
    }
    // What a store of their own could not reach is nothing to the next file.
    await client.query("delete from financing_outage")
  } finally {
    await client.end()
  }
})
