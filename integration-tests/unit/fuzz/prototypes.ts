const WATCHED = [Object, Array, String, Number, Boolean, Function, Map, Promise, Error]

const namesOf = () =>
  WATCHED.map(({ prototype }) => Reflect.ownKeys(prototype).length + Object.keys(prototype).length)

const clean = String(namesOf())

/** Whether a built-in prototype was changed (G8). */
export function isPolluted(): boolean {
  return String(namesOf()) !== clean
}
