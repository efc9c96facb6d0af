import { z } from "@medusajs/framework/zod"
import { fits, matchSchema, type Facts } from "../faults/fault"

/** What happens to the postbacks that fit. */
export const postbackRuleSchema = z.strictObject({
  /**
   * `normal` forgets all rules. `lost` never sends. `hold` keeps until released. `duplicate` sends
   * twice. `delay` sends `delayMs` later. `reverse` collects `times` and sends the last one first.
   */
  mode: z.enum(["normal", "lost", "hold", "duplicate", "delay", "reverse"]),
  /** How many postbacks the rule is for (default: all; `reverse`: 2). */
  times: z.number().int().min(1).optional(),
  /** Milliseconds for `delay` (default 1000). */
  delayMs: z.number().min(0).optional(),
  match: matchSchema.optional(),
})

export type PostbackRule = z.output<typeof postbackRuleSchema>

export interface PostbackRules {
  add(rule: PostbackRule): void
  /** The rule for one postback, counted; undefined for none. */
  take(facts: Facts): { rule: PostbackRule; isLast: boolean } | undefined
  /** Drops the rules about one of these tokens. */
  forget(tokens: readonly string[]): void
  clear(): void
}

export function createPostbackRules(): PostbackRules {
  let rules: { rule: PostbackRule; left: number }[] = []
  return {
    add(rule) {
      if (rule.mode === "normal") rules = []
      else rules.push({ rule, left: rule.times ?? (rule.mode === "reverse" ? 2 : Infinity) })
    },
    take(facts) {
      const entry = rules.find(({ rule, left }) => left > 0 && fits(rule.match, facts))
      if (!entry) return undefined
      entry.left -= 1
      return { rule: entry.rule, isLast: entry.left === 0 }
    },
    forget(tokens) {
      rules = rules.filter(({ rule }) => !tokens.includes(rule.match?.token ?? ""))
    },
    clear() {
      rules = []
    },
  }
}
