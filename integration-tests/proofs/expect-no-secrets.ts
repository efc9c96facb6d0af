import { readFile } from "node:fs/promises"
import type { CapabilityPurpose } from "../../src/domain/capability"
import { contentOfDatabase } from "../store/content-of-database"
import { harness } from "../store/harness"
import { signed } from "../store/postback-steps"
import { secretsOfTheShop } from "../store/secrets"

const { run, store } = harness()

const PURPOSES: CapabilityPurpose[] = ["postback", "return", "cancel"]

/** What could be a signature of ours or an application's token. */
const LONG_WORDS = /[\w-]{20,}/g

type Sinks = {
  /** Logs of further store processes beside the worker's own. */
  logFiles?: string[]
  /** What people were answered, as texts. */
  answers?: string[]
}

/**
 * Looks through every log, every row of the database (the timeline holds what events tell) and
 * every answer for what may be nowhere: I10.
 */
export async function expectNoSecrets({ logFiles = [], answers = [] }: Sinks = {}): Promise<void> {
  const logs = await Promise.all(
    [run.storeLogFile, ...logFiles].map((file) => readFile(file, "utf8"))
  )
  const log = logs.join("\n")
  const database = await contentOfDatabase(run.databaseUrl)
  for (const sink of [log, database, answers.join("\n")]) {
    for (const secret of secretsOfTheShop()) expect(sink.includes(secret)).toBe(false)
    expect(sink).not.toMatch(/bearer\s+[\w.-]{16,}/i)
    expect(sink).not.toMatch(/access_token/i)
    expect(await capabilitiesIn(sink)).toEqual([])
  }
  expect(await applicationTokensIn(log)).toEqual([])
  // Every shopper of these proofs has such an address.
  expect(log).not.toContain("@shop.example")
}

async function capabilitiesIn(text: string): Promise<string[]> {
  const words = new Set(text.match(LONG_WORDS))
  const { rows } = await sql<{ id: string; environment: string }>(
    "select id, environment from financing_application"
  )
  return rows.flatMap(({ id, environment }) =>
    PURPOSES.filter((purpose) => words.has(signed(purpose, id, environment)))
  )
}

async function applicationTokensIn(text: string): Promise<string[]> {
  const words = new Set(text.match(LONG_WORDS))
  const { rows } = await sql<{ token: string }>("select token from financing_token")
  return rows.map(({ token }) => token).filter((token) => words.has(token))
}

async function sql<Row>(statement: string): Promise<{ rows: Row[] }> {
  return await store.call("__pg_connection__", "raw", statement)
}
