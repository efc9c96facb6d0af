import { Client } from "pg"
import { runFacts } from "../run-facts"

/** Whose looks are due by a schedule. */
const WATCHED = ["financing_application", "financing_pre_approval"]

const client = new Client({ connectionString: runFacts().databaseUrl })

beforeAll(() => client.connect())

// Tests share a store: it need not go on looking at what earlier ones left open. What is looked at just
// now gets its next look a moment later, and is found by the next test's end.
afterEach(async () => {
  for (const table of WATCHED) {
    await client.query(
      `update ${table} set next_check_at = now() + interval '1 day'
       where next_check_at < now() + interval '1 hour'`
    )
  }
})

afterAll(async () => {
  // What a store of their own could not reach is nothing to the next file.
  await client.query("delete from financing_outage")
  await client.end()
})
