import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminCustomer, DetailWidgetProps } from "@medusajs/framework/types"
import { Container, Heading } from "@medusajs/ui"
import { StateBadge } from "../components/state-badge"
import { TextLink } from "../components/text-link"
import { useApplications } from "../queries/applications"
import { useTexts } from "../texts/use-texts"

const LIMIT = 5

function CustomerFinancing({ data: { email } }: DetailWidgetProps<AdminCustomer>) {
  const { t, amount } = useTexts()
  const { data } = useApplications({ q: email ?? "–", limit: LIMIT, offset: 0 })
  if (!email || !data || data.count === 0) return null
  return (
    <Container className="divide-y p-0" data-testid="consumer-financing-customer">
      <div className="px-6 py-4">
        <Heading level="h2">{t("file.title")}</Heading>
      </div>
      {data.applications.map((application) => (
        <div
          key={application.id}
          className="flex flex-wrap items-center justify-between gap-2 px-6 py-3"
        >
          <TextLink to={`/consumer-financing/${application.id}`}>
            {`${application.order_display_id === null ? t("list.noOrder") : `#${application.order_display_id}`} · ${amount(application.financed_cents)}`}
          </TextLink>
          <StateBadge
            state={application.state}
            hasShipped={application.has_shipped}
            message={application.message}
          />
        </div>
      ))}
      {data.count > LIMIT && (
        <div className="px-6 py-3">
          <TextLink to={`/consumer-financing/applications?q=${encodeURIComponent(email)}`}>
            {t("overview.all")}
          </TextLink>
        </div>
      )}
    </Container>
  )
}

export const config = defineWidgetConfig({
  zone: "customer.details.side",
  id: "consumer-financing:customer",
})

export default CustomerFinancing
