import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Badge, Container, Heading, Text } from "@medusajs/ui"
import { hasEnded } from "../../domain/application-state"
import { roundToCents } from "../../domain/money"
import { RequireRight } from "../components/require-right"
import { AddressCheck, mayHaveAddressMismatch } from "../components/address-check"
import { CustomerLink } from "../components/customer-link"
import { buildCaseParams } from "../components/review-case-text"
import { hasAmountDue, FinancingRequests } from "../components/financing-requests"
import { LoadError } from "../components/load-error"
import { Headline } from "../components/headline"
import { HomeAlarm } from "../components/home-alarm"
import { isFinanced } from "../components/is-financed"
import { OrderActions, OrderMenu } from "../components/order-actions"
import { FinancingSummary } from "../components/financing-summary"
import { PortalLink } from "../components/portal-link"
import { StateBadge } from "../components/state-badge"
import { ReconcileButton } from "../components/reconcile-button"
import { TakeBackRefund } from "../components/take-back-refund"
import { Timeline } from "../components/timeline"
import { AmountsTable } from "../components/amounts-table"
import { isUnpaid, UnpaidOrderActions } from "../components/unpaid-order-actions"
import { LoadingSkeleton } from "../components/loading-skeleton"
import { useOrderApplication } from "../queries/order-application"
import { useTexts } from "../texts/use-texts"
import { TextLink } from "../components/text-link"

function OrderFinancing({ data: order }: DetailWidgetProps<AdminOrder>) {
  const financed = isFinanced(order)
  return financed === false ? null : <Panel order={order} isCertain={financed === true} />
}

function Panel({ order, isCertain }: { order: AdminOrder; isCertain: boolean }) {
  const { t, word, amount } = useTexts()
  const { data, error, isPending, refetch } = useOrderApplication(order)
  const file = data?.application
  const others = data?.others ?? []
  const owedCents = -roundToCents(Number(order.summary?.pending_difference ?? 0))
  if (!isCertain && !file) return null
  return (
    // Moves the panel above Medusa's own sections.
    <Container
      style={{ order: -1 }}
      className="divide-y p-0"
      data-testid="consumer-financing-panel"
    >
      <HomeAlarm />
      <div className="flex items-center justify-between gap-2 px-6 py-4">
        <Heading level="h2">{t("file.title")}</Heading>
        {file && (
          <div className="flex flex-wrap justify-end gap-2">
            {file.environment === "staging" && (
              <Badge size="2xsmall" color="orange">
                {t("settings.environment.staging")}
              </Badge>
            )}
            <StateBadge state={file.state} hasShipped={file.has_shipped} message={file.message} />
            <OrderMenu order={order} file={file} others={others} />
          </div>
        )}
      </div>
      {isPending && <LoadingSkeleton />}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {file === null && (
        <>
          <Text size="small" className="text-ui-fg-subtle px-6 py-4">
            {t("file.none")}
          </Text>
          {hasAmountDue(order) && <FinancingRequests order={order} />}
        </>
      )}
      {file && (
        <>
          <div className="px-6 py-4">
            <Headline message={file.message} />
          </div>
          {owedCents >= 1 && !hasEnded(file.state) && (
            <Text role="status" size="small" weight="plus" className="px-6 py-4">
              {t("order.owes", { amount: amount(owedCents) })}
            </Text>
          )}
          <FinancingSummary file={file} />
          <AmountsTable file={file} />
          {file.review_cases.some(({ acknowledged }) => acknowledged === null) && (
            <div className="flex flex-col gap-1 px-6 py-4">
              {file.review_cases
                .filter(({ acknowledged }) => acknowledged === null)
                .map((reviewCase) => (
                  <TextLink
                    key={reviewCase.id}
                    to={`/consumer-financing/attention?case=${reviewCase.id}`}
                  >
                    {`${t("attention.decide")}: ${word("cases", `${reviewCase.cause}.title`, buildCaseParams(reviewCase, { word, amount }))}`}
                  </TextLink>
                ))}
            </div>
          )}
          {others.map((other) => (
            <div
              key={other.id}
              className="flex flex-wrap items-center justify-between gap-2 px-6 py-4"
            >
              <TextLink to={`/consumer-financing/${other.id}`}>
                {t("file.other")} {amount(other.financed_cents)}
              </TextLink>
              <StateBadge
                state={other.state}
                hasShipped={other.has_shipped}
                message={other.message}
              />
              {other.message.goods.startsWith("hold") && <Headline message={other.message} />}
            </div>
          ))}
          {isCertain && hasAmountDue(order) && <FinancingRequests order={order} />}
          <CustomerLink file={file} />
          <div className="flex flex-wrap items-start gap-2 px-6 py-4">
            {isUnpaid(file.message) && <UnpaidOrderActions order={order} file={file} />}
            <OrderActions order={order} file={file} others={others} />
            <RequireRight right="change" showReason>
              <ReconcileButton applicationId={file.id} />
              <TakeBackRefund file={file} />
              {mayHaveAddressMismatch(file) && <AddressCheck applicationId={file.id} />}
            </RequireRight>
            <PortalLink file={file} />
          </div>
          <div className="flex flex-col gap-3 px-6 py-4">
            <Timeline entries={file.timeline} limit={5} />
            <TextLink to={`/consumer-financing/${file.id}`}>{t("attention.view")}</TextLink>
          </div>
        </>
      )}
    </Container>
  )
}

export const config = defineWidgetConfig({
  zone: "order.details.side.before",
  id: "consumer-financing:order",
})

export default OrderFinancing
