import { STATUS_CODES } from "../src/domain/status-codes"
import { BEHAVIOUR_ASSUMPTIONS } from "../src/verify/assumptions/registry"

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`

function table(head: readonly string[], rows: readonly string[][]): string {
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")
}

function tableOfCodes(): string {
  const rows = Object.entries(STATUS_CODES).map(([code, { meaning, source }]) => [
    `\`${code}\``,
    meaning,
    source,
    `\`status-code-${code}\``,
  ])
  return table(["Code", "Meaning", "Source", "Id"], rows)
}

function tableOfBehaviour(): string {
  const rows = BEHAVIOUR_ASSUMPTIONS.map(({ id, sentence, where, ifWrong }) => [
    sentence,
    where,
    ifWrong,
    `\`${id}\``,
  ])
  return table(["Assumed", "Where", "If it is wrong", "Id"], rows)
}

/** Returns docs/assumptions.md with both tables rewritten from the registry. */
export function withAssumptions(page: string): string {
  const between = (text: string, mark: string, content: string) =>
    text.replace(
      new RegExp(`(<!-- ${mark} -->)[\\s\\S]*(<!-- /${mark} -->)`),
      (_all, start: string, end: string) => `${start}\n\n${content}\n\n${end}`
    )
  return between(between(page, "codes", tableOfCodes()), "behaviour", tableOfBehaviour())
}
