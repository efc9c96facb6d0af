import { defineWidgetConfig } from "@medusajs/admin-sdk"
import type { AdminOrder, DetailWidgetProps } from "@medusajs/framework/types"
import { Button, Container, Heading, Text, toast } from "@medusajs/ui"
import { Allowed } from "../components/allowed"
import { Failure } from "../components/failure"
import { Request } from "../components/financing-request"
import { Waiting } from "../components/waiting"
import { useFile } from "../server/applications"
import { useRequest, useRequests } from "../server/requests"
import { useTexts } from "../texts/use-texts"
import { useTell } from "../components/use-tell"

/** A draft order, or an order on which something is due: else there is nothing to ask for. */
function isDue({ status, summary, currency_code, payment_collections }: AdminOrder): boolean {
  if (currency_code !== "usd" || status === "canceled") return false
  if (status === "draft") return true
  // What is authorized is not paid yet in Medusa's sums, but will be.
  const promised = (payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .filter(({ canceled_at, captured_at }) => !canceled_at && !captured_at)
    .reduce((sum, { amount }) => sum + Number(amount), 0)
  return Number(summary?.pending_difference ?? 0) - promised >= 0.01
}

/** On the page of a draft order, or of an order that costs more by now: asks its customer to finance it. */
function RequestFinancing({ data: order }: DetailWidgetProps<AdminOrder>) {
  return isDue(order) ? <Panel order={order} /> : null
}

function Panel({ order }: { order: AdminOrder }) {
  const { t } = useTexts()
  const { tell } = useTell()
  const { data: known } = useFile({ order: order.id })
  const { data, error, isPending, refetch } = useRequests(order.id)
  const change = useRequest()
  const requests = data?.financing_requests ?? []
  const ask = (): void =>
    change.mutate(
      { kind: "create", orderId: order.id, again: requests.length > 0 },
      {
        onSuccess: () => toast.success(t("requests.made")),
        onError: tell,
      }
    )
  // Its own financing is not decided yet: a second one is nothing to offer.
  if (known?.application?.state === "under-review") return null
  return (
    <Container className="divide-y p-0" data-testid="consumer-financing-requests">
      <div className="flex items-center justify-between gap-2 px-6 py-4">
        <Heading level="h2">{t("file.title")}</Heading>
        {data && !requests.some((one) => one.is_open && !one.is_outdated) && (
          <Allowed to="change">
            <Button size="small" variant="secondary" isLoading={change.isPending} onClick={ask}>
              {t(requests.length > 0 ? "requests.askAgain" : "requests.ask")}
            </Button>
          </Allowed>
        )}
      </div>
      {isPending && <Waiting />}
      {error && <Failure error={error} again={() => void refetch()} />}
      {data && requests.length === 0 && (
        <div className="px-6 py-4">
          <Allowed to="change" told>
            <Text size="small" className="text-ui-fg-subtle">
              {t("requests.hint")}
            </Text>
          </Allowed>
        </div>
      )}
      {requests.map((one) => (
        <Request
          key={one.id}
          request={one}
          channels={data?.channels ?? []}
          email={order.email ?? ""}
        />
      ))}
    </Container>
  )
}

export const config = defineWidgetConfig({
  zone: ["draft_order.details.side", "order.details.side"],
  id: "consumer-financing:requests",
})

export default RequestFinancing
