import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Badge, Container, Heading, Text } from "@medusajs/ui"
import { Allowed } from "../components/allowed"
import { AddressCheck } from "../components/address-check"
import { CustomerLink } from "../components/customer-link"
import { Failure } from "../components/failure"
import { OrderActions } from "../components/order-actions"
import { PortalLink } from "../components/portal-link"
import { ServiceWord } from "../components/service-word"
import { StateBadge } from "../components/state-badge"
import { SyncButton } from "../components/sync-button"
import { Timeline } from "../components/timeline"
import { Tokens } from "../components/tokens"
import { TwoSides } from "../components/two-sides"
import { Waiting } from "../components/waiting"
import { useFile } from "../server/applications"
import { useTexts } from "../texts/use-texts"
import { Way } from "../components/way"

const PROVIDER = "pp_consumer-financing_"

/**
 * Whether any payment or session of the order is ours: others see nothing of this panel. Null where the role
 * of whoever is signed in does not show payments.
 */
function isFinanced({ payment_collections }: AdminOrder): boolean | null {
  if (!payment_collections?.every(({ payments }) => payments)) return null
  return payment_collections.some(({ payments, payment_sessions }) =>
    [...(payments ?? []), ...(payment_sessions ?? [])].some(({ provider_id }) =>
      provider_id?.startsWith(PROVIDER)
    )
  )
}

/** On the page of an order that is paid by financing: how it stands on both sides, and what can be done. */
function OrderFinancing({ data: order }: DetailWidgetProps<AdminOrder>) {
  const financed = isFinanced(order)
  return financed === false ? null : <Panel order={order} isSure={financed === true} />
}

function Panel({ order, isSure }: { order: AdminOrder; isSure: boolean }) {
  const { t, amount } = useTexts()
  const { data, error, isPending, refetch } = useFile({ order: order.id })
  const file = data?.application
  const others = data?.others ?? []
  if (!isSure && !file) return null
  return (
    <Container className="divide-y p-0" data-testid="consumer-financing-panel">
      <div className="flex items-center justify-between gap-2 px-6 py-4">
        <Heading level="h2">{t("file.title")}</Heading>
        {file && <StateBadge state={file.state} />}
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
          {file.environment === "staging" && (
            <div className="px-6 py-3">
              <Badge size="2xsmall" color="orange">
                {t("file.test")}
              </Badge>
            </div>
          )}
          <ServiceWord file={file} />
          <TwoSides file={file} />
          {file.attention !== null && (
            <div role="status" className="flex flex-col gap-1 px-6 py-4">
              <Text size="small" weight="plus">
                {t("list.needsAttention")}
              </Text>
              <Text size="small">{file.attention}</Text>
              <Way to={`/consumer-financing/${file.id}`}>{t("attention.decide")}</Way>
            </div>
          )}
          {others.map((one) => (
            <div key={one.id} className="flex flex-col gap-1 px-6 py-4">
              <div className="flex items-center justify-between gap-2">
                <Way to={`/consumer-financing/${one.id}`}>
                  {t("file.other")} {amount(one.financed_cents)}
                </Way>
                <StateBadge state={one.state} />
              </div>
              {one.attention !== null && <Text size="small">{one.attention}</Text>}
            </div>
          ))}
          <CustomerLink file={file} />
          <div className="flex flex-wrap items-center gap-2 px-6 py-4">
            <OrderActions order={order} file={file} others={others} />
            <Allowed to="change" told>
              <SyncButton applicationId={file.id} />
              <AddressCheck applicationId={file.id} />
            </Allowed>
            <PortalLink file={file} />
          </div>
          <div className="px-6 py-4">
            <Tokens tokens={file.tokens} />
          </div>
          <div className="flex flex-col gap-3 px-6 py-4">
            <Timeline entries={file.timeline} most={5} />
            <Way to={`/consumer-financing/${file.id}`}>{t("file.open")}</Way>
          </div>
        </>
      )}
    </Container>
  )
}

export const config = defineWidgetConfig({
  zone: "order.details.side",
  id: "consumer-financing:order",
})

export default OrderFinancing
