/** Says one plain sentence about one event. */
export type Narrate = (sentence: string) => void

/** A narrator that puts the time of day before each sentence, or one that keeps silent. */
export function createNarrator(quiet: boolean, log: (line: string) => void): Narrate {
  if (quiet) return () => undefined
  return (sentence) => log(`${new Date().toTimeString().slice(0, 8)}  ${sentence}`)
}

/** Enough of a token to recognise it, too little to use it. */
export function shorten(token: string): string {
  return `${token.slice(0, 6)}…`
}
