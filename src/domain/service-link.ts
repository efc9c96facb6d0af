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
