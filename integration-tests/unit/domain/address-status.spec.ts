import { describeAddressStatus } from "../../../src/domain/address-status"

describe("what endpoint 9 says of an application", () => {
  it("reads U as a decline with a wrong address, and adds the service's words to ours", () => {
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
  ])("with %j says nothing of the address: %s", (status, meaning, code) => {
    const said = describeAddressStatus({ status, message: null })
    expect(said).toEqual({ code, meaning, addressMatches: null, message: null })
  })
})
