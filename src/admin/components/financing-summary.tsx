import { SectionRow } from "@medusajs/dashboard/components"
import type { ApplicationDetails } from "../queries/api-types"
import { useTexts } from "../texts/use-texts"
import { TextLink } from "./text-link"

export function FinancingSummary({ file }: { file: ApplicationDetails }) {
  const { t, moment } = useTexts()
  const { customer_id, customer_name, customer_email, lender, expires_at } = file
  const name = [customer_name, customer_email].filter(Boolean).join(" · ")
  const customer =
    name && customer_id ? <TextLink to={`/customers/${customer_id}`}>{name}</TextLink> : name || "–"
  return (
    <>
      <SectionRow title={t("order.customer")} value={customer} />
      {lender && <SectionRow title={t("file.lender")} value={lender} />}
      {expires_at && (
        <SectionRow
          title={t("order.expires")}
          value={`${moment(expires_at)} (${t("order.expiresHint")})`}
        />
      )}
    </>
  )
}
