import type { TimelineEntry } from "../queries/api-types"

export type TimelineLine = TimelineEntry & {
  /** Number of consecutive identical entries. */
  times: number
}

/** Collapses consecutive identical entries of an actor into the newest one. Returns the newest line first. */
export function collapseTimeline(entries: readonly TimelineEntry[]): TimelineLine[] {
  return entries
    .reduce<TimelineLine[]>((lines, entry) => {
      const latest = lines.at(-1)
      if (!latest || !isRepeat(latest, entry)) return [...lines, { ...entry, times: 1 }]
      return [...lines.slice(0, -1), { ...entry, times: latest.times + 1 }]
    }, [])
    .reverse()
}

function isRepeat(first: TimelineEntry, second: TimelineEntry): boolean {
  return (
    first.what === second.what &&
    first.actor === second.actor &&
    JSON.stringify(first.details) === JSON.stringify(second.details)
  )
}
