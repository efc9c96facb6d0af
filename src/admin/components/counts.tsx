import { Button } from "@medusajs/ui"
import type { Summary } from "../server/answers"
import { useTexts } from "../texts/use-texts"

/** The narrowings that a merchant wants every morning. */
export const VIEWS = {
  all: {},
  ready: { state: "ready-to-settle" },
  readyFor: { ready_for_days: 3 },
  underReview: { state: "under-review" },
  needsAttention: { needs_attention: "true" },
} as const
export type View = keyof typeof VIEWS

type Props = { summary: Summary | undefined; view: View; choose: (view: View) => void }

/** One press for each of them, with how many there are. */
export function Counts({ summary, view, choose }: Props) {
  const { t, amount } = useTexts()
  const ready = summary?.states["ready-to-settle"]
  const counts: Partial<Record<View, string>> = summary
    ? {
        ready: `${ready?.count ?? 0} · ${amount(ready?.financed_cents ?? 0)}`,
        underReview: String(summary.states["under-review"].count),
        needsAttention: String(summary.needs_attention),
      }
    : {}
  const names: Record<View, string> = {
    all: t("page.all"),
    ready: t("list.ready"),
    readyFor: t("list.readyFor"),
    underReview: t("list.underReview"),
    needsAttention: t("list.needsAttention"),
  }
  return (
    <div role="group" aria-label={t("list.state")} className="flex flex-wrap gap-2">
      {(Object.keys(VIEWS) as View[]).map((one) => (
        <Button
          key={one}
          size="small"
          variant={one === view ? "primary" : "secondary"}
          aria-pressed={one === view}
          onClick={() => choose(one)}
        >
          {counts[one] === undefined ? names[one] : `${names[one]} (${counts[one]})`}
        </Button>
      ))}
    </div>
  )
}
