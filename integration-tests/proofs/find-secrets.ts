import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"
import type { CapabilityPurpose } from "../../src/domain/capability"
import { rowsOfDatabase } from "../store/content-of-database"
import { SSN } from "../store/full-application-steps"
import { harness } from "../store/harness"
import { signed } from "../store/postback-steps"
import { secretsOfTheShop } from "../store/secrets"

const { run, store } = harness()

const PURPOSES: CapabilityPurpose[] = ["postback", "return", "cancel"]

/** What could be a signature of ours or an application's token. */
const LONG_WORDS = /[\w-]{20,}/g

const BEARER = /bearer\s+[\w.-]{16,}|access_token/i

/** Every shopper of these tests has such an address. */
const SHOPPER = "@shop.example"

export type Sinks = {
  /** Logs of further store processes beside the worker's own. */
  logFiles?: string[]
  /** What people were answered, as texts. */
  answers?: string[]
  /** Personal words that were planted: they may stand in Medusa's own tables and nowhere else. */
  planted?: string[]
}

/** What must not be in a line, and which of its long words must not be. */
type Forbidden = { texts: string[]; words: ReadonlySet<string> }

/**
 * Looks through every log, every row of the database (the timeline holds what events tell) and
 * every answer for what may be nowhere (I10).
 * @returns where something was found, without quoting it
 */
export async function findSecrets({
  logFiles = [],
  answers = [],
  planted = [],
}: Sinks = {}): Promise<string[]> {
  const numbers = [SSN, SSN.replaceAll("-", "")]
  const secret = { texts: [...secretsOfTheShop(), ...numbers], words: await capabilities() }
  const inOurs = { ...secret, texts: [...secret.texts, ...planted] }
  const inLogs = {
    texts: [...inOurs.texts, SHOPPER],
    words: new Set([...secret.words, ...(await applicationTokens())]),
  }
  const found = new Set<string>()
  for (const file of [run.storeLogFile, ...logFiles]) {
    for await (const line of createInterface(createReadStream(file))) {
      if (holds(line, inLogs)) found.add("a log")
    }
  }
  for await (const rows of rowsOfDatabase(run.databaseUrl)) {
    for (const row of rows) {
      const isOurs = row.startsWith("financing_")
      if (holds(row, isOurs ? inOurs : secret)) found.add(`the table ${row.split(":")[0]}`)
    }
  }
  if (answers.some((answer) => holds(answer, secret))) found.add("an answer")
  return [...found]
}

function holds(line: string, { texts, words }: Forbidden): boolean {
  if (BEARER.test(line) || texts.some((text) => line.includes(text))) return true
  return (line.match(LONG_WORDS) ?? []).some((word) => words.has(word))
}

async function capabilities(): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; environment: string }>(
    "select id, environment from financing_application"
  )
  return new Set(
    rows.flatMap(({ id, environment }) => PURPOSES.map((one) => signed(one, id, environment)))
  )
}

async function applicationTokens(): Promise<string[]> {
  const { rows } = await sql<{ token: string }>("select token from financing_token")
  return rows.map(({ token }) => token)
}

async function sql<Row>(statement: string): Promise<{ rows: Row[] }> {
  return await store.call("__pg_connection__", "raw", statement)
}
