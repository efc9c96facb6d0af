import type { EndpointName } from "../endpoints/endpoint-paths"
import { isMatch, type MatchFacts, type Fault } from "./fault"

export interface FaultEntry extends Fault {
  id: string
  /** Number of matching calls since the fault was added. */
  seen: number
  /** Number of calls that got the fault. */
  applied: number
}

/** Active faults. The oldest match applies to a call. */
export interface FaultRegistry {
  add(fault: Fault): FaultEntry
  list(): FaultEntry[]
  get(id: string): FaultEntry | undefined
  remove(id: string): boolean
  /** Removes the faults of these tokens and order ids. */
  forget(names: ReadonlySet<string>): void
  clear(): void
  /** Claims the fault of a call and counts it as applied. */
  claim(operation: EndpointName, facts: MatchFacts): FaultEntry | undefined
}

function isDue(entry: FaultEntry): boolean {
  const first = entry.nth ?? 1
  const count = entry.count ?? (entry.nth === undefined ? Infinity : 1)
  return entry.seen >= first && entry.applied < count
}

export function createFaultRegistry(): FaultRegistry {
  let entries: FaultEntry[] = []
  let count = 0
  return {
    add(fault) {
      count += 1
      // An odd answer reports success, so the call has to run.
      const when = fault.kind === "odd" ? "after" : fault.when
      const entry = { ...fault, when, id: `fault-${String(count)}`, seen: 0, applied: 0 }
      entries.push(entry)
      return entry
    },
    list: () => [...entries],
    get: (id) => entries.find((entry) => entry.id === id),
    remove(id) {
      const before = entries.length
      entries = entries.filter((entry) => entry.id !== id)
      return entries.length < before
    },
    forget(names) {
      const isNamed = (name: string | undefined) => name !== undefined && names.has(name)
      entries = entries.filter(({ match }) => !isNamed(match?.token) && !isNamed(match?.orderId))
    },
    clear() {
      entries = []
    },
    claim(operation, facts) {
      let claimed: FaultEntry | undefined
      for (const entry of entries) {
        if (entry.operation !== operation || !isMatch(entry.match, facts)) continue
        entry.seen += 1
        if (!claimed && isDue(entry)) claimed = entry
      }
      if (claimed) claimed.applied += 1
      return claimed
    },
  }
}
