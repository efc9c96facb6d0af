import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { z } from "@medusajs/framework/zod"

export const APPLICATION_KINDS = [
  "cart",
  "virtual cart",
  "pre-approval",
  "full application",
] as const
export type ApplicationKind = (typeof APPLICATION_KINDS)[number]

/** Application that the run created or may have created. */
export interface JournalEntry {
  orderId: string
  kind: ApplicationKind
  /** Null until the response contains it. */
  token: string | null
  /** Whether a settle was sent. */
  isSettled: boolean
  /** Call without a known result, or null. */
  openCall: "create" | "partial refund" | null
  isEnded: boolean
}

const changeSchema = z.strictObject({
  token: z.string().nullable().optional(),
  isSettled: z.boolean().optional(),
  openCall: z.enum(["create", "partial refund"]).nullable().optional(),
  isEnded: z.boolean().optional(),
})
const lineSchema = changeSchema.extend({
  orderId: z.string(),
  kind: z.enum(APPLICATION_KINDS).optional(),
})
const headerSchema = z.strictObject({ baseUrl: z.string(), apiUsername: z.string() })

type JournalHeader = z.output<typeof headerSchema>
type EntryChange = z.output<typeof changeSchema>

/** Write-ahead log of the calls that create or change something. */
export interface Journal {
  file: string
  entries(): JournalEntry[]
  start(orderId: string, kind: ApplicationKind): void
  update(orderId: string, change: EntryChange): void
  remove(): void
}

/** Creates a journal. @throws Error when the file exists, because an earlier run may need a clean-up */
export function createJournal(file: string, { baseUrl, apiUsername }: JournalHeader): Journal {
  if (existsSync(file)) {
    throw new Error(
      `${file} is the journal of a run that did not end. Run this command with --clean-up ${file} first.`
    )
  }
  writeFileSync(file, `${JSON.stringify({ baseUrl, apiUsername })}\n`, { mode: 0o600 })
  return buildJournal(file, new Map())
}

/** Opens the journal of an earlier run. @throws Error when it belongs to another service or account */
export function openJournal(file: string, account: JournalHeader): Journal {
  if (!existsSync(file)) throw new Error(`${file} does not exist: there is nothing to clean up.`)
  const lines = readFileSync(file, "utf8").split("\n").flatMap(parseLine)
  const first = headerSchema.safeParse(lines[0])
  if (!first.success) throw new Error(`${file} is not a journal of this command.`)
  if (first.data.baseUrl !== account.baseUrl || first.data.apiUsername !== account.apiUsername) {
    throw new Error(`${file} belongs to other credentials or another address of the service.`)
  }
  const entries = new Map<string, JournalEntry>()
  for (const one of lines.slice(1)) {
    const { orderId, kind, ...changes } = lineSchema.parse(one)
    applyChange(entries, { orderId, kind: kind ?? "cart", changes })
  }
  return buildJournal(file, entries)
}

/** Parses a line. Ignores a truncated line, which a crash can leave at the end. */
function parseLine(text: string): unknown[] {
  try {
    return text === "" ? [] : [JSON.parse(text)]
  } catch {
    return []
  }
}

function applyChange(
  entries: Map<string, JournalEntry>,
  { orderId, kind, changes }: { orderId: string; kind: ApplicationKind; changes: EntryChange }
): void {
  const before = entries.get(orderId) ?? {
    orderId,
    kind,
    token: null,
    isSettled: false,
    openCall: "create" as const,
    isEnded: false,
  }
  entries.set(orderId, { ...before, ...pickDefined(changes) })
}

function pickDefined({ token, isSettled, openCall, isEnded }: EntryChange) {
  return {
    ...(token === undefined ? {} : { token }),
    ...(isSettled === undefined ? {} : { isSettled }),
    ...(openCall === undefined ? {} : { openCall }),
    ...(isEnded === undefined ? {} : { isEnded }),
  }
}

function buildJournal(file: string, entries: Map<string, JournalEntry>): Journal {
  const write = (one: object) => appendFileSync(file, `${JSON.stringify(one)}\n`, { flush: true })
  return {
    file,
    entries: () => [...entries.values()],
    start(orderId, kind) {
      write({ orderId, kind })
      applyChange(entries, { orderId, kind, changes: {} })
    },
    update(orderId, changes) {
      write({ orderId, ...changes })
      applyChange(entries, { orderId, kind: "cart", changes })
    },
    remove: () => rmSync(file, { force: true }),
  }
}
