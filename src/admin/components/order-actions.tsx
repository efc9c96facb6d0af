import type { AdminOrder } from "@medusajs/framework/types"
import { ActionMenu } from "@medusajs/dashboard/components"
import { EllipsisHorizontal, XCircle } from "@medusajs/icons"
import { Button, IconButton, Text, toast, usePrompt } from "@medusajs/ui"
import { useNavigate } from "react-router-dom"
import type { Application, ApplicationFile } from "../queries/api-types"
import { useCancelOrder, useSettle } from "../queries/applications"
import { useRights } from "../queries/rights"
import { useTexts } from "../texts/use-texts"
import { NotAllowed } from "./require-right"
import { hasShipped, possibilitiesOf } from "./action-availability"
import { useTell } from "./use-error-toast"

type Props = {
  order: AdminOrder
  file: ApplicationFile
  /** The order's other applications that go on. */
  others: Application[]
}

/** Request payment and refund; what cannot be done now is shown with its reason, and does nothing. */
export function OrderActions({ order, file, others }: Props) {
  const { t, amount } = useTexts()
  const { tell } = useTell()
  const ask = usePrompt()
  const go = useNavigate()
  const { may } = useRights()
  const settle = useSettle()
  const possible = possibilitiesOf({ order, file, others })
  const left = file.financed_cents - file.refunded_cents
  const about = { order: `#${order.display_id}`, amount: amount(left) }
  const toasts = (text: string) => ({
    onSuccess: () => void toast.success(text),
    onError: tell,
  })

  const pressSettle = async (): Promise<void> => {
    const isSure = await ask({
      title: t("actions.settleTitle", about),
      description: `${hasShipped(order) ? "" : `${t("actions.settleUnshipped")} `}${t("actions.settleText")}`,
      confirmText: t("actions.settle"),
      cancelText: t("actions.abort"),
      variant: "confirmation",
    })
    if (isSure && file.payment_id) settle.mutate(file.payment_id, toasts(t("actions.settled")))
  }

  const buttons = {
    settle: { label: t("actions.settle"), press: pressSettle, isLoading: settle.isPending },
    refund: {
      label: t("order.refundLeft", { left: amount(left) }),
      press: () => go(`/orders/${order.id}/refund?paymentId=${file.payment_id}`),
      isLoading: false,
    },
  }
  const names = (["settle", "refund"] as const).filter((name) => possible[name] !== null)
  return (
    <>
      {names.map((name) =>
        may(name) && may("change") ? (
          <div key={name} className="flex flex-col gap-1">
            <Button
              size="small"
              // The goods go first: asking for the money is what one does when they have left.
              variant={name === "settle" && hasShipped(order) ? "primary" : "secondary"}
              disabled={possible[name] !== "now"}
              aria-describedby={`consumer-financing-${name}`}
              isLoading={buttons[name].isLoading}
              onClick={() => void buttons[name].press()}
            >
              {buttons[name].label}
            </Button>
            <Text
              id={`consumer-financing-${name}`}
              size="xsmall"
              className="text-ui-fg-subtle"
              style={{ maxWidth: "15rem" }}
            >
              {possible[name] === "now"
                ? name === "settle" && t("order.captureHint")
                : t(`obstacles.${possible[name]}`)}
            </Text>
          </div>
        ) : (
          may("change") && <NotAllowed key={name} to={name} />
        )
      )}
    </>
  )
}

/** In the menu of the panel: cancels the order in Medusa, which ends its financing. */
export function OrderMenu({ order, file, others }: Props) {
  const { t, amount } = useTexts()
  const { tell } = useTell()
  const ask = usePrompt()
  const { may } = useRights()
  const cancel = useCancelOrder()
  const possible = possibilitiesOf({ order, file, others }).cancel
  if (possible === null || !may("change")) return null
  const about = {
    order: `#${order.display_id}`,
    amount: amount(file.financed_cents - file.refunded_cents),
  }

  const press = async (): Promise<void> => {
    const isSure = await ask({
      title: t("actions.cancelTitle", about),
      description: t("actions.cancelText"),
      confirmText: t("actions.cancel"),
      cancelText: t("actions.keep"),
    })
    if (!isSure) return
    cancel.mutate(order.id, {
      onSuccess: () => void toast.success(t("actions.cancelled")),
      onError: tell,
    })
  }
  const obstacle = possible === "now" ? {} : { disabledTooltip: t(`obstacles.${possible}`) }
  const action = {
    icon: <XCircle />,
    label: t("actions.cancel"),
    onClick: () => void press(),
    disabled: possible !== "now",
    ...obstacle,
  }
  return (
    <ActionMenu groups={[{ actions: [action] }]}>
      <IconButton size="small" variant="transparent" aria-label={t("order.menu")}>
        <EllipsisHorizontal />
      </IconButton>
    </ActionMenu>
  )
}
