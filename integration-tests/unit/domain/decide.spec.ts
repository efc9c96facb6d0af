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

describe("the recorded decisions of real stores", () => {
  it("are made again by decide for the same observations", () => {
    for (const { observed, rules, decided } of traces) {
      expect(decide(observed, rules)).toEqual(decided)
    }
  })

  it("number at least 120, and cover at least ten actions", () => {
    expect(traces.length).toBeGreaterThanOrEqual(120)
    expect(new Set(traces.map(({ decided }) => decided.action)).size).toBeGreaterThanOrEqual(10)
  })
})
