import { readFileSync } from "node:fs"
import { z } from "@medusajs/framework/zod"

/** Fields of a `verify` report that the simulator uses. */
const reportSchema = z.object({
  version: z.literal(1),
  simulator: z.record(z.string(), z.unknown()),
  notImitated: z.array(z.string()),
})

export type VerifyReport = z.output<typeof reportSchema>

/** Reads a report.json of `verify`. @throws Error when the file is not a report */
export function readReport(file: string): VerifyReport {
  try {
    return reportSchema.parse(JSON.parse(readFileSync(file, "utf8")))
  } catch {
    throw new Error(`--like: ${file} is not a report.json of the verify command.`)
  }
}

/** Describes the applied switches and the observations that no switch imitates. */
export function describeReport({ simulator, notImitated }: VerifyReport): string {
  const switchLines = Object.entries(simulator).map(([name, value]) => `  ${name}=${String(value)}`)
  const unsupportedLines = notImitated.map((one) => `  ${one}`)
  return [
    "\nIt behaves as the report says:",
    ...(switchLines.length === 0 ? ["  as by default"] : switchLines),
    ...(unsupportedLines.length === 0 ? [] : ["No switch imitates:", ...unsupportedLines]),
  ].join("\n")
}
