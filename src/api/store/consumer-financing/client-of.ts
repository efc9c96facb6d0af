import type { MedusaRequest } from "@medusajs/framework/http"
import proxyaddr from "proxy-addr"
import { clientNetwork } from "../../../domain/client-network"
import type { PluginOptions } from "../../../options/options"

/**
 * Who a request comes from, as far as the limits count: the nearest address that is none of the shop's own
 * proxies'. Medusa itself believes one proxy, so that behind a second one, or a storefront that asks
 * on its server, `req.ip` is one address for everybody.
 */
export function clientOf(
  req: MedusaRequest,
  trusted: PluginOptions["trustedProxies"]
): string | null {
  const trust =
    typeof trusted === "number" ? (_: string, hop: number) => hop < trusted : [...trusted]
  // What is no address is nobody's: it counts as the machine that handed it on.
  return clientNetwork(proxyaddr(req, trust)) ?? clientNetwork(req.socket.remoteAddress ?? "")
}
