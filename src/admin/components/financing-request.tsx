import { Button, Text, toast, usePrompt } from "@medusajs/ui"
import type { FinancingRequest } from "../queries/api-types"
import { useCopyLink } from "../queries/customer-link"
import { useRequestAction, type RequestAction } from "../queries/requests"
import { useTexts } from "../texts/use-texts"
import { RequireRight } from "./require-right"
import { StateBadge } from "./state-badge"
import { TextLink } from "./text-link"
import { useCopyToClipboard } from "./use-copy-to-clipboard"
import { useErrorToast } from "./use-error-toast"

/** The progress of a request; while it is open, staff can share its link or withdraw it. */
export function FinancingRequestRow({
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
  const { showError } = useErrorToast()
  const prompt = usePrompt()
  const requestAction = useRequestAction()
  const copy = useCopyToClipboard()
  const copyLink = useCopyLink("financing-requests")
  const runAction = (action: RequestAction, message: string): void =>
    requestAction.mutate(action, {
      onSuccess: () => toast.success(message),
      onError: showError,
    })

  const handleCopy = (): void =>
    copyLink.mutate(request.id, {
      onSuccess: ({ link }) => void copy(link.url),
      onError: showError,
    })

  const handleWithdraw = async (): Promise<void> => {
    const isConfirmed = await prompt({
      title: t("requests.withdrawTitle"),
      description: t("requests.withdrawText"),
      confirmText: t("requests.withdraw"),
      cancelText: t("actions.abort"),
    })
    if (isConfirmed) runAction({ kind: "withdraw", id: request.id }, t("requests.withdrawn"))
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
        {formatProgress(request, t)}
      </Text>
      {isDraft && isSigned(request) && (
        <TextLink to={`/orders/${request.order_id}`}>{t("requests.toOrder")}</TextLink>
      )}
      {request.is_outdated && <Text size="small">{t("requests.outdated")}</Text>}
      {request.review_reason && (
        <TextLink to="/consumer-financing/attention">{t("requests.decide")}</TextLink>
      )}
      {request.sent.map(({ channel, at }) => (
        <Text key={at} size="xsmall" className="text-ui-fg-subtle">
          {t(`requests.sentBy.${channel}`)} {moment(at)}
        </Text>
      ))}
      {request.is_open && request.has_link && (
        <RequireRight right="change">
          <div className="flex flex-wrap items-center gap-2">
            <Button size="small" isLoading={copyLink.isPending} onClick={handleCopy}>
              {t("requests.copy")}
            </Button>
            {channels.map((channel) => (
              <Button
                key={channel}
                size="small"
                variant="secondary"
                disabled={requestAction.isPending}
                onClick={() =>
                  runAction({ kind: "send", id: request.id, channel }, t("requests.wasSent"))
                }
              >
                {t(`requests.send.${channel}`, { to: email })}
              </Button>
            ))}
            <Button
              size="small"
              variant="transparent"
              disabled={requestAction.isPending}
              onClick={() => void handleWithdraw()}
            >
              {t("requests.withdraw")}
            </Button>
          </div>
        </RequireRight>
      )}
    </div>
  )
}

const SIGNED_STATES: readonly string[] = [
  "ready-to-settle",
  "settling",
  "funded",
  "partly-refunded",
]

export const isSigned = ({ is_open, state }: FinancingRequest): boolean =>
  !is_open && SIGNED_STATES.includes(state)

function formatProgress(
  { state, sent, is_open }: FinancingRequest,
  t: (key: string) => string
): string {
  if (!is_open && SIGNED_STATES.includes(state)) return t("requests.signed")
  if (!is_open) return t(`requests.over.${state === "declined" ? "declined" : "ended"}`)
  if (state === "created" || state === "awaiting-customer") {
    return t(`requests.waiting.${sent.length > 0 ? "sent" : "unsent"}`)
  }
  return t(`states.${state}`)
}
