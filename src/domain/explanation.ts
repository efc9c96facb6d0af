/** What opens somebody's application at the service, in the query of its address. */
const CREDENTIALS = ["auth", "rauth"]

/** A sentence that people read holds no more. */
const LONGEST = 500

/**
 * The service's page that explains why it created nothing, if it may be shown in a sentence, and be logged with
 * it: without credentials. Else null. Where links may lead is for service-link.ts to say.
 */
export function readExplanation(url: string | null): string | null {
  if (url === null || url.length > LONGEST) return null
  const { username, password, searchParams } = new URL(url)
  const opensSomething = CREDENTIALS.some((name) => searchParams.has(name))
  return username === "" && password === "" && !opensSomething ? url : null
}

/** Ends a sentence with where the service explains it, when there is such a page. */
export function withExplanation(sentence: string, page: string | null): string {
  return page === null ? sentence : `${sentence} The financing service explains it here: ${page}`
}
