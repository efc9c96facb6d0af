import { Button, Text, toast, usePrompt } from "@medusajs/ui"
import type { FinancingRequest } from "../server/answers"
import { useCopyLink } from "../server/customer-link"
import { useRequest, type Wish } from "../server/requests"
import { useTexts } from "../texts/use-texts"
import { Allowed } from "./allowed"
import { StateBadge } from "./state-badge"
import { useCopy } from "./use-copy"
import { useTell } from "./use-tell"

/** One request: how far it got, and while it is open the ways to hand its link over or take it back. */
export function Request({ request }: { request: FinancingRequest }) {
  const { t, amount, moment } = useTexts()
  const { tell } = useTell()
  const ask = usePrompt()
  const change = useRequest()
  const copy = useCopy()
  const read = useCopyLink("financing-requests")
  const press = (wish: Wish, told: string): void =>
    change.mutate(wish, {
      onSuccess: () => toast.success(told),
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
        {request.progress ?? t("file.notAsked")}
      </Text>
      {request.is_outdated && <Text size="small">{t("requests.outdated")}</Text>}
      {request.attention && (
        <Text role="status" size="small" className="text-ui-fg-error">
          {request.attention}
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
            {(["email", "sms"] as const).map((channel) => (
              <Button
                key={channel}
                size="small"
                variant="secondary"
                disabled={change.isPending}
                onClick={() =>
                  press({ kind: "send", id: request.id, channel }, t("requests.wasSent"))
                }
              >
                {t(`requests.send.${channel}`)}
              </Button>
            ))}
            <Button
              size="small"
              variant="danger"
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
