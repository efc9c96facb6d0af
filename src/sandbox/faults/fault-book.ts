import type { EndpointName } from "../endpoints/operations"
import { fits, type Facts, type Fault } from "./fault"

export interface FaultEntry extends Fault {
  id: string
  /** Matching calls seen since the fault was ordered. */
  seen: number
  /** Calls that suffered. */
  applied: number
}

/** Faults in force. The oldest that fits a call is put on it. */
export interface FaultBook {
  add(fault: Fault): FaultEntry
  list(): FaultEntry[]
  get(id: string): FaultEntry | undefined
  remove(id: string): boolean
  /** Drops the faults for one of these tokens or order ids. */
  forget(names: ReadonlySet<string>): void
  clear(): void
  /** The fault to put on this call, counted as applied. */
  take(operation: EndpointName, facts: Facts): FaultEntry | undefined
}

function strikes(entry: FaultEntry): boolean {
  const first = entry.nth ?? 1
  const count = entry.count ?? (entry.nth === undefined ? Infinity : 1)
  return entry.seen >= first && entry.applied < count
}

export function createFaultBook(): FaultBook {
  let entries: FaultEntry[] = []
  let count = 0
  return {
    add(fault) {
      count += 1
      // What is odd says that it was done: it has to be.
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
    take(operation, facts) {
      let taken: FaultEntry | undefined
      for (const entry of entries) {
        if (entry.operation !== operation || !fits(entry.match, facts)) continue
        entry.seen += 1
        if (!taken && strikes(entry)) taken = entry
      }
      if (taken) taken.applied += 1
      return taken
    },
  }
}
