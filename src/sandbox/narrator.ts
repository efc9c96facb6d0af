/** Logs one event as a sentence. */
export type Narrate = (sentence: string) => void

/** Creates an event logger that prefixes the time of day. Logs nothing when `quiet`. */
export function createNarrator(quiet: boolean, log: (line: string) => void): Narrate {
  if (quiet) return () => undefined
  return (sentence) => log(`${new Date().toTimeString().slice(0, 8)}  ${sentence}`)
}

/** Shortens a token for logs. */
export function shortenToken(token: string): string {
  return `${token.slice(0, 6)}…`
}
