import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { z } from "@medusajs/framework/zod"

export const KINDS = ["cart", "virtual cart", "pre-approval", "full application"] as const
export type Kind = (typeof KINDS)[number]

/** Application that the run created or may have created. */
export interface Entry {
  orderId: string
  kind: Kind
  /** Null until the response contains it. */
  token: string | null
  /** Whether a settle was sent. */
  isSettled: boolean
  /** Call without a known result, or null. */
  openCall: "create" | "partial refund" | null
  isEnded: boolean
}

const change = z.strictObject({
  token: z.string().nullable().optional(),
  isSettled: z.boolean().optional(),
  openCall: z.enum(["create", "partial refund"]).nullable().optional(),
  isEnded: z.boolean().optional(),
})
const line = change.extend({ orderId: z.string(), kind: z.enum(KINDS).optional() })
const header = z.strictObject({ baseUrl: z.string(), apiUsername: z.string() })

type Header = z.output<typeof header>
type Change = z.output<typeof change>

/** Write-ahead log of the calls that create or change something. */
export interface Journal {
  file: string
  entries(): Entry[]
  begin(orderId: string, kind: Kind): void
  update(orderId: string, change: Change): void
  remove(): void
}

/** Creates a journal. @throws Error when the file exists, because an earlier run may need a clean-up */
export function createJournal(file: string, { baseUrl, apiUsername }: Header): Journal {
  if (existsSync(file)) {
    throw new Error(
      `${file} is the journal of a run that did not end. Run this command with --clean-up ${file} first.`
    )
  }
  writeFileSync(file, `${JSON.stringify({ baseUrl, apiUsername })}\n`, { mode: 0o600 })
  return journalOf(file, new Map())
}

/** Opens the journal of an earlier run. @throws Error when it belongs to another service or account */
export function openJournal(file: string, account: Header): Journal {
  if (!existsSync(file)) throw new Error(`${file} does not exist: there is nothing to clean up.`)
  const lines = readFileSync(file, "utf8").split("\n").flatMap(parseLine)
  const first = header.safeParse(lines[0])
  if (!first.success) throw new Error(`${file} is not a journal of this command.`)
  if (first.data.baseUrl !== account.baseUrl || first.data.apiUsername !== account.apiUsername) {
    throw new Error(`${file} belongs to other credentials or another address of the service.`)
  }
  const entries = new Map<string, Entry>()
  for (const one of lines.slice(1)) {
    const { orderId, kind, ...changes } = line.parse(one)
    apply(entries, { orderId, kind: kind ?? "cart", changes })
  }
  return journalOf(file, entries)
}

/** Parses a line. Ignores a truncated line, which a crash can leave at the end. */
function parseLine(text: string): unknown[] {
  try {
    return text === "" ? [] : [JSON.parse(text)]
  } catch {
    return []
  }
}

function apply(
  entries: Map<string, Entry>,
  { orderId, kind, changes }: { orderId: string; kind: Kind; changes: Change }
): void {
  const before = entries.get(orderId) ?? {
    orderId,
    kind,
    token: null,
    isSettled: false,
    openCall: "create" as const,
    isEnded: false,
  }
  entries.set(orderId, { ...before, ...definedOf(changes) })
}

function definedOf({ token, isSettled, openCall, isEnded }: Change) {
  return {
    ...(token === undefined ? {} : { token }),
    ...(isSettled === undefined ? {} : { isSettled }),
    ...(openCall === undefined ? {} : { openCall }),
    ...(isEnded === undefined ? {} : { isEnded }),
  }
}

function journalOf(file: string, entries: Map<string, Entry>): Journal {
  const write = (one: object) => appendFileSync(file, `${JSON.stringify(one)}\n`, { flush: true })
  return {
    file,
    entries: () => [...entries.values()],
    begin(orderId, kind) {
      write({ orderId, kind })
      apply(entries, { orderId, kind, changes: {} })
    },
    update(orderId, changes) {
      write({ orderId, ...changes })
      apply(entries, { orderId, kind: "cart", changes })
    },
    remove: () => rmSync(file, { force: true }),
  }
}
