import { readFileSync } from "node:fs"
import path from "node:path"
import { decide, type Plan, type Rules } from "../../../src/domain/decide"
import type { Observation, Unclear } from "../../../src/domain/observation"

type Trace = { observed: Observation | Unclear; rules: Rules; decided: Plan }

// Recorded in real stores: npm run record:decisions -- --help
const traces = readFileSync(path.join(__dirname, "decisions.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Trace)

describe("what was decided in real stores", () => {
  it("is decided again, of the same that was seen", () => {
    for (const { observed, rules, decided } of traces) {
      expect(decide(observed, rules)).toEqual(decided)
    }
  })

  it("is about most of what is decided every day", () => {
    expect(traces.length).toBeGreaterThanOrEqual(120)
    expect(new Set(traces.map(({ decided }) => decided.action)).size).toBeGreaterThanOrEqual(10)
  })
})
