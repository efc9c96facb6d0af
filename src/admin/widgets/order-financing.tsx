import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Badge, Container, Heading, Text } from "@medusajs/ui"
import { Allowed } from "../components/require-right"
import { AddressCheck, mayBeTheAddress } from "../components/address-check"
import { CustomerLink } from "../components/customer-link"
import { caseParams } from "../components/review-case-text"
import { isDue, Requests } from "../components/financing-requests"
import { Failure } from "../components/load-error"
import { Headline } from "../components/headline"
import { HomeAlarm } from "../components/home-alarm"
import { isFinanced } from "../components/is-financed"
import { OrderActions, OrderMenu } from "../components/order-actions"
import { OrderFacts } from "../components/financing-summary"
import { PortalLink } from "../components/portal-link"
import { StateBadge } from "../components/state-badge"
import { ReconcileButton } from "../components/reconcile-button"
import { TakeBackRefund } from "../components/take-back-refund"
import { Timeline } from "../components/timeline"
import { TwoSides } from "../components/amounts-table"
import { isUnpaid, UnpaidWays } from "../components/unpaid-order-actions"
import { Waiting } from "../components/loading-skeleton"
import { useFileOfOrder } from "../queries/order-application"
import { useTexts } from "../texts/use-texts"
import { Way } from "../components/text-link"

/** The panel on a financed order's page: both sides' states, and the possible actions. */
function OrderFinancing({ data: order }: DetailWidgetProps<AdminOrder>) {
  const financed = isFinanced(order)
  return financed === false ? null : <Panel order={order} isSure={financed === true} />
}

function Panel({ order, isSure }: { order: AdminOrder; isSure: boolean }) {
  const { t, word, amount } = useTexts()
  const { data, error, isPending, refetch } = useFileOfOrder(order)
  const file = data?.application
  const others = data?.others ?? []
  // Medusa counts fractions of a cent, which are no debt.
  const owed = -Math.round(Number(order.summary?.pending_difference ?? 0) * 100)
  if (!isSure && !file) return null
  return (
    // Medusa lays every widget behind its own parts; whether goods may leave is read first.
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
            <StateBadge
              state={file.state}
              hasShipped={file.has_shipped}
              goods={file.message.goods}
            />
            <OrderMenu order={order} file={file} others={others} />
          </div>
        )}
      </div>
      {isPending && <Waiting />}
      {error && <Failure error={error} again={() => void refetch()} />}
      {file === null && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("file.none")}
        </Text>
      )}
      {file && (
        <>
          <div className="px-6 py-4">
            <Headline message={file.message} />
          </div>
          {owed >= 1 && (
            <Text role="status" size="small" weight="plus" className="px-6 py-4">
              {t("order.owes", { amount: amount(owed) })}
            </Text>
          )}
          <OrderFacts file={file} />
          <TwoSides file={file} />
          {file.review_cases.some(({ acknowledged }) => acknowledged === null) && (
            <div className="flex flex-col gap-1 px-6 py-4">
              {file.review_cases
                .filter(({ acknowledged }) => acknowledged === null)
                .map((one) => (
                  <Way key={one.id} to={`/consumer-financing/attention?case=${one.id}`}>
                    {`${t("attention.decide")}: ${word("cases", `${one.cause}.title`, caseParams(one, { word, amount }))}`}
                  </Way>
                ))}
            </div>
          )}
          {others.map((one) => (
            <div key={one.id} className="flex items-center justify-between gap-2 px-6 py-4">
              <Way to={`/consumer-financing/${one.id}`}>
                {t("file.other")} {amount(one.financed_cents)}
              </Way>
              <StateBadge
                state={one.state}
                hasShipped={one.has_shipped}
                goods={one.message.goods}
              />
            </div>
          ))}
          {isSure && isDue(order) && <Requests order={order} />}
          <CustomerLink file={file} />
          <div className="flex flex-wrap items-start gap-2 px-6 py-4">
            {isUnpaid(file.message) && <UnpaidWays order={order} file={file} />}
            <OrderActions order={order} file={file} others={others} />
            <Allowed to="change" explained>
              <ReconcileButton applicationId={file.id} />
              <TakeBackRefund file={file} />
              {mayBeTheAddress(file) && <AddressCheck applicationId={file.id} />}
            </Allowed>
            <PortalLink file={file} />
          </div>
          <div className="flex flex-col gap-3 px-6 py-4">
            <Timeline entries={file.timeline} most={5} />
            <Way to={`/consumer-financing/${file.id}`}>{t("attention.view")}</Way>
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
