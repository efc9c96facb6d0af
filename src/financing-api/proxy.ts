import { randomUUID } from "node:crypto"
import { toError } from "./failure"

/**
 * The proxy that the process is told to use for https (`https_proxy` or `HTTPS_PROXY`), as a URL, and null
 * where there is none. Plain http is for this machine and for test servers in its own network, so it
 * never takes one. What `NO_PROXY` leaves out is undici's to know.
 *
 * @throws InvalidRequestError when the variable holds no URL; it may hold a password, and is not quoted
 */
export function proxyFor(origin: string): string | null {
  const named = process.env.https_proxy ?? process.env.HTTPS_PROXY ?? ""
  if (named === "" || !origin.startsWith("https:")) return null
  const url = named.includes("://") ? named : `http://${named}`
  if (URL.canParse(url)) return url
  const call = { operation: "createFinancingClient", changes: false, correlationId: randomUUID() }
  throw toError(call, { code: "invalid_options", detail: "HTTPS_PROXY must be a URL" })
}
