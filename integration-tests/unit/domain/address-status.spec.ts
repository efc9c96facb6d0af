import { describeAddressStatus } from "../../../src/domain/address-status"

describe("describeAddressStatus", () => {
  it("returns a decline with a mismatching address for U, and the service's message on one line", () => {
    expect(describeAddressStatus({ status: "U", message: " no\nmatch " })).toEqual({
      code: "U",
      meaning: "declined, and the address does not match",
      addressMatches: false,
      message: "no match",
    })
  })

  it.each([
    ["P", "created, nothing decided yet", "P"],
    ["Q", "a status this plugin does not know", "unknown"],
    [null, "no status", "unknown"],
  ])("returns nothing about the address for status %j: %s", (status, meaning, code) => {
    const description = describeAddressStatus({ status, message: null })
    expect(description).toEqual({ code, meaning, addressMatches: null, message: null })
  })
})
