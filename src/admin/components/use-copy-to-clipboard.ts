import { toast } from "@medusajs/ui"
import { useTexts } from "../texts/use-texts"

export function useCopyToClipboard() {
  const { t } = useTexts()
  return async (text: string, message = t("requests.copied")): Promise<void> => {
    await navigator.clipboard.writeText(text).then(
      () => toast.success(message),
      () => toast.error(t("requests.notCopied"))
    )
  }
}
