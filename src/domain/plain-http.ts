export type TrustedTo = "staging" | "production"

const THIS_MACHINE: readonly string[] = ["localhost", "127.0.0.1", "[::1]"]

/** Names that a private network gives: one word, or an ending that no public name has. */
const PRIVATE_NAME = /^(?:[a-z0-9_-]+|(?:[a-z0-9_-]+\.)+(?:local|internal|test))$/

/** Whether a host of a URL is the machine itself: nobody else hears what is sent there. */
export function isThisMachine(hostname: string): boolean {
  return THIS_MACHINE.includes(hostname)
}

/**
 * Whether a URL may be http. This machine may always; a private network (a simulator in Docker
 * compose) only where test data travels.
 */
export function mayBePlain({ hostname }: { hostname: string }, environment: TrustedTo): boolean {
  return isThisMachine(hostname) || (environment === "staging" && PRIVATE_NAME.test(hostname))
}

/** Why a URL may not be used as it is, in words that follow its name; null when it may. */
export function transportProblem(url: URL | null, environment: TrustedTo): string | null {
  if (url?.protocol === "https:") return null
  if (url?.protocol !== "http:") return "has to be an http or https address"
  if (mayBePlain(url, environment)) return null
  return environment === "production"
    ? "has to be an https address in production (http is for localhost only)"
    : "has to be an https address (http is for localhost and, in staging, for names without a dot, .local, .internal and .test)"
}
