import type { AdminOrder } from "@medusajs/framework/types"
import { Button, toast, usePrompt } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { roundToCents } from "../../domain/money"
import type { Message } from "../../domain/order-message"
import { useApplication } from "../queries/applications"
import type { ApplicationDetails } from "../queries/api-types"
import { useMarkAsPaid, useOrder, useCreatePaymentLink } from "../queries/unpaid-orders"
import { useTexts } from "../texts/use-texts"
import { hasShipped } from "./action-availability"
import { RequireRight } from "./require-right"
import { useCopyToClipboard } from "./use-copy-to-clipboard"
import { useErrorToast } from "./use-error-toast"

const UNSHIPPED_CODES = ["declined", "cancelled-unshipped", "ended-unshipped", "expired-unshipped"]
const SHIPPED_CODES = [
  "shipped-unpaid",
  "partly-shipped-unpaid",
  "rest-unpaid",
  "shipped-rest-unpaid",
  "test-order-shipped",
]

/** Whether the financing ended with all or a part of the order unpaid. */
export const isUnpaid = ({ code }: Message): boolean =>
  UNSHIPPED_CODES.includes(code) || SHIPPED_CODES.includes(code)

export function UnpaidOrderActionsById({ orderId }: { orderId: string }) {
  const order = useOrder(orderId).data?.order
  const file = useApplication({ order: orderId }).data?.application
  if (!order || !file) return null
  return (
    <div className="flex flex-wrap gap-2" data-testid="consumer-financing-unpaid">
      <UnpaidOrderActions order={order} file={file} />
    </div>
  )
}

export function UnpaidOrderActions({
  order,
  file,
}: {
  order: AdminOrder
  file: ApplicationDetails
}) {
  const { t, amount } = useTexts()
  const { showError } = useErrorToast()
  const prompt = usePrompt()
  const copy = useCopyToClipboard()
  const paymentLink = useCreatePaymentLink()
  const markAsPaid = useMarkAsPaid()
  // Zero if Medusa counts the order as paid: staff then have to record a refund first.
  const dueCents = roundToCents(Number(order.summary?.pending_difference ?? 0))
  const params = { order: `#${order.display_id}`, amount: amount(dueCents) }

  const handleCopyLink = (): void =>
    paymentLink.mutate(order, {
      onSuccess: (id) =>
        void copy(`${file.storefront_url}/payment-collection/${id}?order_id=${order.id}`),
      onError: showError,
    })

  const handleMarkAsPaid = async (): Promise<void> => {
    const isConfirmed = await prompt({
      title: t("order.collectedTitle", params),
      description: t("order.collectedText", params),
      confirmText: t("order.collected"),
      cancelText: t("actions.abort"),
    })
    if (!isConfirmed) return
    const variables = { order, applicationId: file.id }
    // Callbacks of `mutate` are lost, because the change unmounts these buttons.
    await markAsPaid
      .mutateAsync(variables)
      .then(() => toast.success(t("order.collectedDone")), showError)
  }

  return (
    <RequireRight right="change">
      {dueCents > 0 && (
        <>
          <Button size="small" isLoading={paymentLink.isPending} onClick={handleCopyLink}>
            {t("order.payLink")}
          </Button>
          <Button
            size="small"
            variant="secondary"
            isLoading={markAsPaid.isPending}
            onClick={() => void handleMarkAsPaid()}
          >
            {t("order.collected")}
          </Button>
        </>
      )}
      {SHIPPED_CODES.includes(file.message.code) && hasShipped(order) && (
        <Button size="small" variant="secondary" asChild>
          <Link to={`/orders/${order.id}/returns`}>{t("order.returned")}</Link>
        </Button>
      )}
    </RequireRight>
  )
}
