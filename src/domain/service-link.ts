export type LinkProblem = "plain" | "other-host"

export type LinkRule = {
  /** The service's own address. */
  baseUrl: string
  /** Allowed hosts, subdomains included; empty allows any. */
  hosts: readonly string[]
}

/**
 * Checks a customer link, behind which a customer enters personal data: it must be as secure as the service's
 * address, on an allowed host.
 */
export function linkProblem(link: string, { baseUrl, hosts }: LinkRule): LinkProblem | null {
  const { protocol, hostname } = new URL(link)
  if (protocol !== "https:" && new URL(baseUrl).protocol === "https:") return "plain"
  const isListed = hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  return hosts.length === 0 || isListed ? null : "other-host"
}

const WRONG: Record<LinkProblem, string> = {
  plain: "is not https, though the service's own address is",
  "other-host": "leads to a host that `linkHosts` does not name",
}

/** For the merchant. */
export function describeLink(problem: LinkProblem): string {
  return `The link that the service handed out for the customer ${WRONG[problem]}. Nobody was given it, and the application is cancelled. Ask the service, and correct \`linkHosts\` if the host is theirs.`
}

/** Query parameters that give access to an application at the service. */
const CREDENTIALS = ["auth", "rauth"]

/** Maximum length within a sentence. */
const LONGEST = 500

/**
 * Returns the service's page that explains a refusal, if it may be shown and logged: without credentials. Else null.
 * `linkProblem` checks its host.
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
