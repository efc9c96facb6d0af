import { Button, Text } from "@medusajs/ui"
import { useSendTestMessage } from "../../queries/settings"
import { useTexts } from "../../texts/use-texts"
import { Allowed } from "../require-right"

/** Sends a test message to staff, and says for each channel what became of it. */
export function TestMessage() {
  const { t, word } = useTexts()
  const test = useSendTestMessage()
  const lines =
    test.data?.deliveries.map(({ channel, outcome }) => ({
      channel,
      text: `${channel === "feed" ? t("settings.testMessage.bell") : channel}: ${word("settings.testMessage", outcome)}`,
      isGood: outcome === "sent",
    })) ?? []
  return (
    <Allowed to="change_settings">
      <div className="flex flex-wrap items-center gap-2 px-6 py-4">
        <Button
          size="small"
          variant="secondary"
          isLoading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t("settings.testMessage.send")}
        </Button>
        <div role="status" className="basis-full">
          {test.error && (
            <Text size="small" className="text-ui-fg-error">
              {test.error.message}
            </Text>
          )}
          {!test.isPending &&
            lines.map(({ channel, text, isGood }) => (
              <Text
                key={channel}
                size="small"
                className={isGood ? "text-ui-fg-base" : "text-ui-fg-error"}
              >
                {text}
              </Text>
            ))}
        </div>
      </div>
    </Allowed>
  )
}
