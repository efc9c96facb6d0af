import { existsSync, mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { ROOT } from "../paths"

/** A preload script of a store that records the statements and service calls of each request. */
export const STATEMENT_RECORDER = path.join(ROOT, "tooling", "store-statements.cjs")

export type RequestCost = {
  /** Statements before the response, in order. */
  statements: string[]
  /** Statements after the response. */
  laterStatements: string[]
  /** Paths of calls to the financing service before the response. */
  calls: string[]
  /** The same after the response. */
  laterCalls: string[]
}

type Line = { statement?: string; call?: string; answered?: boolean }

/** Milliseconds without new lines after which the recording is complete. */
const QUIET_MS = 2_500

/** Records the statements and calls of one request. The store needs the recorder as a preload; `act` must send the headers. */
export async function recordCost(act: (headers: Record<string, string>) => Promise<unknown>) {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "statements-")), "lines.jsonl")
  await act({ "x-statements": file })
  return readCost(await waitForLines(file))
}

async function waitForLines(file: string): Promise<Line[]> {
  for (let before = -1; ;) {
    const text = existsSync(file) ? readFileSync(file, "utf8") : ""
    if (text.length === before) {
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Line)
    }
    before = text.length
    await sleep(QUIET_MS)
  }
}

function readCost(lines: readonly Line[]): RequestCost {
  const answered = lines.findIndex((line) => line.answered)
  const until = lines.slice(0, answered)
  const after = lines.slice(answered)
  const statements = (some: readonly Line[]) => some.flatMap(({ statement }) => statement ?? [])
  const calls = (some: readonly Line[]) => some.flatMap(({ call }) => call ?? [])
  return {
    statements: statements(until),
    laterStatements: statements(after),
    calls: calls(until),
    laterCalls: calls(after),
  }
}
