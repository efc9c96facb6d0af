import { describeTestData, isTestData } from "../../../src/domain/test-data"

describe("what was applied for in the service's other environment", () => {
  it("is test data only in production: a real loan stays one while a shop tests", () => {
    expect(isTestData("staging", "production")).toBe(true)
    expect(isTestData("production", "staging")).toBe(false)
    expect(isTestData("staging", "staging")).toBe(false)
    expect(isTestData("production", "production")).toBe(false)
  })

  it("is described as test data, with what to do", () => {
    expect(describeTestData("authorized-order")).toMatch(
      /^Applied for in test mode: .*Cancel the order/
    )
    expect(describeTestData("open-cart")).toMatch(
      /^Signed in test mode: .*End it; the shopper is asked/
    )
  })
})
