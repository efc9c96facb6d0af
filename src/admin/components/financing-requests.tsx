import type { AdminOrder } from "@medusajs/framework/types"
import { Button, Heading, Text, toast } from "@medusajs/ui"
import { useFile } from "../queries/applications"
import { useRequest, useRequests } from "../queries/requests"
import { useTexts } from "../texts/use-texts"
import { Allowed } from "./require-right"
import { Failure } from "./load-error"
import { isSigned, Request } from "./financing-request"
import { useTell } from "./use-error-toast"
import { Waiting } from "./loading-skeleton"

/** A draft order, or an order on which something is due: else there is nothing to ask for. */
export function isDue({
  status,
  summary,
  currency_code,
  payment_collections,
}: AdminOrder): boolean {
  if (currency_code !== "usd" || status === "canceled") return false
  if (status === "draft") return true
  // What is authorized is not paid yet in Medusa's sums, but will be.
  const promised = (payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .filter(({ canceled_at, captured_at }) => !canceled_at && !captured_at)
    .reduce((sum, { amount }) => sum + Number(amount), 0)
  return Number(summary?.pending_difference ?? 0) - promised >= 0.01
}

/** Asks the customer to finance what is due, and shows how far each request got. */
export function Requests({ order }: { order: AdminOrder }) {
  const { t } = useTexts()
  const { tell } = useTell()
  const { data: known } = useFile({ order: order.id })
  const { data, error, isPending, refetch } = useRequests(order.id)
  const change = useRequest()
  const isDraft = order.status === "draft"
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
    <div className="divide-y" data-testid="consumer-financing-requests">
      <div className="flex items-center justify-between gap-2 px-6 py-4">
        <Heading level="h2">{t("requests.title")}</Heading>
        {data &&
          !requests.some(
            (one) => (one.is_open && !one.is_outdated) || (isDraft && isSigned(one))
          ) && (
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
          <Allowed to="change" explained>
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
          isDraft={isDraft}
          channels={data?.channels ?? []}
          email={order.email ?? ""}
        />
      ))}
    </div>
  )
}
