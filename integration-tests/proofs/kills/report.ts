import { say } from "../proof-options"
import type { Effects } from "./choose-kills"
import type { Verdict } from "./run-kills"

const told = new Set<Verdict>()

const summary = (verdicts: Verdict[]): string => {
  const broken = verdicts.filter(({ error }) => error)
  const spared = verdicts.filter(({ died }) => !died)
  const beside = spared.length > 0 ? ` (${spared.length} did not come to their moment)` : ""
  return `${verdicts.length} kills${beside}, ${broken.length} violations`
}

/** Describes the last effect before a process ended. */
export function endOf({ died, effects }: Verdict): string {
  return `${died ? "died" : "was spared"} after ${effects.length}, ${effects.at(-1) ?? "nothing"}`
}

/** Prints new violations and the progress. */
export function tell(verdicts: Verdict[], total: number): void {
  for (const verdict of verdicts.filter((one) => !told.has(one))) {
    told.add(verdict)
    const { kill, error } = verdict
    if (!error) continue
    const why = error.message.split("\n").slice(0, 14).join("\n")
    say(`  ✘ ${kill.name} (${endOf(verdict)})\n${why}`)
  }
  say(`  of ${total}: ${summary(verdicts)}`)
}

/** Prints the effects, kills and violations of each operation. */
export function print(verdicts: Verdict[], counted: Effects[]): void {
  const names = [...new Set(verdicts.map(({ kill }) => kill.operation.name))]
  const rows = names.map((name) => {
    const mine = verdicts.filter(({ kill }) => kill.operation.name === name)
    const effects = counted.find(({ operation }) => operation.name === name)?.effects.length
    const broken = mine.filter(({ error }) => error).length
    return [name, String(effects ?? "-"), String(mine.length), String(broken)]
  })
  const table = [["operation", "effects", "kills", "violations"], ...rows]
  const lines = table.map((cells) => cells.map((cell) => cell.padEnd(14)).join(""))
  for (const { operation, effects } of counted) {
    say(`\n${operation.name}:\n${effects.map((name, i) => `  ${i + 1} ${name}`).join("\n")}`)
  }
  say([`\nkills of a real store: ${summary(verdicts)}`, ...lines, ""].join("\n"))
}
