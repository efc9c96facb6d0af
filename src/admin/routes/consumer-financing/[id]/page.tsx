import { JsonViewSection, SectionRow } from "@medusajs/dashboard/components"
import { Badge, Container, Heading } from "@medusajs/ui"
import { useParams } from "react-router-dom"
import { AddressCheck, mayHaveAddressMismatch } from "../../../components/address-check"
import { RequireRight } from "../../../components/require-right"
import { buildCaseParams } from "../../../components/review-case-text"
import { createBreadcrumb } from "../../../components/breadcrumb"
import { CustomerLink } from "../../../components/customer-link"
import { LoadError } from "../../../components/load-error"
import { Headline } from "../../../components/headline"
import { HomeAlarm } from "../../../components/home-alarm"
import { FinancingSummary } from "../../../components/financing-summary"
import { PortalLink } from "../../../components/portal-link"
import { ReviewCaseDetails } from "../../../components/review-case-details"
import { StateBadge } from "../../../components/state-badge"
import { ReconcileButton } from "../../../components/reconcile-button"
import { TakeBackRefund } from "../../../components/take-back-refund"
import { Timeline } from "../../../components/timeline"
import { AmountsTable } from "../../../components/amounts-table"
import { LoadingSkeleton } from "../../../components/loading-skeleton"
import { TextLink } from "../../../components/text-link"
import type { ApplicationDetails } from "../../../queries/api-types"
import { useApplication } from "../../../queries/applications"
import { useTexts } from "../../../texts/use-texts"

function ApplicationPage() {
  const { id = "" } = useParams()
  const { data, error, isPending, refetch } = useApplication({ application: id })
  if (isPending) return <LoadingSkeleton />
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  return data.application && <ApplicationView file={data.application} />
}

function ApplicationView({ file }: { file: ApplicationDetails }) {
  const { t, word, amount } = useTexts()
  const { order_id, order_display_id } = file
  return (
    <div className="flex flex-col gap-3">
      <HomeAlarm />
      <Container className="divide-y p-0">
        <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
          <div className="flex flex-wrap items-center gap-2">
            <Heading>
              {order_id ? `${t("list.order")} #${order_display_id ?? ""}` : t("file.application")}
            </Heading>
            <StateBadge state={file.state} hasShipped={file.has_shipped} message={file.message} />
            {file.environment === "staging" && (
              <Badge size="2xsmall" color="orange">
                {t("settings.environment.staging")}
              </Badge>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <PortalLink file={file} />
            <RequireRight right="change" showReason>
              {mayHaveAddressMismatch(file) && <AddressCheck applicationId={file.id} />}
              <ReconcileButton applicationId={file.id} />
              <TakeBackRefund file={file} />
            </RequireRight>
          </div>
        </div>
        <div className="px-6 py-4">
          <Headline message={file.message} />
        </div>
        {order_id && (
          <SectionRow
            title={t("list.order")}
            value={<TextLink to={`/orders/${order_id}`}>#{order_display_id ?? ""}</TextLink>}
          />
        )}
        <FinancingSummary file={file} />
        <AmountsTable file={file} />
        <CustomerLink file={file} />
      </Container>
      {file.review_cases.map((reviewCase) => (
        <Container
          key={reviewCase.id}
          className="flex flex-col gap-3"
          data-testid="consumer-financing-case"
        >
          <Heading level="h2">
            {word(
              "cases",
              `${reviewCase.cause}.title`,
              buildCaseParams(reviewCase, { word, amount })
            )}
          </Heading>
          <ReviewCaseDetails reviewCase={reviewCase} />
        </Container>
      ))}
      <Container className="flex flex-col gap-3">
        <Heading level="h2">{t("file.timeline")}</Heading>
        <Timeline entries={file.timeline} />
      </Container>
      <JsonViewSection data={file} />
    </div>
  )
}

export const handle = createBreadcrumb("file.application")

export default ApplicationPage
