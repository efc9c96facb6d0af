import { usePrompt } from "@medusajs/ui"
import { useTexts } from "../../texts/use-texts"

export function useConfirmDiscard(hasChanges: boolean, onClose: () => void): () => Promise<void> {
  const { t } = useTexts()
  const prompt = usePrompt()
  return async () => {
    // Waits for the next task, so that the same key press does not also answer the prompt.
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
