import type { IncomingMessage } from "node:http"
import type {
  AuthenticatedMedusaRequest,
  MedusaRequest,
  MedusaStoreRequest,
} from "@medusajs/framework/http"
import proxyaddr from "proxy-addr"
import { clientNetwork } from "../../../domain/client-network"
import type { PluginOptions } from "../../../options/options"

/**
 * Who a request comes from, as far as the limits count: the nearest address that is none of the shop's own
 * proxies'. Medusa itself believes one proxy, so that behind a second one, or a storefront that asks
 * on its server, `req.ip` is one address for everybody.
 */
export function clientOf(
  req: IncomingMessage,
  trusted: PluginOptions["trustedProxies"]
): string | null {
  const trust =
    typeof trusted === "number" ? (_: string, hop: number) => hop < trusted : [...trusted]
  // What is no address is nobody's: it counts as the machine that handed it on.
  return clientNetwork(proxyaddr(req, trust)) ?? clientNetwork(req.socket.remoteAddress ?? "")
}

/** The customer who is logged in, by Medusa's own authentication; null for a guest. */
export function shopperOf(req: MedusaRequest): string | null {
  const { auth_context: asking } = req as AuthenticatedMedusaRequest
  return (asking?.actor_type === "customer" && asking.actor_id) || null
}

/** The sales channels that a storefront sells in, by its publishable key. */
export const salesChannelsOf = (req: MedusaRequest): string[] =>
  (req as MedusaStoreRequest).publishable_key_context.sales_channel_ids

/** Whether financing is offered in one of these sales channels. Without any, Medusa knows no cart's. */
export function isOfferedIn(
  { storefronts }: Pick<PluginOptions, "storefronts">,
  salesChannelIds: readonly string[]
): boolean {
  const known = new Map(Object.entries(storefronts))
  return (
    salesChannelIds.length === 0 || salesChannelIds.some((id) => known.get(id)?.enabled ?? true)
  )
}
