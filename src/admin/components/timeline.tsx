import { Text } from "@medusajs/ui"
import type { TimelineEntry } from "../server/answers"
import { collapseTimeline } from "./collapse-timeline"
import { useTexts } from "../texts/use-texts"

type Props = {
  entries: TimelineEntry[]
  /** As many lines as are shown, of the newest; all without it. */
  most?: number
}

/** What happened, the newest first, with who did it where a person did. */
export function Timeline({ entries, most }: Props) {
  const { t, word, amount, moment } = useTexts()
  if (entries.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle">
        {t("file.nobody")}
      </Text>
    )
  }
  return (
    <ol className="flex flex-col gap-3" aria-label={t("file.timeline")}>
      {collapseTimeline(entries)
        .slice(0, most)
        .map(({ id, times, what, actor, actor_name, details, created_at }) => (
          <li key={id}>
            <div className="flex items-baseline justify-between gap-2">
              <Text size="small" leading="compact" weight="plus">
                {word("happenings", what)}
                {times > 1 && ` ×${times}`}
              </Text>
              <Text size="xsmall" className="text-ui-fg-subtle text-nowrap">
                {moment(created_at)}
              </Text>
            </div>
            <Text size="xsmall" className="text-ui-fg-subtle break-words">
              {actor === "plugin" ? null : `${t("file.by")} ${actor_name ?? actor} `}
              {describe(details, amount)}
            </Text>
          </li>
        ))}
    </ol>
  )
}

type Amount = (cents: number | null) => string

/** Details are fit for any eye, and few: their values, as they were noted. */
function describe(details: Record<string, unknown> | null, amount: Amount): string {
  return Object.entries(details ?? {})
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => {
      const isAmount = typeof value === "number" && AMOUNTS.test(name)
      return `${name.replaceAll("_", " ")}: ${isAmount ? amount(value) : inWords(value)}`
    })
    .join(" · ")
}

/** Details that are noted in cents. */
const AMOUNTS = /^(cents|remaining|.+_cents)$/

function inWords(value: unknown): string {
  return Array.isArray(value) ? value.map(inWords).join(", ") : String(value)
}
