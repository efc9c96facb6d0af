import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { stringify } from "csv-stringify"

/** A number is an amount in dollars. */
export type Cell = string | number
type Csv<Column extends string> = {
  name: string
  /** The columns' headings in their order; `{{zone}}` is replaced. */
  heads: Record<Column, string>
  timeZone: string
  /** A missing cell is empty. */
  rows: AsyncIterable<Partial<Record<Column, Cell>>>
}

const cast = { number: (dollars: number) => dollars.toFixed(2) }

/** Streams a CSV file. Escapes texts that a spreadsheet would compute. */
export async function sendCsv<Column extends string>(
  { scope }: MedusaRequest,
  res: MedusaResponse,
  { name, heads, timeZone, rows }: Csv<Column>
): Promise<void> {
  const columns = Object.entries<string>(heads).map(([key, head]) => ({
    key,
    header: head.replace("{{zone}}", timeZone),
  }))
  res.setHeader("Content-Type", "text/csv; charset=utf-8")
  res.setHeader("Content-Disposition", `attachment; filename="${name}.csv"`)
  // Without the mark, Excel for Windows assumes its own code page.
  const csv = stringify({ header: true, columns, escape_formulas: true, bom: true, cast })
  try {
    await pipeline(Readable.from(rows), csv, res)
  } catch {
    // The headers are sent, so only an incomplete file can signal the error.
    scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`consumer-financing: the export ${name} ended early`)
    res.destroy()
  }
}

/** Formats days in a time zone as YYYY-MM-DD; empty if there is none. */
export function dayFormat(timeZone: string): (moment: Date | string | null) => string {
  // Swedish dates have the ISO format.
  const days = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" })
  return (moment) => (moment === null ? "" : days.format(new Date(moment)))
}

export const dollars = (cents: number | null): Cell => (cents === null ? "" : cents / 100)
