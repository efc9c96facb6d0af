import { toast } from "@medusajs/ui"
import { useTexts } from "../texts/use-texts"

/** Puts a link where it can be pasted, and says whether the browser let us. */
export function useCopy() {
  const { t } = useTexts()
  return async (text: string): Promise<void> => {
    await navigator.clipboard.writeText(text).then(
      () => toast.success(t("requests.copied")),
      () => toast.error(t("requests.notCopied"))
    )
  }
}
