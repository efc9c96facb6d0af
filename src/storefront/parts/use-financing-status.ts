import { useEffect, useState } from "react"
import type { CartFinancing } from "../answers"
import { watchStatus } from "../watch-status"
import { told, useFinancing } from "./financing-context"

/** How the cart's financing stands, asked about until nothing follows on its own; null until it is known. */
export function useFinancingStatus(cartId: string): {
  financing: CartFinancing | null
  /** Nobody is asked any more. */
  isOver: boolean
  watchAgain: () => void
} {
  const { calls } = useFinancing()
  const [round, setRound] = useState(0)
  const [financing, setFinancing] = useState<CartFinancing | null>(null)
  const [isOver, setOver] = useState(false)
  const { getStatus } = calls
  useEffect(() => {
    if (!getStatus) {
      setOver(true)
      return
    }
    const { signal, abort } = aborter()
    setOver(false)
    const ask = async (id: string) => {
      const answer = await told(getStatus(id))
      if (answer.ok) return answer.value
      throw Object.assign(new Error(answer.message), { status: answer.status })
    }
    void watchStatus(null, cartId, { ask, signal, onChange: setFinancing }).then(() => {
      if (!signal.aborted) setOver(true)
    })
    return abort
    // A provider that is rendered again has new calls, which ask the same.
  }, [cartId, round])
  return { financing, isOver, watchAgain: () => setRound((before) => before + 1) }
}

function aborter() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
