import ipaddr from "ipaddr.js"

/** Groups of an IPv6 address that a household or a machine is given as a whole: /64. */
const GROUPS_OF_NETWORK = 4

/**
 * Whom a limit counts by an address: an IPv4 address is one client, of IPv6 a whole /64 is, since whoever has
 * one of it has all of it. Null for what is no address.
 */
export function clientNetwork(address: string): string | null {
  if (!ipaddr.isValid(address)) {
    return null
  }
  const parsed = ipaddr.process(address)
  if (parsed.kind() === "ipv4") {
    return parsed.toString()
  }
  const groups = (parsed as ipaddr.IPv6).parts.slice(0, GROUPS_OF_NETWORK)
  return `${groups.map((group) => group.toString(16)).join(":")}::/64`
}
