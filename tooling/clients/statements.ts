import { existsSync, mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { ROOT } from "../paths"

/** Loaded into a store's process, it counts what each request costs. */
export const COUNTING = path.join(ROOT, "tooling", "store-statements.cjs")

export type Cost = {
  /** What reached Postgres until the answer, in order. */
  statements: string[]
  /** What followed by itself after the answer. */
  later: string[]
  /** Calls to the financing service, by their paths: until the answer, and after it. */
  calls: string[]
  laterCalls: string[]
}

type Line = { statement?: string; call?: string; answered?: boolean }

/** Milliseconds without anything new, after which nothing more is expected. */
const QUIET = 2_500

/** Asks a store that counts for something, with these headers, and says what that cost. */
export async function costOf(act: (headers: Record<string, string>) => Promise<unknown>) {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "statements-")), "lines.jsonl")
  await act({ "x-statements": file })
  return readCost(await quiet(file))
}

async function quiet(file: string): Promise<Line[]> {
  for (let before = -1; ;) {
    const text = existsSync(file) ? readFileSync(file, "utf8") : ""
    if (text.length === before) {
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Line)
    }
    before = text.length
    await sleep(QUIET)
  }
}

function readCost(lines: readonly Line[]): Cost {
  const answered = lines.findIndex((line) => line.answered)
  const until = lines.slice(0, answered)
  const after = lines.slice(answered)
  const statements = (some: readonly Line[]) => some.flatMap(({ statement }) => statement ?? [])
  const calls = (some: readonly Line[]) => some.flatMap(({ call }) => call ?? [])
  return {
    statements: statements(until),
    later: statements(after),
    calls: calls(until),
    laterCalls: calls(after),
  }
}
