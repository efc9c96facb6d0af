import type { AdminOrder } from "@medusajs/framework/types"
import { Button, toast, usePrompt } from "@medusajs/ui"
import { Link } from "react-router-dom"
import type { Message } from "../../domain/order-message"
import { useFile } from "../queries/applications"
import type { ApplicationFile } from "../queries/api-types"
import { useMarkAsPaid, useOrder, usePaymentLink } from "../queries/unpaid-orders"
import { useTexts } from "../texts/use-texts"
import { Allowed } from "./require-right"
import { useCopy } from "./use-copy-to-clipboard"
import { useTell } from "./use-error-toast"

/** Whether goods have left and the financing does not pay for them. */
export const isUnpaid = ({ code }: Message): boolean =>
  code === "shipped-unpaid" || code === "test-order-shipped"

/** The same ways in a case, which knows its order's id only. */
export function UnpaidWaysOf({ orderId }: { orderId: string }) {
  const order = useOrder(orderId).data?.order
  const file = useFile({ order: orderId }).data?.application
  if (!order || !file) return null
  return (
    <div className="flex flex-wrap gap-2" data-testid="consumer-financing-unpaid">
      <UnpaidWays order={order} file={file} />
    </div>
  )
}

/** Actions for shipped goods without a payment: Medusa's payment link, paid otherwise, or a return. */
export function UnpaidWays({ order, file }: { order: AdminOrder; file: ApplicationFile }) {
  const { t, amount } = useTexts()
  const { tell } = useTell()
  const ask = usePrompt()
  const copy = useCopy()
  const link = usePaymentLink()
  const paid = useMarkAsPaid()
  const about = { order: `#${order.display_id}`, amount: amount(file.financed_cents) }

  const pressLink = (): void =>
    link.mutate(order, {
      onSuccess: (id) =>
        void copy(`${file.storefront_url}/payment-collection/${id}?order_id=${order.id}`),
      onError: tell,
    })

  const pressPaid = async (): Promise<void> => {
    const isSure = await ask({
      title: t("order.collectedTitle", about),
      description: t("order.collectedText", about),
      confirmText: t("order.collected"),
      cancelText: t("actions.abort"),
    })
    if (!isSure) return
    const collected = { order, applicationId: file.id }
    // What it changes takes these ways away, and callbacks of `mutate` with them.
    await paid.mutateAsync(collected).then(() => toast.success(t("order.collectedDone")), tell)
  }

  return (
    <Allowed to="change">
      <Button size="small" isLoading={link.isPending} onClick={pressLink}>
        {t("order.payLink")}
      </Button>
      <Button
        size="small"
        variant="secondary"
        isLoading={paid.isPending}
        onClick={() => void pressPaid()}
      >
        {t("order.collected")}
      </Button>
      <Button size="small" variant="secondary" asChild>
        <Link to={`/orders/${order.id}/returns`}>{t("order.returned")}</Link>
      </Button>
    </Allowed>
  )
}
