import { readFileSync } from "node:fs"
import { z } from "@medusajs/framework/zod"

/** Fields of a `verify` report that the simulator uses. */
const report = z.object({
  version: z.literal(1),
  simulator: z.record(z.string(), z.unknown()),
  notImitated: z.array(z.string()),
})

export type SeenService = z.output<typeof report>

/** Reads a report.json of `verify`. @throws Error when the file is not a report */
export function readReport(file: string): SeenService {
  try {
    return report.parse(JSON.parse(readFileSync(file, "utf8")))
  } catch {
    throw new Error(`--like: ${file} is not a report.json of the verify command.`)
  }
}

/** Describes the applied switches and the observations that no switch imitates. */
export function describeLikeness({ simulator, notImitated }: SeenService): string {
  const set = Object.entries(simulator).map(([name, value]) => `  ${name}=${String(value)}`)
  const missing = notImitated.map((one) => `  ${one}`)
  return [
    "\nIt behaves as the report says:",
    ...(set.length === 0 ? ["  as by default"] : set),
    ...(missing.length === 0 ? [] : ["No switch imitates:", ...missing]),
  ].join("\n")
}
