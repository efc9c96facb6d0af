import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { stringify } from "csv-stringify"
import { CONSUMER_FINANCING } from "../../../../../modules/consumer-financing"
import type { ApplicationFilter } from "../../../../../modules/consumer-financing/operations/list-applications"
import { narrow } from "../../narrow"
import type { Narrowing } from "../../queries"
import { showApplications } from "../../show-application"
import type { ShownApplication } from "../../shown"

/** Applications that are held in memory at once. */
const BATCH = 1_000

const dollars = (cents: number | null) => (cents === null ? "" : (cents / 100).toFixed(2))
const moment = (when: Date | string | null) => (when === null ? "" : new Date(when).toISOString())

const COLUMNS: Record<string, (one: ShownApplication) => string> = {
  order: ({ order_display_id }) => order_display_id ?? "",
  customer: ({ customer_email }) => customer_email ?? "",
  state: ({ state }) => state,
  code: ({ code }) => code ?? "",
  lender: ({ lender }) => lender ?? "",
  financed: ({ financed_cents }) => dollars(financed_cents),
  at_service: ({ service_cents }) => dollars(service_cents),
  refunded: ({ refunded_cents }) => dollars(refunded_cents),
  needs_attention: ({ attention }) => attention ?? "",
  ready_since: ({ ready_at }) => moment(ready_at),
  created: ({ created_at }) => moment(created_at),
  environment: ({ environment }) => environment,
  application_id: ({ id }) => id,
  order_id: ({ order_id }) => order_id ?? "",
  cart_id: ({ cart_id }) => cart_id ?? "",
}

/** Everything that matches as CSV, in dollars. A cell that a spreadsheet would compute is quoted. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const filter = await narrow(req.scope, req.validatedQuery as Narrowing)
  res.setHeader("Content-Type", "text/csv; charset=utf-8")
  res.setHeader("Content-Disposition", 'attachment; filename="consumer-financing.csv"')
  const csv = stringify({ header: true, columns: Object.keys(COLUMNS), escape_formulas: true })
  try {
    await pipeline(Readable.from(rowsOf(req.scope, filter)), csv, res)
  } catch {
    // The head is out: a file that ends early is all that can still be told.
    req.scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn("consumer-financing: the export of applications ended early")
    res.destroy()
  }
}

async function* rowsOf(scope: MedusaContainer, filter: ApplicationFilter) {
  const financing = scope.resolve(CONSUMER_FINANCING)
  for (let skip = 0; ; skip += BATCH) {
    const { applications } = await financing.listApplications(filter, { take: BATCH, skip })
    for (const shown of await showApplications(scope, applications)) {
      yield Object.values(COLUMNS).map((cell) => cell(shown))
    }
    if (applications.length < BATCH) return
  }
}
