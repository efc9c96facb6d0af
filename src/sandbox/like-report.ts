import { readFileSync } from "node:fs"
import { z } from "@medusajs/framework/zod"

/** What the simulator needs of a report. */
const report = z.object({
  version: z.literal(1),
  simulator: z.record(z.string(), z.unknown()),
  notImitated: z.array(z.string()),
})

export type SeenService = z.output<typeof report>

/** Reads a report.json of `verify`. @throws when the file is none */
export function readReport(file: string): SeenService {
  try {
    return report.parse(JSON.parse(readFileSync(file, "utf8")))
  } catch {
    throw new Error(`--like: ${file} is not a report.json of the verify command.`)
  }
}

/** The switches that were set, and what no switch can imitate. */
export function describeLikeness({ simulator, notImitated }: SeenService): string {
  const set = Object.entries(simulator).map(([name, value]) => `  ${name}=${String(value)}`)
  const missing = notImitated.map((one) => `  ${one}`)
  return [
    "\nIt behaves as the report says:",
    ...(set.length === 0 ? ["  as by default"] : set),
    ...(missing.length === 0 ? [] : ["No switch imitates:", ...missing]),
  ].join("\n")
}
