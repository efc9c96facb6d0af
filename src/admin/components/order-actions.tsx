import type { AdminOrder } from "@medusajs/framework/types"
import { Button, toast, usePrompt } from "@medusajs/ui"
import { useNavigate } from "react-router-dom"
import type { Application, ApplicationFile } from "../server/answers"
import { useCancelOrder, useSettle } from "../server/applications"
import { useRights } from "../server/rights"
import { useTexts } from "../texts/use-texts"
import { NotAllowed } from "./allowed"

type Props = {
  order: AdminOrder
  file: ApplicationFile
  /** The order's other applications that go on. */
  others: Application[]
}

/** Settle, refund and cancel, each where it is possible; what cannot be undone asks first. */
export function OrderActions({ order, file, others }: Props) {
  const { t } = useTexts()
  const ask = usePrompt()
  const go = useNavigate()
  const { may } = useRights()
  const settle = useSettle()
  const cancel = useCancelOrder()
  const payments = livePaymentsOf(order)
  const payment = payments.find(({ id }) => id === file.payment_id)
  const told = (text: string) => ({
    onSuccess: () => void toast.success(text),
    onError: (error: Error) => void toast.error(error.message),
  })

  const pressSettle = async (paymentId: string): Promise<void> => {
    const warning = hasShipped(order) ? "" : `${t("actions.settleUnshipped")} `
    const words = { confirmText: t("actions.confirm"), cancelText: t("actions.abort") }
    const description = warning + t("actions.settleText")
    const isSure = await ask({ title: t("actions.settleTitle"), description, ...words })
    if (isSure) settle.mutate(paymentId, told(t("actions.settled")))
  }

  const pressCancel = async (): Promise<void> => {
    const words = { confirmText: t("actions.confirm"), cancelText: t("actions.abort") }
    const description = t("actions.cancelText")
    const isSure = await ask({ title: t("actions.cancelTitle"), description, ...words })
    if (isSure) cancel.mutate(order.id, told(t("actions.cancelled")))
  }

  const isCaptured = Boolean(payment?.captured_at)
  const canSettle = payment && !isCaptured && file.code === "S"
  const canRefund = payment && isCaptured && file.refunded_cents < file.financed_cents
  // Medusa gives everything that was captured back with the order: that is pressed as a refund.
  const keepsMoney = payments.some(({ captured_at }) => captured_at) || isPaidOut(file)
  const isUndecided = isUnderWay(file) || others.some((one) => isUnclear(one) || isPaidOut(one))
  const canCancel = order.status !== "canceled" && !keepsMoney && !isUndecided
  return (
    <>
      {canSettle && may("change") && !may("settle") && <NotAllowed to="settle" />}
      {canRefund && may("change") && !may("refund") && <NotAllowed to="refund" />}
      {canSettle && may("settle") && (
        <Button
          size="small"
          isLoading={settle.isPending}
          onClick={() => void pressSettle(payment.id)}
        >
          {t("actions.settle")}
        </Button>
      )}
      {canRefund && may("refund") && (
        <Button
          size="small"
          variant="secondary"
          onClick={() => void go(`/orders/${order.id}/refund?paymentId=${payment.id}`)}
        >
          {t("actions.refund")}
        </Button>
      )}
      {canCancel && may("change") && (
        <Button
          size="small"
          variant="danger"
          isLoading={cancel.isPending}
          onClick={() => void pressCancel()}
        >
          {t("actions.cancel")}
        </Button>
      )}
    </>
  )
}

/** A settle or a refund that is on its way, or of which nobody knows: nothing is begun beside it. */
const isUnderWay = ({ state, attentions }: ApplicationFile): boolean =>
  state === "settling" || attentions.some(({ operation }) => operation !== null)

/** Of what is known without its file. */
const isUnclear = ({ state, attention }: Application): boolean =>
  state === "settling" || attention !== null

/** The page of the order may be older than what is known of the application. */
const isPaidOut = ({ state }: Application): boolean =>
  ["funded", "partly-refunded", "refunded"].includes(state)

/** Another method's, too. */
function livePaymentsOf({ payment_collections }: AdminOrder) {
  return (payment_collections ?? [])
    .flatMap(({ payments }) => payments ?? [])
    .filter(({ canceled_at }) => !canceled_at)
}

function hasShipped({ fulfillments }: AdminOrder): boolean {
  return (fulfillments ?? []).some(({ shipped_at, canceled_at }) => shipped_at && !canceled_at)
}
