import { Text } from "@medusajs/ui"
import type { TimelineEntry } from "../queries/api-types"
import { useTexts } from "../texts/use-texts"
import { collapseTimeline, type TimelineLine } from "./collapse-timeline"
import { getVisibleDetails, formatEntry } from "./timeline-sentence"
import { RelativeTime } from "./relative-time"

type TimelineProps = {
  entries: TimelineEntry[]
  /** Maximum number of rows; all by default. */
  limit?: number
}

export function Timeline({ entries, limit }: TimelineProps) {
  const { t } = useTexts()
  if (entries.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle">
        {t("file.noEvents")}
      </Text>
    )
  }
  return (
    <ol className="flex flex-col gap-3" aria-label={t("file.timeline")}>
      {collapseTimeline(entries)
        .slice(0, limit)
        .map((line) => (
          <TimelineRow key={line.id} line={line} />
        ))}
    </ol>
  )
}

function TimelineRow({ line }: { line: TimelineLine }) {
  const { t, word, amount } = useTexts()
  const { times, actor, actor_name, details, created_at } = line
  const note = typeof details?.note === "string" ? details.note : null
  const facts = getVisibleDetails(line, { amount })
  return (
    <li className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2">
        <Text size="small" leading="compact" weight="plus">
          {formatEntry(line, { word, amount })}
          {times > 1 && ` ×${times}`}
        </Text>
        <Text size="xsmall" className="text-ui-fg-subtle">
          <RelativeTime date={created_at} />
        </Text>
      </div>
      {actor !== "plugin" && (
        <Text size="xsmall" className="text-ui-fg-subtle break-words">
          {`${t("file.by")} ${actor_name ?? actor}`}
          {note && `: “${note}”`}
        </Text>
      )}
      {facts.length > 0 && (
        <details className="txt-compact-xsmall text-ui-fg-subtle">
          <summary className="cursor-pointer">{t("order.details")}</summary>
          <dl className="grid gap-x-3 break-all py-1" style={{ gridTemplateColumns: "auto 1fr" }}>
            {facts.map(({ name, value }) => (
              <div key={name} className="contents">
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  )
}
