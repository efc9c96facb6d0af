import { z } from "@medusajs/framework/zod"
import { isMatch, matchSchema, type MatchFacts } from "../faults/fault"

/** Delivery rule for matching postbacks. */
export const postbackRuleSchema = z.strictObject({
  /**
   * `normal` removes all rules. `lost` never sends. `hold` keeps postbacks until they are released. `duplicate` sends
   * twice. `delay` sends `delayMs` later. `reverse` collects `times` postbacks and sends the last one first.
   */
  mode: z.enum(["normal", "lost", "hold", "duplicate", "delay", "reverse"]),
  /** Number of postbacks that the rule covers (default: all; `reverse`: 2). */
  times: z.number().int().min(1).optional(),
  /** Milliseconds for `delay` (default 1000). */
  delayMs: z.number().min(0).optional(),
  match: matchSchema.optional(),
})

export type PostbackRule = z.output<typeof postbackRuleSchema>

export interface PostbackRules {
  add(rule: PostbackRule): void
  /** Claims the rule of a postback and counts it. Undefined when no rule matches. */
  claim(facts: MatchFacts): { rule: PostbackRule; isLast: boolean } | undefined
  /** Removes the rules of these tokens. */
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
    claim(facts) {
      const entry = rules.find(({ rule, left }) => left > 0 && isMatch(rule.match, facts))
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
