import { Button, Text, toast, usePrompt } from "@medusajs/ui"
import type { FinancingRequest } from "../queries/api-types"
import { useCopyLink } from "../queries/customer-link"
import { useRequest, type Wanted } from "../queries/requests"
import { useTexts } from "../texts/use-texts"
import { Allowed } from "./require-right"
import { StateBadge } from "./state-badge"
import { Way } from "./text-link"
import { useCopy } from "./use-copy-to-clipboard"
import { useTell } from "./use-error-toast"

/** One request: how far it got, and while it is open the ways to hand its link over or take it back. */
export function Request({
  request,
  channels,
  email,
  isDraft,
}: {
  request: FinancingRequest
  isDraft: boolean
  channels: ("email" | "sms")[]
  email: string
}) {
  const { t, amount, moment } = useTexts()
  const { tell } = useTell()
  const ask = usePrompt()
  const change = useRequest()
  const copy = useCopy()
  const read = useCopyLink("financing-requests")
  const press = (wanted: Wanted, message: string): void =>
    change.mutate(wanted, {
      onSuccess: () => toast.success(message),
      onError: tell,
    })

  const pressCopy = (): void =>
    read.mutate(request.id, {
      onSuccess: ({ link }) => void copy(link.url),
      onError: tell,
    })

  const withdraw = async (): Promise<void> => {
    const isSure = await ask({
      title: t("requests.withdrawTitle"),
      description: t("requests.withdrawText"),
      confirmText: t("requests.withdraw"),
      cancelText: t("actions.abort"),
    })
    if (isSure) press({ kind: "withdraw", id: request.id }, t("requests.withdrawn"))
  }

  return (
    <div className="flex flex-col gap-2 px-6 py-4">
      <div className="flex items-center justify-between gap-2">
        <Text size="small" weight="plus">
          {amount(Math.round(request.amount * 100))}
        </Text>
        <StateBadge state={request.state} />
      </div>
      <Text size="small" className="text-ui-fg-subtle">
        {progressOf(request, t)}
      </Text>
      {isDraft && isSigned(request) && (
        <Way to={`/orders/${request.order_id}`}>{t("requests.toOrder")}</Way>
      )}
      {request.is_outdated && <Text size="small">{t("requests.outdated")}</Text>}
      {request.review_reason && (
        <Text role="status" size="small" className="text-ui-fg-error">
          {request.review_reason}
        </Text>
      )}
      {request.sent.map(({ channel, at }) => (
        <Text key={at} size="xsmall" className="text-ui-fg-subtle">
          {t(`requests.sentBy.${channel}`)} {moment(at)}
        </Text>
      ))}
      {request.is_open && request.has_link && (
        <Allowed to="change">
          <div className="flex flex-wrap items-center gap-2">
            <Button size="small" isLoading={read.isPending} onClick={pressCopy}>
              {t("requests.copy")}
            </Button>
            {channels.map((channel) => (
              <Button
                key={channel}
                size="small"
                variant="secondary"
                disabled={change.isPending}
                onClick={() =>
                  press({ kind: "send", id: request.id, channel }, t("requests.wasSent"))
                }
              >
                {t(`requests.send.${channel}`, { to: email })}
              </Button>
            ))}
            <Button
              size="small"
              variant="transparent"
              disabled={change.isPending}
              onClick={() => void withdraw()}
            >
              {t("requests.withdraw")}
            </Button>
          </div>
        </Allowed>
      )}
    </div>
  )
}

const SIGNED: readonly string[] = ["ready-to-settle", "settling", "funded", "partly-refunded"]

/** It is over because the customer signed: the draft is an order. */
export const isSigned = ({ is_open, state }: FinancingRequest): boolean =>
  !is_open && SIGNED.includes(state)

/** How far the customer is, in staff's words; of one that is over, that it is. */
function progressOf(
  { state, sent, is_open }: FinancingRequest,
  t: (key: string) => string
): string {
  if (!is_open && SIGNED.includes(state)) return t("requests.signed")
  if (!is_open) return t(`requests.over.${state === "declined" ? "declined" : "ended"}`)
  if (state === "created" || state === "awaiting-customer") {
    return t(`requests.waiting.${sent.length > 0 ? "sent" : "unsent"}`)
  }
  return t(`states.${state}`)
}
