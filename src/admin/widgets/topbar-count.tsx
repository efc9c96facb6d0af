import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Badge } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useReviewCases } from "../queries/review-cases"
import { useOutages } from "../queries/outages"
import { useTexts } from "../texts/use-texts"

/** Shown on every page while review cases are open or the service in use is down. */
function TopbarCount() {
  const { t } = useTexts()
  const { data: cases } = useReviewCases({ acknowledged: false, limit: 1, offset: 0 })
  const { data: service } = useOutages()
  const count = cases?.count ?? 0
  const outage = service?.outages.find(({ is_in_use }) => is_in_use)
  if (count === 0 && !outage) return null
  const label = outage ? t(`outage.causes.${outage.cause}`) : t("attention.banner", { count })
  // Small screens show only the count or an exclamation mark.
  return (
    <Link
      aria-label={label}
      to={outage ? "/consumer-financing" : "/consumer-financing/attention"}
      data-testid="consumer-financing-topbar"
    >
      <Badge size="2xsmall" color={outage ? "red" : "orange"}>
        <span className="hidden md:flex">{label}</span>
        <span className="md:hidden">{outage ? "!" : count}</span>
      </Badge>
    </Link>
  )
}

export const config = defineWidgetConfig({ zone: "topbar", id: "consumer-financing:topbar" })

export default TopbarCount
