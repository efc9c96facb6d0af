import type { AdminOrder } from "@medusajs/framework/types"
import { ActionMenu } from "@medusajs/dashboard/components"
import { EllipsisHorizontal, XCircle } from "@medusajs/icons"
import { Button, IconButton, Text, toast, usePrompt } from "@medusajs/ui"
import { useNavigate } from "react-router-dom"
import type { Application, ApplicationDetails } from "../queries/api-types"
import { useCancelOrder, useCapturePayment } from "../queries/applications"
import { useRights } from "../queries/rights"
import { useTexts } from "../texts/use-texts"
import { MissingRightNote } from "./require-right"
import { hasShipped, getActionAvailability } from "./action-availability"
import { useErrorToast } from "./use-error-toast"

type OrderActionsProps = {
  order: AdminOrder
  file: ApplicationDetails
  others: Application[]
}

export function OrderActions({ order, file, others }: OrderActionsProps) {
  const { t, amount } = useTexts()
  const { showError } = useErrorToast()
  const prompt = usePrompt()
  const navigate = useNavigate()
  const { can } = useRights()
  const settle = useCapturePayment()
  const availability = getActionAvailability({ order, file, others })
  const remaining = file.financed_cents - file.refunded_cents
  const params = { order: `#${order.display_id}`, amount: amount(remaining) }
  const getCallbacks = (text: string) => ({
    onSuccess: () => void toast.success(text),
    onError: showError,
  })

  const handleSettle = async (): Promise<void> => {
    const isConfirmed = await prompt({
      title: t("actions.settleTitle", params),
      description: `${hasShipped(order) ? "" : `${t("actions.settleUnshipped")} `}${t("actions.settleText")}`,
      confirmText: t("actions.settle"),
      cancelText: t("actions.abort"),
      variant: "confirmation",
    })
    if (isConfirmed && file.payment_id)
      settle.mutate(file.payment_id, getCallbacks(t("actions.settled")))
  }

  const buttons = {
    settle: { label: t("actions.settle"), onClick: handleSettle, isLoading: settle.isPending },
    refund: {
      label: t("order.refundLeft", { left: amount(remaining) }),
      onClick: () => navigate(`/orders/${order.id}/refund?paymentId=${file.payment_id}`),
      isLoading: false,
    },
  }
  const actions = (["settle", "refund"] as const).filter((name) => availability[name] !== null)
  return (
    <>
      {actions.map((name) =>
        can(name) && can("change") ? (
          <div key={name} className="flex flex-col gap-1">
            <Button
              size="small"
              // Staff request the payment after shipping.
              variant={name === "settle" && hasShipped(order) ? "primary" : "secondary"}
              disabled={availability[name] !== "available"}
              aria-describedby={`consumer-financing-${name}`}
              isLoading={buttons[name].isLoading}
              onClick={() => void buttons[name].onClick()}
            >
              {buttons[name].label}
            </Button>
            <Text
              id={`consumer-financing-${name}`}
              size="xsmall"
              className="text-ui-fg-subtle"
              style={{ maxWidth: "15rem" }}
            >
              {availability[name] === "available"
                ? name === "settle" && t("order.captureHint")
                : t(`obstacles.${availability[name]}`)}
            </Text>
          </div>
        ) : (
          can("change") && <MissingRightNote key={name} right={name} />
        )
      )}
    </>
  )
}

export function OrderMenu({ order, file, others }: OrderActionsProps) {
  const { t, amount } = useTexts()
  const { showError } = useErrorToast()
  const prompt = usePrompt()
  const { can } = useRights()
  const cancel = useCancelOrder()
  const availability = getActionAvailability({ order, file, others }).cancel
  if (availability === null || !can("change")) return null
  const params = {
    order: `#${order.display_id}`,
    amount: amount(file.financed_cents - file.refunded_cents),
  }

  const handleCancel = async (): Promise<void> => {
    const isConfirmed = await prompt({
      title: t("actions.cancelTitle", params),
      description: t("actions.cancelText"),
      confirmText: t("actions.cancel"),
      cancelText: t("actions.keep"),
    })
    if (!isConfirmed) return
    cancel.mutate(order.id, {
      onSuccess: () => void toast.success(t("actions.cancelled")),
      onError: showError,
    })
  }
  const tooltipProps =
    availability === "available" ? {} : { disabledTooltip: t(`obstacles.${availability}`) }
  const action = {
    icon: <XCircle />,
    label: t("actions.cancel"),
    onClick: () => void handleCancel(),
    disabled: availability !== "available",
    ...tooltipProps,
  }
  return (
    <ActionMenu groups={[{ actions: [action] }]}>
      <IconButton size="small" variant="transparent" aria-label={t("order.menu")}>
        <EllipsisHorizontal />
      </IconButton>
    </ActionMenu>
  )
}
