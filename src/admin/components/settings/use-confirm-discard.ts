import { usePrompt } from "@medusajs/ui"
import { useTexts } from "../../texts/use-texts"

/** Leaves a form, and asks first when something was changed in it. */
export function useLeave(isChanged: boolean, close: () => void): () => Promise<void> {
  const { t } = useTexts()
  const ask = usePrompt()
  return async () => {
    // The key that asks to leave would answer the question, too.
    await new Promise((resolve) => setTimeout(resolve))
    const isSure =
      !isChanged ||
      (await ask({
        title: t("settings.discardTitle"),
        description: t("settings.discardText"),
        confirmText: t("settings.discard"),
        cancelText: t("settings.stay"),
      }))
    if (isSure) close()
  }
}
