import type { FinancingConfig } from "../answers"
import type { Result } from "../result"
import { type FinancingCalls, told, useFinancing } from "./financing-context"
import { useAnswer } from "./use-answer"

type GetConfig = FinancingCalls["getConfig"]
type CachedConfig = { answer: Promise<Result<FinancingConfig>>; until: number }

/** Milliseconds. The shop allows its answer to be cached for a minute. */
const CACHE_TIME_MS = 60_000

const configCache = new WeakMap<GetConfig, CachedConfig>()

/** Shares one call between all parts that use the same function, including concurrent ones. */
function getCachedConfig(getConfig: GetConfig): Promise<Result<FinancingConfig>> {
  const cached = configCache.get(getConfig)
  if (cached && cached.until > Date.now()) return cached.answer
  const answer = told(getConfig()).then((result) => {
    if (!result.ok) configCache.delete(getConfig)
    return result
  })
  configCache.set(getConfig, { answer, until: Date.now() + CACHE_TIME_MS })
  return answer
}

/** Loads what the shop offers, independent of a cart; null while loading and after a failure. */
export function useConfig(): FinancingConfig | null {
  const { calls, config } = useFinancing()
  const { getConfig } = calls
  const isConfigMissing = config === null && getConfig !== undefined
  const { answer } = useAnswer(
    isConfigMissing ? () => getCachedConfig(getConfig) : undefined,
    "config"
  )
  return config ?? (answer?.ok ? answer.value : null)
}
