const WATCHED = [Object, Array, String, Number, Boolean, Function, Map, Promise, Error]

const countNames = () =>
  WATCHED.map(({ prototype }) => Reflect.ownKeys(prototype).length + Object.keys(prototype).length)

const initialCounts = String(countNames())

/** Whether a built-in prototype was changed (G8). */
export function isPolluted(): boolean {
  return String(countNames()) !== initialCounts
}
