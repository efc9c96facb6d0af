import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"
import type { CapabilityPurpose } from "../../src/domain/capability"
import {
  EVENT_PREFIX,
  HAPPENINGS,
  PRE_APPROVAL_EVENT_PREFIX,
  PRE_APPROVAL_HAPPENINGS,
} from "../../src/modules/consumer-financing/events"
import { listenToAnswers } from "../../tooling/clients/answers"
import { rowsOfDatabase } from "../store/content-of-database"
import { SSN } from "../store/full-application-steps"
import { harness } from "../store/harness"
import { signed } from "../store/postback-steps"
import { secretsOfTheShop } from "../store/secrets"

const { run, store, simulator } = harness()

/** Capabilities signed for one application. Notices about pre-approvals share one address per environment. */
const PURPOSES: CapabilityPurpose[] = ["postback", "return", "cancel"]
const ENVIRONMENTS = ["staging", "production"]

/** Words long enough to be a signature, an application's token or an access token. */
const LONG_WORDS = /[\w-]{20,}/g

/** Ids of Medusa's and the plugin's records. */
const ID = /^[a-z_]+_[0-9A-Z]{26}$/

const BEARER = /bearer\s+[\w.-]{16,}|access_token/i

/** The domain of every test shopper's email address. */
const SHOPPER = "@shop.example"

const EVENTS = [
  ...HAPPENINGS.map((what) => `${EVENT_PREFIX}.${what}`),
  ...PRE_APPROVAL_HAPPENINGS.map((what) => `${PRE_APPROVAL_EVENT_PREFIX}.${what}`),
]

export type Sinks = {
  /** Logs of further store processes, in addition to the worker's own. */
  logFiles?: string[]
  /** Planted personal data, which only Medusa's own tables may hold. */
  planted?: string[]
}

/** Texts that a line must not contain, and long words that must not be among its words. */
type Forbidden = { texts: string[]; words: ReadonlySet<string> }

/** A summary of the stores' answers so far; a long proof has too many to keep. */
const answers = { areGuilty: false, words: new Set<string>() }

/** Starts collecting answers and events. Call it before the first request. */
export async function listenForSecrets(): Promise<void> {
  const plain = { texts: secretTexts(), words: new Set<string>() }
  listenToAnswers((answer) => {
    answers.areGuilty ||= holds(answer, plain)
    for (const word of wordsOf(answer)) if (!ID.test(word)) answers.words.add(word)
  })
  await Promise.all(EVENTS.map((name) => store.listen(name)))
}

/**
 * Searches all logs, database rows, answers and events of the worker's store for secrets (I10).
 * @returns the places with a secret, without the secret
 */
export async function findSecrets({ logFiles = [], planted = [] }: Sinks = {}): Promise<string[]> {
  const words = new Set([...(await capabilities()), ...(await simulator.accessTokens())])
  const secret = { texts: secretTexts(), words }
  const inOurs = { ...secret, texts: [...secret.texts, ...planted] }
  const inLogs = {
    texts: [...inOurs.texts, SHOPPER],
    words: new Set([...words, ...(await applicationTokens())]),
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
  for (const name of EVENTS) {
    const emitted = (await store.heard(name)).map((data) => JSON.stringify(data))
    if (emitted.some((data) => holds(data, inLogs))) found.add(`the event ${name}`)
  }
  if (answers.areGuilty || [...answers.words].some((word) => words.has(word))) {
    found.add("an answer")
  }
  return [...found]
}

function secretTexts(): string[] {
  return [...secretsOfTheShop(), SSN, SSN.replaceAll("-", "")]
}

function holds(line: string, { texts, words }: Forbidden): boolean {
  if (BEARER.test(line) || texts.some((text) => line.includes(text))) return true
  return wordsOf(line).some((word) => words.has(word))
}

function wordsOf(line: string): string[] {
  return line.match(LONG_WORDS) ?? []
}

async function capabilities(): Promise<string[]> {
  const { rows } = await sql<{ id: string; environment: string }>(
    "select id, environment from financing_application"
  )
  return [
    ...rows.flatMap(({ id, environment }) => PURPOSES.map((one) => signed(one, id, environment))),
    ...ENVIRONMENTS.map((one) => signed("pre-approval", "pre-approval", one)),
  ]
}

async function applicationTokens(): Promise<string[]> {
  const { rows } = await sql<{ token: string }>("select token from financing_token")
  return rows.map(({ token }) => token)
}

async function sql<Row>(statement: string): Promise<{ rows: Row[] }> {
  return await store.call("__pg_connection__", "raw", statement)
}
