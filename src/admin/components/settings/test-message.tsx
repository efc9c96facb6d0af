import { Button, Text } from "@medusajs/ui"
import { useSendTestMessage } from "../../queries/settings"
import { useTexts } from "../../texts/use-texts"
import { RequireRight } from "../require-right"

export function TestMessage() {
  const { t, word } = useTexts()
  const testMessage = useSendTestMessage()
  const results =
    testMessage.data?.deliveries.map(({ channel, outcome }) => ({
      channel,
      text: `${channel === "feed" ? t("settings.testMessage.bell") : channel}: ${word("settings.testMessage", outcome)}`,
      isSent: outcome === "sent",
    })) ?? []
  return (
    <RequireRight right="change_settings">
      <div className="flex flex-wrap items-center gap-2 px-6 py-4">
        <Button
          size="small"
          variant="secondary"
          isLoading={testMessage.isPending}
          onClick={() => testMessage.mutate()}
        >
          {t("settings.testMessage.send")}
        </Button>
        <div role="status" className="basis-full">
          {testMessage.error && (
            <Text size="small" className="text-ui-fg-error">
              {testMessage.error.message}
            </Text>
          )}
          {!testMessage.isPending &&
            results.map(({ channel, text, isSent }) => (
              <Text
                key={channel}
                size="small"
                className={isSent ? "text-ui-fg-base" : "text-ui-fg-error"}
              >
                {text}
              </Text>
            ))}
        </div>
      </div>
    </RequireRight>
  )
}
