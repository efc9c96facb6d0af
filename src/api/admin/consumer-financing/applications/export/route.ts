import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { type MoneyState, netOf } from "../../../../../domain/money-state"
import { CONSUMER_FINANCING } from "../../../../../modules/consumer-financing"
import type { ApplicationFilter } from "../../../../../modules/consumer-financing/operations/list-applications"
import type { ApplicationRecord } from "../../../../../modules/consumer-financing/records"
import { EXPORT_WORDS, type ExportColumn } from "../../export-words"
import { narrow } from "../../narrow"
import type { ExportQuery } from "../../queries"
import {
  type PurchaseSummary,
  readPurchaseSummaries,
} from "../../../../../medusa/read-purchase-summaries"
import { readMoney } from "../../read-money"
import { type Cell, dayFormat, dollars, sendCsv } from "../../send-csv"

/** Maximum number of applications held in memory. */
const BATCH = 1_000

type Row = { application: ApplicationRecord; purchase: PurchaseSummary; money: MoneyState }
function cellsOf(
  { application, purchase, money }: Row,
  { language, day }: { language: ExportQuery["language"]; day: ReturnType<typeof dayFormat> }
): Record<ExportColumn, Cell> {
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

/** Exports matching applications as CSV for bookkeepers. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { language, time_zone, ...narrowing } = req.validatedQuery as ExportQuery
  const timeZone = time_zone ?? req.scope.resolve(CONSUMER_FINANCING).timeZone
  const filter = await narrow(req.scope, narrowing)
  const day = dayFormat(timeZone)
  const rows = async function* () {
    for await (const row of rowsOf(req.scope, filter)) yield cellsOf(row, { language, day })
  }
  const { heads } = EXPORT_WORDS[language]
  await sendCsv(req, res, { name: "consumer-financing", heads, timeZone, rows: rows() })
}

async function* rowsOf(scope: MedusaContainer, filter: ApplicationFilter): AsyncGenerator<Row> {
  const financing = scope.resolve(CONSUMER_FINANCING)
  for (let skip = 0; ; skip += BATCH) {
    const { applications } = await financing.listApplications(filter, { take: BATCH, skip })
    const moneyOf = await readMoney(scope, applications)
    const purchaseOf = await readPurchaseSummaries(scope, applications)
    for (const application of applications) {
      yield { application, purchase: purchaseOf(application), money: moneyOf(application) }
    }
    if (applications.length < BATCH) return
  }
}
