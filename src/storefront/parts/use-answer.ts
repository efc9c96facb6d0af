import { useEffect, useState } from "react"
import type { Result } from "../result"

export type AnswerState<Value> = { answer: Result<Value> | null; reload: () => void }

/**
 * Makes a call once, and again when `key` changes or on `reload`. Ignores outdated answers.
 * @param ask undefined if the shop does not provide the call
 */
export function useAnswer<Value>(
  ask: (() => Promise<Result<Value>>) | undefined,
  key: string
): AnswerState<Value> {
  const [requestCount, setRequestCount] = useState(0)
  const [answer, setAnswer] = useState<Result<Value> | null>(null)
  useEffect(() => {
    let isCurrent = true
    void ask?.().then((result) => {
      if (isCurrent) setAnswer(result)
    })
    return () => {
      isCurrent = false
    }
    // `key` stands for `ask`, which is a new function on every render.
  }, [key, requestCount])
  return { answer, reload: () => setRequestCount((count) => count + 1) }
}
