import type { TimelineEntry } from "../queries/api-types"

export type TimelineLine = TimelineEntry & {
  /** Number of identical entries in a row. */
  times: number
}

/** Newest first. Collapses consecutive identical entries by the same actor into the newest one. */
export function collapseTimeline(entries: readonly TimelineEntry[]): TimelineLine[] {
  return entries
    .reduce<TimelineLine[]>((lines, entry) => {
      const latest = lines.at(-1)
      if (!latest || !isRepeat(latest, entry)) return [...lines, { ...entry, times: 1 }]
      return [...lines.slice(0, -1), { ...entry, times: latest.times + 1 }]
    }, [])
    .reverse()
}

function isRepeat(one: TimelineEntry, other: TimelineEntry): boolean {
  return (
    one.what === other.what &&
    one.actor === other.actor &&
    JSON.stringify(one.details) === JSON.stringify(other.details)
  )
}
