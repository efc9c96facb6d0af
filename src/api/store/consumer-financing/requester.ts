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
 * Returns the client that limits count: the nearest address outside the shop's own proxies. Medusa trusts one proxy,
 * so behind a second one, or a storefront's server, all clients would share `req.ip`.
 */
export function clientOf(
  req: IncomingMessage,
  trusted: PluginOptions["trustedProxies"]
): string | null {
  const trust =
    typeof trusted === "number" ? (_: string, hop: number) => hop < trusted : [...trusted]
  // An invalid address counts as the machine that forwarded it.
  return clientNetwork(proxyaddr(req, trust)) ?? clientNetwork(req.socket.remoteAddress ?? "")
}

/** Returns the logged-in customer, by Medusa's own authentication; null for a guest. */
export function shopperOf(req: MedusaRequest): string | null {
  const { auth_context: asking } = req as AuthenticatedMedusaRequest
  return (asking?.actor_type === "customer" && asking.actor_id) || null
}

/** Returns a storefront's sales channels, by its publishable key. */
export const salesChannelsOf = (req: MedusaRequest): string[] =>
  (req as MedusaStoreRequest).publishable_key_context.sales_channel_ids

/** Whether financing is offered in one of these sales channels. Without any, Medusa knows no cart's channel. */
export function isOfferedIn(
  { storefronts }: Pick<PluginOptions, "storefronts">,
  salesChannelIds: readonly string[]
): boolean {
  const isEnabled = (id: string) => storefronts[id]?.enabled ?? true
  return salesChannelIds.length === 0 || salesChannelIds.some(isEnabled)
}
