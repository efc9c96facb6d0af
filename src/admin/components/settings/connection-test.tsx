import { Button, Text } from "@medusajs/ui"
import type { Connection, CredentialsForm } from "../../queries/settings-api-types"
import { useTestConnection } from "../../queries/settings"
import { useTexts } from "../../texts/use-texts"

export function ConnectionTest({ form }: { form: CredentialsForm }) {
  const { t } = useTexts()
  const test = useTestConnection()
  const message = test.error?.message ?? (test.data && formatConnection(test.data.connection, t))
  const isConnected = test.data?.connection.outcome === "connected"
  return (
    <>
      <Button
        type="button"
        size="small"
        variant="secondary"
        isLoading={test.isPending}
        onClick={() => test.mutate(form)}
      >
        {t("settings.connection.test")}
      </Button>
      {message && !test.isPending && (
        <Text
          role="status"
          size="small"
          className={`basis-full ${isConnected ? "text-ui-fg-base" : "text-ui-fg-error"}`}
        >
          {message}
        </Text>
      )}
    </>
  )
}

export function formatConnection(
  { outcome, milliseconds, http_status }: Connection,
  t: (key: string) => string
): string {
  const facts = [
    ...(http_status === null || outcome === "connected" ? [] : [`HTTP ${http_status}`]),
    ...(outcome === "not-set" ? [] : [`${Math.round(milliseconds)} ms`]),
  ]
  const message = t(`settings.connection.${outcome}`)
  return facts.length > 0 ? `${message} (${facts.join(", ")})` : message
}
