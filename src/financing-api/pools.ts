import { randomUUID } from "node:crypto"
import { type Dispatcher, EnvHttpProxyAgent, Pool } from "undici"
import { toError } from "./failure"

/**
 * The proxy that the process is told to use for https (`https_proxy` or `HTTPS_PROXY`), as a URL, and null
 * where there is none. Plain http is for this machine and for test servers in its own network, so it
 * never takes one. What `NO_PROXY` leaves out is undici's to know.
 *
 * @throws InvalidRequestError when the variable holds no URL; it may hold a password, and is not quoted
 */
function proxyFor(origin: string): string | null {
  const named = process.env.https_proxy ?? process.env.HTTPS_PROXY ?? ""
  if (named === "" || !origin.startsWith("https:")) return null
  const url = named.includes("://") ? named : `http://${named}`
  if (URL.canParse(url)) return url
  const call = { operation: "createFinancingClient", changes: false, correlationId: randomUUID() }
  throw toError(call, { code: "invalid_options", detail: "HTTPS_PROXY must be a URL" })
}

/** The connections of one base address; clients of the same address share them. */
export interface Pools {
  /** Keeps connections alive; for calls that are safe to repeat. */
  kept: Dispatcher
  /**
   * A new connection for every call; for calls that change something. A kept connection may have
   * been closed by the other side a moment ago, and a settle written into it would be in doubt for
   * nothing (E7). One handshake (the TLS session is resumed) is the price.
   */
  fresh: Dispatcher
  /** Gives the share back; the last one closes the connections. */
  giveBack(): Promise<void>
}

interface Shared {
  kept: Dispatcher
  fresh: Dispatcher
  users: number
}

const shared = new Map<string, Shared>()

/** Borrows the pools of an origin; `connectMs` is part of their identity. */
export function borrowPools(address: { origin: string; connectMs: number }): Pools {
  const key = `${address.origin} ${address.connectMs}`
  const pools = shared.get(key) ?? openPools(address)
  pools.users += 1
  shared.set(key, pools)
  return {
    kept: pools.kept,
    fresh: pools.fresh,
    giveBack: async () => {
      pools.users -= 1
      if (pools.users > 0) return
      shared.delete(key)
      await Promise.all([pools.kept.close(), pools.fresh.close()])
    },
  }
}

function openPools({ origin, connectMs }: { origin: string; connectMs: number }): Shared {
  // Explicit, because it then wins over NODE_TLS_REJECT_UNAUTHORIZED=0 (E8).
  const connect = { timeout: connectMs, rejectUnauthorized: true }
  const options: Pool.Options = {
    connect,
    // Each call's own total deadline bounds headers and body; a second timer would only blur it.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 30_000,
  }
  const httpsProxy = proxyFor(origin)
  const open = (more: Pool.Options): Dispatcher =>
    httpsProxy === null
      ? new Pool(origin, { ...options, ...more })
      : new EnvHttpProxyAgent({
          ...options,
          ...more,
          httpsProxy,
          httpProxy: "",
          requestTls: connect,
          proxyTls: connect,
          // A proxy that never answers holds no connection for longer than a call waits for one.
          clientFactory: (proxy, given) => new Pool(proxy, { ...given, headersTimeout: connectMs }),
        })
  return { kept: open({}), fresh: open({ pipelining: 0 }), users: 0 }
}
