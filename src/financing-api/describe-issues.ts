import type { z } from "@medusajs/framework/zod"

type Issue = z.core.$ZodIssue

const SHOWN = 5

/**
 * Names what is wrong in a value that a schema refused: the path of each field and the rule it
 * breaks, never the value, e.g. `items[0].price: must have at most two decimals`.
 */
export function describeIssues(issues: readonly Issue[]): string {
  const lines = issues.flatMap(describeIssue)
  const more = lines.length > SHOWN ? [`and ${lines.length - SHOWN} more`] : []
  return [...lines.slice(0, SHOWN), ...more].join("; ")
}

function describeIssue(issue: Issue): string[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `${pathOf([...issue.path, key])}: is not a field here`)
  }
  return [`${pathOf(issue.path)}: ${issue.message}`]
}

function pathOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "(whole value)"
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`
    return text === "" ? String(part) : `${text}.${String(part)}`
  }, "")
}
