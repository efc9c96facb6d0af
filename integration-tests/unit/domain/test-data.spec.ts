import { describeTestData, isTestData } from "../../../src/domain/test-data"

describe("test data", () => {
  it("is test data only if it is from staging and the shop uses production", () => {
    expect(isTestData("staging", "production")).toBe(true)
    expect(isTestData("production", "staging")).toBe(false)
    expect(isTestData("staging", "staging")).toBe(false)
    expect(isTestData("production", "production")).toBe(false)
  })

  it("has a message that names the test mode and what to do", () => {
    expect(describeTestData("authorized-order")).toMatch(
      /^Applied for in test mode: .*Cancel the order/
    )
    expect(describeTestData("open-cart")).toMatch(
      /^Signed in test mode: .*End it; the shopper is asked/
    )
  })
})
