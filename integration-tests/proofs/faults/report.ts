import { printLine } from "../proof-options"
import { POINTS, type Point } from "./call-faults"

export type Violation = { name: string; why: string }

/** Counts the completed cases by endpoint and point. */
export class Tally {
  private readonly cases = new Map<string, number>()
  readonly violations: Violation[] = []
  private done = 0

  constructor(
    private readonly title: string,
    private readonly total: number
  ) {}

  countCase(call: string, point: Point): void {
    const key = `${call} ${point}`
    this.cases.set(key, (this.cases.get(key) ?? 0) + 1)
    this.done += 1
    const step = Math.max(10, Math.ceil(this.total / 20))
    if (this.done % step === 0) printLine(`  ${this.progress()}`)
  }

  recordViolation(name: string, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error)
    this.violations.push({ name, why })
    printLine(`  ✘ ${name}\n${indentLines(why)}`)
  }

  listViolations(call: string): Violation[] {
    return this.violations.filter(({ name }) => name.split("/")[1] === call)
  }

  listCalls(): string[] {
    return [...new Set([...this.cases.keys()].map((key) => key.split(" ")[0] ?? ""))]
  }

  /** Prints the number of cases and violations by endpoint and point. */
  print(): void {
    const widths = [24, ...POINTS.map(({ length }) => length + 3), 12]
    const line = (cells: string[]) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("")
    const rows = this.listCalls().map((call) => {
      const counts = POINTS.map((point) => String(this.cases.get(`${call} ${point}`) ?? 0))
      return line([call, ...counts, String(this.listViolations(call).length)])
    })
    const head = line(["endpoint", ...POINTS, "violations"])
    printLine([`\n${this.title}: ${this.progress()}`, head, ...rows, ""].join("\n"))
  }

  private progress(): string {
    return `${this.done} of ${this.total} cases, ${this.violations.length} violations`
  }
}

function indentLines(text: string): string {
  return text
    .split("\n")
    .slice(0, 12)
    .map((row) => `      ${row}`)
    .join("\n")
}
