import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { stringify } from "csv-stringify"
import { type MoneyState, netOf } from "../../../../../domain/money-state"
import { CONSUMER_FINANCING } from "../../../../../modules/consumer-financing"
import type { ApplicationFilter } from "../../../../../modules/consumer-financing/operations/list-applications"
import type { ApplicationRecord } from "../../../../../modules/consumer-financing/records"
import { EXPORT_COLUMNS, EXPORT_WORDS, type ExportColumn, headsOf } from "../../export-words"
import { narrow } from "../../narrow"
import type { ExportQuery } from "../../queries"
import { type Purchase, readPurchases } from "../../../../../medusa/read-purchases"
import { readMoney } from "../../read-money"

/** Maximum number of applications held in memory. */
const BATCH = 1_000

type Row = { application: ApplicationRecord; purchase: Purchase; money: MoneyState }
type Moment = Date | string | null

const dollars = (cents: number | null): string => (cents === null ? "" : (cents / 100).toFixed(2))

function cellsOf(
  { application, purchase, money }: Row,
  { language, day }: { language: ExportQuery["language"]; day: (moment: Moment) => string }
): Record<ExportColumn, string> {
  const { requested, paid_out, refunded } = money
  const refundedCents = refunded.service?.is_known ? refunded.service.cents : null
  return {
    order: purchase.orderNumber ?? "",
    customer: purchase.name ?? "",
    email: purchase.email ?? "",
    state: EXPORT_WORDS[language].states[application.state],
    applied: day(application.created_at),
    shipped: day(purchase.shippedAt),
    requested: day(requested.service?.at ?? null),
    paidOut: day(paid_out.service?.at ?? null),
    financed: dollars(application.financed_cents),
    paid: dollars(paid_out.service?.cents ?? null),
    refunded: dollars(refundedCents),
    net: dollars(netOf(money)),
    lender: application.lender ?? "",
    environment: EXPORT_WORDS[language].environments[application.environment],
    application: application.id,
  }
}

/** Exports matching applications as CSV for bookkeepers. Escapes cells that a spreadsheet would compute. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { language, time_zone: timeZone, ...narrowing } = req.validatedQuery as ExportQuery
  const filter = await narrow(req.scope, narrowing)
  // Swedish dates have the ISO format.
  const days = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" })
  const day = (moment: Moment): string => (moment === null ? "" : days.format(new Date(moment)))
  res.setHeader("Content-Type", "text/csv; charset=utf-8")
  res.setHeader("Content-Disposition", 'attachment; filename="consumer-financing.csv"')
  const columns = headsOf(language, timeZone)
  // Without the mark, Excel for Windows assumes its own code page.
  const csv = stringify({ header: true, columns, escape_formulas: true, bom: true })
  const cells = async function* () {
    for await (const row of rowsOf(req.scope, filter)) {
      const shown = cellsOf(row, { language, day })
      yield EXPORT_COLUMNS.map((name) => shown[name])
    }
  }
  try {
    await pipeline(Readable.from(cells()), csv, res)
  } catch {
    // The headers are sent, so only an incomplete file can signal the error.
    req.scope
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn("consumer-financing: the export of applications ended early")
    res.destroy()
  }
}

async function* rowsOf(scope: MedusaContainer, filter: ApplicationFilter): AsyncGenerator<Row> {
  const financing = scope.resolve(CONSUMER_FINANCING)
  for (let skip = 0; ; skip += BATCH) {
    const { applications } = await financing.listApplications(filter, { take: BATCH, skip })
    const moneyOf = await readMoney(scope, applications)
    const purchaseOf = await readPurchases(scope, applications)
    for (const application of applications) {
      yield { application, purchase: purchaseOf(application), money: moneyOf(application) }
    }
    if (applications.length < BATCH) return
  }
}
