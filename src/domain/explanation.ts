/** Query parameters that give access to an application at the service. */
const CREDENTIALS = ["auth", "rauth"]

/** Maximum length within a sentence. */
const LONGEST = 500

/**
 * Returns the service's page that explains a refusal, if it may be shown and logged: without credentials. Else null.
 * service-link.ts checks its host.
 */
export function readExplanation(url: string | null): string | null {
  if (url === null || url.length > LONGEST) return null
  const { username, password, searchParams } = new URL(url)
  const opensSomething = CREDENTIALS.some((name) => searchParams.has(name))
  return username === "" && password === "" && !opensSomething ? url : null
}

/** Appends the service's explaining page to a sentence, if there is one. */
export function withExplanation(sentence: string, page: string | null): string {
  return page === null ? sentence : `${sentence} The financing service explains it here: ${page}`
}
