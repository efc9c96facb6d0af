import { STATUS_CODES } from "../src/domain/status-codes"
import { BEHAVIOUR_ASSUMPTIONS } from "../src/verify/assumptions/registry"

const formatRow = (cells: readonly string[]) => `| ${cells.join(" | ")} |`

function formatTable(head: readonly string[], rows: readonly string[][]): string {
  return [formatRow(head), formatRow(head.map(() => "---")), ...rows.map(formatRow)].join("\n")
}

function formatCodeTable(): string {
  const rows = Object.entries(STATUS_CODES).map(([code, { meaning, source }]) => [
    `\`${code}\``,
    meaning,
    source,
    `\`status-code-${code}\``,
  ])
  return formatTable(["Code", "Meaning", "Source", "Id"], rows)
}

function formatBehaviourTable(): string {
  const rows = BEHAVIOUR_ASSUMPTIONS.map(({ id, sentence, where, ifWrong }) => [
    sentence,
    where,
    ifWrong,
    `\`${id}\``,
  ])
  return formatTable(["Assumed", "Where", "If it is wrong", "Id"], rows)
}

/** Returns docs/assumptions.md with both tables rewritten from the registry. */
export function replaceAssumptionTables(page: string): string {
  const replaceBetween = (text: string, mark: string, content: string) =>
    text.replace(
      new RegExp(`(<!-- ${mark} -->)[\\s\\S]*(<!-- /${mark} -->)`),
      (_all, start: string, end: string) => `${start}\n\n${content}\n\n${end}`
    )
  return replaceBetween(
    replaceBetween(page, "codes", formatCodeTable()),
    "behaviour",
    formatBehaviourTable()
  )
}
