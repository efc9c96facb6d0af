import { toast } from "@medusajs/ui"
import { readError } from "../queries/parse-error"
import { useTexts } from "../texts/use-texts"
import { useCopy } from "./use-copy-to-clipboard"

/** Says in one sentence what the server refused; what only support understands can be copied. */
export function useTell() {
  const { t } = useTexts()
  const copy = useCopy()
  const sentenceOf = (error: Error): string => {
    const { kind, sentence } = readError(error)
    if (kind) return t(`errors.${kind}`)
    // A setting's key says nothing to staff.
    const plain = sentence.replace(/^settings\.[\w.]+: /, "")
    return plain.charAt(0).toUpperCase() + plain.slice(1) || t("errors.unknown")
  }
  const tell = (error: Error): void => {
    const { details } = readError(error)
    const label = t("errors.copy")
    const onClick = () => void copy(details ?? "", t("errors.copied"))
    toast.error(sentenceOf(error), details ? { action: { altText: label, label, onClick } } : {})
  }
  return { tell, sentenceOf }
}
