import { type Dispatcher, EnvHttpProxyAgent, Pool } from "undici"
import { toOptionsError } from "./failure"

/**
 * Returns the process's https proxy (`https_proxy` or `HTTPS_PROXY`) as a URL, or null. Plain http, for this machine
 * and test servers in its network, uses none. undici applies `NO_PROXY`.
 * @throws InvalidRequestError for an invalid URL, without quoting it, because it may contain a password
 */
function proxyFor(origin: string): string | null {
  const named = process.env.https_proxy ?? process.env.HTTPS_PROXY ?? ""
  if (named === "" || !origin.startsWith("https:")) return null
  const url = named.includes("://") ? named : `http://${named}`
  if (URL.canParse(url)) return url
  throw toOptionsError("HTTPS_PROXY must be a URL")
}

/** The connections of one base address, shared by clients of that address. */
export interface Pools {
  /** Keeps connections alive; for calls that are safe to repeat. */
  kept: Dispatcher
  /**
   * Opens a connection per call; for calls that change something. The other side may have just closed a kept
   * connection, and a settle written to it would be in doubt needlessly (E7). It costs one handshake, with TLS
   * resumption.
   */
  fresh: Dispatcher
  /** Returns the share; the last one closes the connections. */
  giveBack(): Promise<void>
}

type Shared = Pick<Pools, "kept" | "fresh"> & { users: number }

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
  // Explicit, because it then overrides NODE_TLS_REJECT_UNAUTHORIZED=0 (E8).
  const connect = { timeout: connectMs, rejectUnauthorized: true }
  const options: Pool.Options = {
    connect,
    // Each call's total deadline limits headers and body; a second timer would conflict with it.
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
          // Limits a proxy that never answers to the time that a call waits for a connection.
          clientFactory: (proxy, given) => new Pool(proxy, { ...given, headersTimeout: connectMs }),
        })
  return { kept: open({}), fresh: open({ pipelining: 0 }), users: 0 }
}
