import { printLine } from "../proof-options"
import type { OperationEffects } from "./choose-kills"
import type { Verdict } from "./run-kills"

const printedVerdicts = new Set<Verdict>()

const formatSummary = (verdicts: Verdict[]): string => {
  const violations = verdicts.filter(({ error }) => error)
  const survivors = verdicts.filter(({ died }) => !died)
  const note = survivors.length > 0 ? ` (${survivors.length} did not come to their moment)` : ""
  return `${verdicts.length} kills${note}, ${violations.length} violations`
}

/** Describes the last effect before a process ended. */
export function describeEnd({ died, effects }: Verdict): string {
  return `${died ? "died" : "was spared"} after ${effects.length}, ${effects.at(-1) ?? "nothing"}`
}

/** Prints new violations and the progress. */
export function printProgress(verdicts: Verdict[], total: number): void {
  for (const verdict of verdicts.filter((verdict) => !printedVerdicts.has(verdict))) {
    printedVerdicts.add(verdict)
    const { kill, error } = verdict
    if (!error) continue
    const why = error.message.split("\n").slice(0, 14).join("\n")
    printLine(`  ✘ ${kill.name} (${describeEnd(verdict)})\n${why}`)
  }
  printLine(`  of ${total}: ${formatSummary(verdicts)}`)
}

/** Prints the effects, kills and violations of each operation. */
export function printReport(verdicts: Verdict[], counted: OperationEffects[]): void {
  const names = [...new Set(verdicts.map(({ kill }) => kill.operation.name))]
  const rows = names.map((name) => {
    const operationVerdicts = verdicts.filter(({ kill }) => kill.operation.name === name)
    const effects = counted.find(({ operation }) => operation.name === name)?.effects.length
    const violations = operationVerdicts.filter(({ error }) => error).length
    return [name, String(effects ?? "-"), String(operationVerdicts.length), String(violations)]
  })
  const table = [["operation", "effects", "kills", "violations"], ...rows]
  const lines = table.map((cells) => cells.map((cell) => cell.padEnd(14)).join(""))
  for (const { operation, effects } of counted) {
    printLine(`\n${operation.name}:\n${effects.map((name, i) => `  ${i + 1} ${name}`).join("\n")}`)
  }
  printLine([`\nkills of a real store: ${formatSummary(verdicts)}`, ...lines, ""].join("\n"))
}
