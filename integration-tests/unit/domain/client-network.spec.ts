import { clientNetwork } from "../../../src/domain/client-network"

describe("clientNetwork", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("maps %s to %s", (address, network) => {
    expect(clientNetwork(address)).toBe(network)
  })

  it.each(["", "unknown", "_hidden", "203.0.113.7:443", "[::1]", "1.2.3.4, 5.6.7.8"])(
    "returns null for %p",
    (address) => {
      expect(clientNetwork(address)).toBeNull()
    }
  )
})
