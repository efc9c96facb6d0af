import type { FinancingConfig } from "../answers"
import type { Result } from "../result"
import { type FinancingCalls, told, useFinancing } from "./financing-context"
import { useAnswer } from "./use-answer"

type GetConfig = FinancingCalls["getConfig"]
type Kept = { answer: Promise<Result<FinancingConfig>>; until: number }

/** Milliseconds. The shop allows its answer to be cached for a minute. */
const FRESH = 60_000

const kept = new WeakMap<GetConfig, Kept>()

/** Shares one call between all parts that use the same function, including concurrent ones. */
function askOnce(getConfig: GetConfig): Promise<Result<FinancingConfig>> {
  const known = kept.get(getConfig)
  if (known && known.until > Date.now()) return known.answer
  const answer = told(getConfig()).then((found) => {
    if (!found.ok) kept.delete(getConfig)
    return found
  })
  kept.set(getConfig, { answer, until: Date.now() + FRESH })
  return answer
}

/** Loads what the shop offers, independent of a cart; null while loading and after a failure. */
export function useConfig(): FinancingConfig | null {
  const { calls, config } = useFinancing()
  const { getConfig } = calls
  const isAsked = config === null && getConfig !== undefined
  const { answer } = useAnswer(isAsked ? () => askOnce(getConfig) : undefined, "config")
  return config ?? (answer?.ok ? answer.value : null)
}
