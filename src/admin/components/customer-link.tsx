import { Button, Text, toast } from "@medusajs/ui"
import type { ApplicationFile } from "../queries/api-types"
import { useCopyLink, useSendLink } from "../queries/customer-link"
import { useTexts } from "../texts/use-texts"
import { Allowed } from "./require-right"
import { useCopy } from "./use-copy-to-clipboard"
import { useTell } from "./use-error-toast"

/** While an application waits for its customer: their link, to be copied or sent again. */
export function CustomerLink({ file }: { file: ApplicationFile }) {
  const { t } = useTexts()
  const { tell } = useTell()
  const copy = useCopy()
  const read = useCopyLink("applications")
  const send = useSendLink()
  if (!file.has_customer_link) return null
  const onError = tell

  const pressCopy = (): void =>
    read.mutate(file.id, { onSuccess: ({ link }) => void copy(link.url), onError })
  const pressSend = (channel: "email" | "sms"): void =>
    send.mutate(
      { id: file.id, channel },
      { onSuccess: () => void toast.success(t("requests.wasSent")), onError }
    )

  return (
    <div className="flex flex-col gap-2 px-6 py-4" data-testid="consumer-financing-link">
      <Text size="small" weight="plus">
        {t("link.title")}
      </Text>
      <Text size="small" className="text-ui-fg-subtle">
        {t("link.hint")}
      </Text>
      <Allowed to="change">
        <div className="flex flex-wrap gap-2">
          <Button size="small" variant="secondary" isLoading={read.isPending} onClick={pressCopy}>
            {t("requests.copy")}
          </Button>
          {file.channels.map((channel) => (
            <Button
              key={channel}
              size="small"
              variant="secondary"
              disabled={send.isPending}
              onClick={() => pressSend(channel)}
            >
              {t(`requests.send.${channel}`, { to: file.customer_email ?? "" })}
            </Button>
          ))}
        </div>
      </Allowed>
    </div>
  )
}
