import { readFileSync } from "node:fs"
import path from "node:path"
import { decide, type Decided, type Observation, type Rules } from "../../../src/domain/decide"

type Trace = { observed: Observation; rules: Rules; decided: Decided; effects: string[] }

// Recorded in real stores: npm run record:decisions -- --help
const traces = readFileSync(path.join(__dirname, "decisions.jsonl"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Trace)

describe("what was decided in real stores", () => {
  it("is decided again, of the same that was seen", () => {
    const different = traces.filter(({ observed, rules, decided }) => {
      const again = decide(observed, rules)
      return JSON.stringify(again) !== JSON.stringify(decided)
    })
    expect(different).toEqual([])
  })

  it("is about most of what is decided every day", () => {
    expect(traces.length).toBeGreaterThanOrEqual(40)
    expect(new Set(traces.map(({ decided }) => decided.action)).size).toBeGreaterThanOrEqual(10)
  })
})
