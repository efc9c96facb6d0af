import { Button, Text } from "@medusajs/ui"
import { isForbidden, isAccessDenied, isSignedOut } from "../queries/polling"
import { useTexts } from "../texts/use-texts"

export function LoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTexts()
  if (isAccessDenied(error)) {
    return (
      <Text role="alert" size="small" className="px-6 py-4">
        {isForbidden(error) && t("page.forbidden")}
        {isSignedOut(error) && t("page.signedOut")}
      </Text>
    )
  }
  return (
    <div role="alert" className="flex flex-col items-start gap-2 px-6 py-4">
      <Text size="small" weight="plus">
        {t("page.failed")}
      </Text>
      <Text size="small" className="text-ui-fg-subtle">
        {error.message}
      </Text>
      <Button size="small" variant="secondary" onClick={onRetry}>
        {t("page.again")}
      </Button>
    </div>
  )
}
