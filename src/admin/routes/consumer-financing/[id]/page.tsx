import { JsonViewSection, SectionRow } from "@medusajs/dashboard/components"
import { Badge, Container, Heading } from "@medusajs/ui"
import { useParams } from "react-router-dom"
import { AddressCheck, mayBeTheAddress } from "../../../components/address-check"
import { Allowed } from "../../../components/require-right"
import { caseParams } from "../../../components/review-case-text"
import { crumb } from "../../../components/breadcrumb"
import { CustomerLink } from "../../../components/customer-link"
import { Failure } from "../../../components/load-error"
import { Headline } from "../../../components/headline"
import { HomeAlarm } from "../../../components/home-alarm"
import { OrderFacts } from "../../../components/financing-summary"
import { PortalLink } from "../../../components/portal-link"
import { ReviewCaseDetails } from "../../../components/review-case-details"
import { StateBadge } from "../../../components/state-badge"
import { ReconcileButton } from "../../../components/reconcile-button"
import { TakeBackRefund } from "../../../components/take-back-refund"
import { Timeline } from "../../../components/timeline"
import { TwoSides } from "../../../components/amounts-table"
import { Waiting } from "../../../components/loading-skeleton"
import { Way } from "../../../components/text-link"
import type { ApplicationFile } from "../../../queries/api-types"
import { useFile } from "../../../queries/applications"
import { useTexts } from "../../../texts/use-texts"

/** Everything about one application. */
function ApplicationPage() {
  const { id = "" } = useParams()
  const { data, error, isPending, refetch } = useFile({ application: id })
  if (isPending) return <Waiting />
  if (error) return <Failure error={error} again={() => void refetch()} />
  return data.application && <File file={data.application} />
}

function File({ file }: { file: ApplicationFile }) {
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
            <StateBadge
              state={file.state}
              hasShipped={file.has_shipped}
              goods={file.message.goods}
            />
            {file.environment === "staging" && (
              <Badge size="2xsmall" color="orange">
                {t("settings.environment.staging")}
              </Badge>
            )}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <PortalLink file={file} />
            <Allowed to="change" explained>
              {mayBeTheAddress(file) && <AddressCheck applicationId={file.id} />}
              <ReconcileButton applicationId={file.id} />
              <TakeBackRefund file={file} />
            </Allowed>
          </div>
        </div>
        <div className="px-6 py-4">
          <Headline message={file.message} />
        </div>
        {order_id && (
          <SectionRow
            title={t("list.order")}
            value={<Way to={`/orders/${order_id}`}>#{order_display_id ?? ""}</Way>}
          />
        )}
        <OrderFacts file={file} />
        <TwoSides file={file} />
        <CustomerLink file={file} />
      </Container>
      {file.review_cases.map((one) => (
        <Container
          key={one.id}
          className="flex flex-col gap-3"
          data-testid="consumer-financing-case"
        >
          <Heading level="h2">
            {word("cases", `${one.cause}.title`, caseParams(one, { word, amount }))}
          </Heading>
          <ReviewCaseDetails reviewCase={one} />
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

export const handle = crumb("file.application")

export default ApplicationPage
