import type { StartedFinancing } from "../answers"
import type { Result } from "../result"
import { told, useFinancing } from "./financing-context"

type StartFinancing = (
  cartId: string,
  providerId?: string,
  again?: boolean
) => Promise<Result<StartedFinancing>>

/** Returns a function that chooses financing for a cart and updates the other parts. */
export function useStartFinancing(): StartFinancing {
  const { calls, watches, texts } = useFinancing()
  return async (cartId, providerId, again) => {
    const { startFinancing } = calls
    if (!startFinancing) return { ok: false, message: texts.failed, status: null }
    const started = await told(startFinancing(cartId, providerId, again))
    watches.restart(cartId)
    return started
  }
}
