import type { AdminOrder } from "@medusajs/framework/types"
import { Button, Heading, Text, toast } from "@medusajs/ui"
import { hasEnded } from "../../domain/application-state"
import type { Application } from "../queries/api-types"
import { useApplication } from "../queries/applications"
import { useRequestAction, useRequests } from "../queries/requests"
import { useTexts } from "../texts/use-texts"
import { RequireRight } from "./require-right"
import { LoadError } from "./load-error"
import { isSigned, FinancingRequestRow } from "./financing-request"
import { useErrorToast } from "./use-error-toast"
import { LoadingSkeleton } from "./loading-skeleton"

/** Whether the order can be financed for an amount due. A draft order always has one. */
export function hasAmountDue({
  status,
  summary,
  currency_code,
  payment_collections,
}: AdminOrder): boolean {
  if (currency_code !== "usd" || status === "canceled") return false
  if (status === "draft") return true
  // `pending_difference` still includes authorized payments.
  const authorized = (payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .filter(({ canceled_at, captured_at }) => !canceled_at && !captured_at)
    .reduce((sum, { amount }) => sum + Number(amount), 0)
  return Number(summary?.pending_difference ?? 0) - authorized >= 0.01
}

/** The server rejects a second financing while the one from checkout can still be captured. */
const isPendingCheckout = ({ kind, state, money }: Application): boolean =>
  kind !== "virtual-cart" && !hasEnded(state) && !money.captured.medusa?.cents

export function FinancingRequests({ order }: { order: AdminOrder }) {
  const { t } = useTexts()
  const { showError } = useErrorToast()
  const { data: current } = useApplication({ order: order.id })
  const { data, error, isPending, refetch } = useRequests(order.id)
  const requestAction = useRequestAction()
  const isDraft = order.status === "draft"
  const requests = data?.financing_requests ?? []
  const handleRequest = (): void =>
    requestAction.mutate(
      { kind: "create", orderId: order.id, isRepeat: requests.length > 0 },
      {
        onSuccess: () => toast.success(t("requests.made")),
        onError: showError,
      }
    )
  if (current?.application && isPendingCheckout(current.application)) return null
  return (
    <div className="divide-y" data-testid="consumer-financing-requests">
      <div className="flex items-center justify-between gap-2 px-6 py-4">
        <Heading level="h2">{t("requests.title")}</Heading>
        {data &&
          !requests.some(
            (existing) =>
              (existing.is_open && !existing.is_outdated) || (isDraft && isSigned(existing))
          ) && (
            <RequireRight right="change">
              <Button
                size="small"
                variant="secondary"
                isLoading={requestAction.isPending}
                onClick={handleRequest}
              >
                {t(requests.length > 0 ? "requests.askAgain" : "requests.ask")}
              </Button>
            </RequireRight>
          )}
      </div>
      {isPending && <LoadingSkeleton />}
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && requests.length === 0 && (
        <div className="px-6 py-4">
          <RequireRight right="change" showReason>
            <Text size="small" className="text-ui-fg-subtle">
              {t("requests.hint")}
            </Text>
          </RequireRight>
        </div>
      )}
      {requests.map((financingRequest) => (
        <FinancingRequestRow
          key={financingRequest.id}
          request={financingRequest}
          isDraft={isDraft}
          channels={data?.channels ?? []}
          email={order.email ?? ""}
        />
      ))}
    </div>
  )
}
