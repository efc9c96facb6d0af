import { Button, Text } from "@medusajs/ui"
import { readError } from "../queries/parse-error"
import { useTexts } from "../texts/use-texts"
import { useCopy } from "./use-copy-to-clipboard"
import { useTell } from "./use-error-toast"

/** What the server refused, where it stays to be read: a sentence, and its details to be copied. */
export function Problem({ error }: { error: Error | null }) {
  const { t } = useTexts()
  const { sentenceOf } = useTell()
  const copy = useCopy()
  if (error === null) return null
  const { details } = readError(error)
  return (
    <div role="alert" className="flex flex-col items-start gap-2">
      <Text size="small" className="text-ui-fg-error">
        {sentenceOf(error)}
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
