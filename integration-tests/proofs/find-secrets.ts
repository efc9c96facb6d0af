import { createReadStream } from "node:fs"
import { createInterface } from "node:readline"
import type { CapabilityPurpose } from "../../src/domain/capability"
import {
  EVENT_PREFIX,
  HAPPENINGS,
  PRE_APPROVAL_EVENT_PREFIX,
  PRE_APPROVAL_HAPPENINGS,
} from "../../src/modules/consumer-financing/events"
import { addAnswerListener } from "../../tooling/clients/answer-listeners"
import { streamDatabaseRows } from "../store/database-content"
import { SSN } from "../store/full-application-steps"
import { createHarness } from "../store/harness"
import { signAddress } from "../store/postback-steps"
import { listShopSecrets } from "../store/secrets"

const { run, store, simulator } = createHarness()

/** Capabilities signed for one application. Notices about pre-approvals share one address per environment. */
const PURPOSES: CapabilityPurpose[] = ["postback", "return", "cancel"]
const ENVIRONMENTS = ["staging", "production"]

/** Words long enough to be a signature, an application's token or an access token. */
const LONG_WORDS = /[\w-]{20,}/g

/** Ids of Medusa's and the plugin's records. */
const RECORD_ID = /^[a-z_]+_[0-9A-Z]{26}$/

const ACCESS_TOKEN = /bearer\s+[\w.-]{16,}|access_token/i

/** The domain of every test shopper's email address. */
const SHOPPER_EMAIL_DOMAIN = "@shop.example"

const EVENTS = [
  ...HAPPENINGS.map((what) => `${EVENT_PREFIX}.${what}`),
  ...PRE_APPROVAL_HAPPENINGS.map((what) => `${PRE_APPROVAL_EVENT_PREFIX}.${what}`),
]

export type SecretSearchOptions = {
  /** Logs of further store processes, in addition to the worker's own. */
  logFiles?: string[]
  /** Planted personal data, which only Medusa's own tables may hold. */
  planted?: string[]
}

/** Texts that a line must not contain, and long words that must not be among its words. */
type ForbiddenContent = { texts: string[]; words: ReadonlySet<string> }

/** A summary of the stores' answers so far; a long proof has too many to keep. */
const answers = { haveSecret: false, words: new Set<string>() }

/** Starts collecting answers and events. Call it before the first request. */
export async function listenForSecrets(): Promise<void> {
  const baseline = { texts: listSecretTexts(), words: new Set<string>() }
  addAnswerListener((answer) => {
    answers.haveSecret ||= containsForbidden(answer, baseline)
    for (const word of findLongWords(answer)) if (!RECORD_ID.test(word)) answers.words.add(word)
  })
  await Promise.all(EVENTS.map((name) => store.recordEvents(name)))
}

/**
 * Searches all logs, database rows, answers and events of the worker's store for secrets (I10).
 * @returns the places with a secret, without the secret
 */
export async function findSecrets({
  logFiles = [],
  planted = [],
}: SecretSearchOptions = {}): Promise<string[]> {
  const words = new Set([...(await listCapabilities()), ...(await simulator.accessTokens())])
  const inMedusaTables = { texts: listSecretTexts(), words }
  const inPluginTables = { ...inMedusaTables, texts: [...inMedusaTables.texts, ...planted] }
  const inLogs = {
    texts: [...inPluginTables.texts, SHOPPER_EMAIL_DOMAIN],
    words: new Set([...words, ...(await listApplicationTokens())]),
  }
  const found = new Set<string>()
  for (const file of [run.storeLogFile, ...logFiles]) {
    for await (const line of createInterface(createReadStream(file))) {
      if (containsForbidden(line, inLogs)) found.add("a log")
    }
  }
  for await (const rows of streamDatabaseRows(run.databaseUrl)) {
    for (const row of rows) {
      const isPluginTable = row.startsWith("financing_")
      if (containsForbidden(row, isPluginTable ? inPluginTables : inMedusaTables))
        found.add(`the table ${row.split(":")[0]}`)
    }
  }
  for (const name of EVENTS) {
    const emitted = (await store.listEvents(name)).map((data) => JSON.stringify(data))
    if (emitted.some((data) => containsForbidden(data, inLogs))) found.add(`the event ${name}`)
  }
  if (answers.haveSecret || [...answers.words].some((word) => words.has(word))) {
    found.add("an answer")
  }
  return [...found]
}

function listSecretTexts(): string[] {
  return [...listShopSecrets(), SSN, SSN.replaceAll("-", "")]
}

function containsForbidden(line: string, { texts, words }: ForbiddenContent): boolean {
  if (ACCESS_TOKEN.test(line) || texts.some((text) => line.includes(text))) return true
  return findLongWords(line).some((word) => words.has(word))
}

function findLongWords(line: string): string[] {
  return line.match(LONG_WORDS) ?? []
}

async function listCapabilities(): Promise<string[]> {
  const { rows } = await runSql<{ id: string; environment: string }>(
    "select id, environment from financing_application"
  )
  return [
    ...rows.flatMap(({ id, environment }) =>
      PURPOSES.map((purpose) => signAddress(purpose, id, environment))
    ),
    ...ENVIRONMENTS.map((environment) => signAddress("pre-approval", "pre-approval", environment)),
  ]
}

async function listApplicationTokens(): Promise<string[]> {
  const { rows } = await runSql<{ token: string }>("select token from financing_token")
  return rows.map(({ token }) => token)
}

async function runSql<Row>(statement: string): Promise<{ rows: Row[] }> {
  return await store.call("__pg_connection__", "raw", statement)
}
