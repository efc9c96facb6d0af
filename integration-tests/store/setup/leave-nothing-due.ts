import { Client } from "pg"
import { readRunFacts } from "../run-facts"

/** Tables with scheduled checks. */
const CHECKED_TABLES = ["financing_application", "financing_pre_approval"]

const client = new Client({ connectionString: readRunFacts().databaseUrl })

beforeAll(() => client.connect())

// Tests share a store. Postpones the checks of what earlier tests left open. A check that runs right now
// schedules its next one a moment later; the end of the next test postpones that one.
afterEach(async () => {
  for (const table of CHECKED_TABLES) {
    await client.query(
      `update ${table} set next_check_at = now() + interval '1 day'
       where next_check_at < now() + interval '1 hour'`
    )
  }
})

afterAll(async () => {
  // An outage that this file caused must not affect the next file.
  await client.query("delete from financing_outage")
  await client.end()
})
