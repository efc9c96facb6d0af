import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Container } from "@medusajs/ui"
import { TextLink } from "../components/text-link"
import { useReviewCases } from "../queries/review-cases"
import { useTexts } from "../texts/use-texts"

/** Shown above the orders while review cases are open. */
function ReviewCaseBanner() {
  const { t } = useTexts()
  const { data } = useReviewCases({ acknowledged: false, limit: 1, offset: 0 })
  if (!data || data.count === 0) return null
  return (
    <Container role="status" style={{ order: -1 }} className="flex items-center gap-2 px-6 py-3">
      <TextLink to="/consumer-financing/attention">
        {t("attention.banner", { count: data.count })}
      </TextLink>
    </Container>
  )
}

export const config = defineWidgetConfig({
  zone: "order.list.before",
  id: "consumer-financing:reviewCase",
})

export default ReviewCaseBanner
