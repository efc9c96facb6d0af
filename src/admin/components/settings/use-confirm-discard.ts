import { usePrompt } from "@medusajs/ui"
import { useTexts } from "../../texts/use-texts"

/** Leaves a form, and asks first when something was changed in it. */
export function useConfirmDiscard(hasChanges: boolean, onClose: () => void): () => Promise<void> {
  const { t } = useTexts()
  const prompt = usePrompt()
  return async () => {
    // The key that asks to leave would answer the question, too.
    await new Promise((resolve) => setTimeout(resolve))
    const isConfirmed =
      !hasChanges ||
      (await prompt({
        title: t("settings.discardTitle"),
        description: t("settings.discardText"),
        confirmText: t("settings.discard"),
        cancelText: t("settings.stay"),
      }))
    if (isConfirmed) onClose()
  }
}
