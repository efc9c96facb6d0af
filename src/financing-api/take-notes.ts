/** Stands for what is there and cannot be read, until its name is noted. */
export const UNREADABLE = Symbol("unreadable")

export interface Noted<T> {
  value: T
  /** Where something stood that could not be read, e.g. `offers[1].loanRate`; never what stood there. */
  unreadable: string[]
}

/** An answer as it is handed on: `null` for what could not be read, left out of a list, and named. */
export function takeNotes<T>(read: T): Noted<T> {
  const unreadable: string[] = []
  return { value: clean(read, "", unreadable) as T, unreadable }
}

function clean(read: unknown, path: string, unreadable: string[]): unknown {
  if (read === UNREADABLE) {
    unreadable.push(path)
    return null
  }
  if (Array.isArray(read)) {
    const entries: unknown[] = read
    return entries.flatMap((entry, index) => {
      const kept = clean(entry, `${path}[${index}]`, unreadable)
      return entry === UNREADABLE ? [] : [kept]
    })
  }
  if (typeof read !== "object" || read === null) return read
  const fields = Object.entries(read).map(([name, value]): [string, unknown] => [
    name,
    clean(value, path === "" ? name : `${path}.${name}`, unreadable),
  ])
  return Object.fromEntries(fields)
}
