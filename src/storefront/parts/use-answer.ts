import { useEffect, useState } from "react"
import type { Result } from "../result"

export type Loaded<Value> = { answer: Result<Value> | null; reload: () => void }

/**
 * Makes a call once, and again when `key` changes or on `reload`. Ignores outdated answers.
 * @param ask undefined if the shop does not provide the call
 */
export function useAnswer<Value>(
  ask: (() => Promise<Result<Value>>) | undefined,
  key: string
): Loaded<Value> {
  const [asked, setAsked] = useState(0)
  const [answer, setAnswer] = useState<Result<Value> | null>(null)
  useEffect(() => {
    let isWanted = true
    void ask?.().then((found) => {
      if (isWanted) setAnswer(found)
    })
    return () => {
      isWanted = false
    }
    // `key` stands for `ask`, which is a new function on every render.
  }, [key, asked])
  return { answer, reload: () => setAsked((before) => before + 1) }
}
