import ipaddr from "ipaddr.js"

/** Groups of an IPv6 network that one household or machine owns: /64. */
const GROUPS_OF_NETWORK = 4

/**
 * Returns the network that counts as one client: an IPv4 address, or an IPv6 /64, whose owner has all its addresses.
 * Null for an invalid address.
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
