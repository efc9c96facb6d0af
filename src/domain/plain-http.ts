export type TrustedTo = "staging" | "production"

const THIS_MACHINE: readonly string[] = ["localhost", "127.0.0.1", "[::1]"]

/** Host names of a private network: one word, or an ending that no public name has. */
const PRIVATE_NAME = /^(?:[a-z0-9_-]+|(?:[a-z0-9_-]+\.)+(?:local|internal|test))$/

/** Whether a URL's host is this machine, so that the traffic stays private. */
export function isThisMachine(hostname: string): boolean {
  return THIS_MACHINE.includes(hostname)
}

/**
 * Whether a URL may use http: always on this machine; in a private network (a simulator in Docker compose) for test
 * data only.
 */
export function mayBePlain({ hostname }: { hostname: string }, environment: TrustedTo): boolean {
  return isThisMachine(hostname) || (environment === "staging" && PRIVATE_NAME.test(hostname))
}

/** Explains why a URL may not be used, to follow its name in a sentence; null when it may. */
export function transportProblem(url: URL | null, environment: TrustedTo): string | null {
  if (url?.protocol === "https:") return null
  if (url?.protocol !== "http:") return "has to be an http or https address"
  if (mayBePlain(url, environment)) return null
  return environment === "production"
    ? "has to be an https address in production (http is for localhost only)"
    : "has to be an https address (http is for localhost and, in staging, for names without a dot, .local, .internal and .test)"
}
