import { styleText } from "node:util"
import { UNOBSERVABLE_EVIDENCE } from "./assumptions/registry"
import type { Report, ReportedCall } from "./report"

const WIDTH = 80

export type Paint = (format: "green" | "red" | "yellow" | "dim" | "bold", text: string) => string

/** Creates a paint function that colors text, or returns it unchanged without color support. */
export const createPaint = (hasColor: boolean): Paint =>
  hasColor
    ? (format, text) => styleText(format, text, { validateStream: false })
    : (_format, text) => text

/** Wraps a text at a width. */
export function wrapText(text: string, width: number): string[] {
  const lines = [""]
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? ""
    if (line === "") lines[lines.length - 1] = word
    else if (line.length + word.length < width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Formats rows in columns. The last column wraps within 80 characters. */
function formatColumns(rows: readonly string[][], widths: readonly number[]): string[] {
  const indent = widths.reduce((sum, width) => sum + width, 2)
  return rows.flatMap((cells) => {
    const start = widths.map((width, index) => (cells[index] ?? "").padEnd(width)).join("")
    const [first = "", ...rest] = wrapText(cells.at(-1) ?? "", WIDTH - indent)
    return [`  ${start}${first}`, ...rest.map((line) => " ".repeat(indent) + line)]
  })
}

function describeReading({ reading, fields, httpStatus, found }: ReportedCall): string {
  const resultText = found === "" ? "" : `: ${found}`
  if (reading === "tolerated") return `tolerated without ${fields.join(", ")}${resultText}`
  if (reading === "as stated") return `as stated${resultText}`
  if (reading === "no answer" || httpStatus === null) return "no answer"
  return reading === "refused"
    ? `refused, HTTP ${httpStatus}`
    : `not understood, HTTP ${httpStatus}`
}

function formatSection(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : ["", paint("bold", title), "", ...lines]
}

function formatCalls({ calls }: Report): string[] {
  const rows = calls.map((call) => [
    call.operation,
    call.sent,
    `${call.ms} ms`,
    describeReading(call),
  ])
  return formatColumns([["endpoint", "sent", "in", "answer"], ...rows], [22, 25, 9])
}

function formatAssumptions({ assumptions }: Report, paint: Paint): string[] {
  const verdictLabels = {
    confirmed: "confirmed",
    contradicted: "contradicted",
    "not-seen": "not seen",
  }
  const colors = { confirmed: "green", contradicted: "red", "not-seen": "dim" } as const
  const order = ["contradicted", "confirmed", "not-seen"] as const
  const lines = order.flatMap((verdict) => {
    const some = assumptions.filter(
      (assumption) =>
        assumption.verdict === verdict && assumption.evidence !== UNOBSERVABLE_EVIDENCE
    )
    const rows = some.map(({ id, evidence }) => [id, verdictLabels[verdict], evidence])
    return formatColumns(rows, [25, 14]).map((line) => paint(colors[verdict], line))
  })
  const hidden = assumptions
    .filter(({ evidence }) => evidence === UNOBSERVABLE_EVIDENCE)
    .map(({ id }) => id)
  if (hidden.length === 0) return lines
  const names = wrapText(`No call shows: ${hidden.join(", ")}`, WIDTH - 2).map(
    (line) => `  ${line}`
  )
  return [...lines, "", ...names.map((line) => paint("dim", line))]
}

function formatChanges({ changes, assumptions }: Report): string[] {
  const contradictions = assumptions.filter(({ verdict }) => verdict === "contradicted")
  const consequences = contradictions.flatMap(({ id, assumed, until }) => [
    `  ${id}`,
    ...wrapText(`Assumed: ${assumed}`, WIDTH - 4).map((line) => `    ${line}`),
    ...wrapText(`Until then: ${until ?? ""}`, WIDTH - 4).map((line) => `    ${line}`),
    "",
  ])
  const optionLines =
    changes.length === 0
      ? []
      : [
          "  Into the plugin's options in medusa-config.ts:",
          "",
          ...changes.map((change) => `    ${change}`),
          "",
        ]
  return [...optionLines, ...consequences].slice(0, -1)
}

function formatOpenApplications({ leftOpen }: Report): string[] {
  return leftOpen.flatMap(({ orderId, kind, reason }) =>
    wrapText(`${orderId} (${kind}): ${reason}`, WIDTH - 4).map(
      (line, index) => (index === 0 ? "  " : "    ") + line
    )
  )
}

function formatPostbacks({ postbacks }: Report): string[] {
  if (postbacks === null) return []
  if (postbacks.length === 0) return ["  None arrived."]
  const rows = postbacks.map(({ after, lateMs, encoding, fields, labels }) => [
    after ?? "",
    `${lateMs} ms`,
    encoding,
    [Object.values(labels).join(" "), fields.join(" ")].filter((part) => part !== "").join(": "),
  ])
  return formatColumns([["after", "late", "as", "labels: fields"], ...rows], [26, 10, 6])
}

const countVerdicts = (report: Report, verdict: string) =>
  report.assumptions.filter((assumption) => assumption.verdict === verdict).length

/** Formats the report for a terminal of 80 columns. */
export function formatReport(report: Report, paint: Paint): string {
  const summary = `${countVerdicts(report, "confirmed")} confirmed, ${countVerdicts(report, "contradicted")} contradicted, ${countVerdicts(report, "not-seen")} not seen`
  return [
    ...formatSection(
      "What the service answered (as stated: as the contract says)",
      formatCalls(report),
      paint
    ),
    ...formatSection("Postbacks", formatPostbacks(report), paint),
    ...formatSection("What the plugin assumes", formatAssumptions(report, paint), paint),
    ...formatSection("What to change", formatChanges(report), paint),
    ...formatSection(
      "Left open: ask the service to end these",
      formatOpenApplications(report),
      paint
    ),
    ...formatSection(
      "What went wrong",
      report.problems.map((problem) => `  ${problem}`),
      paint
    ),
    "",
    paint(countVerdicts(report, "contradicted") > 0 ? "yellow" : "green", summary),
  ].join("\n")
}

const escapeCell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ")
const formatRow = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(" | ")} |`
const formatTable = (head: string[], rows: string[][]) =>
  [formatRow(head), formatRow(head.map(() => "---")), ...rows.map(formatRow)].join("\n")

/** Formats the report as Markdown, for the service's support or an issue. */
export function formatMarkdown(report: Report): string {
  const { calls, assumptions, changes, leftOpen, postbacks, problems } = report
  const list = (lines: readonly string[]) =>
    lines.length === 0 ? "None." : lines.map((line) => `- ${line}`).join("\n")
  return `# First contact with the financing service

${report.at}, ${report.environment}. No credential, token or personal data is in this report.

## Calls

${formatTable(
  ["Endpoint", "Sent", "Milliseconds", "Answer"],
  calls.map((call) => [
    `${call.endpoint} ${call.operation}`,
    call.sent,
    String(call.ms),
    describeReading(call),
  ])
)}

## Assumptions

${formatTable(
  ["Id", "Assumed", "Found", "Evidence"],
  assumptions.map((assumption) => [
    assumption.id,
    assumption.assumed,
    assumption.verdict.replace("-", " "),
    assumption.evidence,
  ])
)}

## What to change

${changes.length === 0 ? "Nothing." : `\`\`\`ts\n${changes.join("\n")}\n\`\`\``}

## Postbacks

${list((postbacks ?? []).map((postback) => `${postback.encoding}, after ${postback.after ?? "nothing"}: ${postback.fields.join(", ")}`))}

## Left open

${list([...leftOpen.map((application) => `${application.orderId} (${application.kind}): ${application.reason}`), ...problems])}
`
}
