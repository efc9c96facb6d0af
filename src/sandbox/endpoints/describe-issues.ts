import type { z } from "@medusajs/framework/zod"

type Issue = z.ZodError["issues"][number]

function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${String(part)}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "")
}

function describe(issue: Issue): string {
  if (issue.code === "unrecognized_keys") {
    return issue.keys
      .map((key) => `${fieldName([...issue.path, key])}: is not a field of this call`)
      .join("; ")
  }
  const missing = issue.code === "invalid_type" && issue.message.includes("received undefined")
  return `${fieldName(issue.path) || "body"}: ${missing ? "is required" : issue.message}`
}

/** Describes every invalid field in one line, without its value. */
export function describeIssues(error: z.ZodError): string {
  return error.issues.map(describe).join("; ")
}
