import { useEffect, useState } from "react"
import type { Result } from "../result"

export type Loaded<Value> = { answer: Result<Value> | null; reload: () => void }

/**
 * Asks once, and again when `key` changes or on `reload`. What comes too late is forgotten.
 * @param ask undefined where nobody can be asked
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
    // `ask` is made again with every rendering: `key` says when it asks something else.
  }, [key, asked])
  return { answer, reload: () => setAsked((before) => before + 1) }
}
