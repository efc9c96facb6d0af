import { Button, Text } from "@medusajs/ui"
import { parseError } from "../queries/parse-error"
import { useTexts } from "../texts/use-texts"
import { useCopyToClipboard } from "./use-copy-to-clipboard"
import { useErrorToast } from "./use-error-toast"

/** Shows a failed submission in the form, where it stays visible, unlike a toast. */
export function SubmitError({ error }: { error: Error | null }) {
  const { t } = useTexts()
  const { formatError } = useErrorToast()
  const copy = useCopyToClipboard()
  if (error === null) return null
  const { details } = parseError(error)
  return (
    <div role="alert" className="flex flex-col items-start gap-2">
      <Text size="small" className="text-ui-fg-error">
        {formatError(error)}
      </Text>
      {details && (
        <Button
          size="small"
          variant="transparent"
          type="button"
          onClick={() => void copy(details, t("errors.copied"))}
        >
          {t("errors.copy")}
        </Button>
      )}
    </div>
  )
}
