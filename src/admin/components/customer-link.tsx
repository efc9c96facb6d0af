import { Button, Text, toast } from "@medusajs/ui"
import type { ApplicationDetails } from "../queries/api-types"
import { useCopyLink, useSendLink } from "../queries/customer-link"
import { useTexts } from "../texts/use-texts"
import { RequireRight } from "./require-right"
import { useCopyToClipboard } from "./use-copy-to-clipboard"
import { useErrorToast } from "./use-error-toast"

export function CustomerLink({ file }: { file: ApplicationDetails }) {
  const { t } = useTexts()
  const { showError } = useErrorToast()
  const copy = useCopyToClipboard()
  const copyLink = useCopyLink("applications")
  const sendLink = useSendLink()
  if (!file.has_customer_link) return null
  const onError = showError

  const handleCopy = (): void =>
    copyLink.mutate(file.id, { onSuccess: ({ link }) => void copy(link.url), onError })
  const handleSend = (channel: "email" | "sms"): void =>
    sendLink.mutate(
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
      <RequireRight right="change">
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            variant="secondary"
            isLoading={copyLink.isPending}
            onClick={handleCopy}
          >
            {t("requests.copy")}
          </Button>
          {file.channels.map((channel) => (
            <Button
              key={channel}
              size="small"
              variant="secondary"
              disabled={sendLink.isPending}
              onClick={() => handleSend(channel)}
            >
              {t(`requests.send.${channel}`, { to: file.customer_email ?? "" })}
            </Button>
          ))}
        </div>
      </RequireRight>
    </div>
  )
}
