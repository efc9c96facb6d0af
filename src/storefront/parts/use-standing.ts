import { useEffect, useState } from "react"
import type { FinancingStanding } from "../answers"
import { watchStatus } from "../watch-status"
import { told, useFinancing } from "./financing-context"

/** How the cart's financing stands, asked about until nothing follows by itself; null until it is known. */
export function useFinancingStanding(cartId: string): {
  standing: FinancingStanding | null
  /** Nobody is asked any more. */
  isOver: boolean
  watchAgain: () => void
} {
  const { calls } = useFinancing()
  const [round, setRound] = useState(0)
  const [standing, setStanding] = useState<FinancingStanding | null>(null)
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
    void watchStatus(null, cartId, { ask, signal, onChange: setStanding }).then(() => {
      if (!signal.aborted) setOver(true)
    })
    return abort
    // A provider that is rendered anew has new calls, which ask the same.
  }, [cartId, round])
  return { standing, isOver, watchAgain: () => setRound((before) => before + 1) }
}

function aborter() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
