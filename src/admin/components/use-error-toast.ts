import { toast } from "@medusajs/ui"
import { parseError } from "../queries/parse-error"
import { useTexts } from "../texts/use-texts"
import { useCopyToClipboard } from "./use-copy-to-clipboard"

export function useErrorToast() {
  const { t } = useTexts()
  const copy = useCopyToClipboard()
  const formatError = (error: Error): string => {
    const { kind, sentence } = parseError(error)
    if (kind) return t(`errors.${kind}`)
    // Removes the setting's key from the start.
    const text = sentence.replace(/^settings\.[\w.]+: /, "")
    return text.charAt(0).toUpperCase() + text.slice(1) || t("errors.unknown")
  }
  const showError = (error: Error): void => {
    const { details } = parseError(error)
    const label = t("errors.copy")
    const onClick = () => void copy(details ?? "", t("errors.copied"))
    toast.error(formatError(error), details ? { action: { altText: label, label, onClick } } : {})
  }
  return { showError, formatError }
}
