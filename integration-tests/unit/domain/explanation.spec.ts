import { readExplanation, withExplanation } from "../../../src/domain/explanation"

describe("the service's page that explains a refusal", () => {
  it.each(["https://apply.service.example/why", "https://service.example/refused?reason=po-box#1"])(
    "may be shown: %s",
    (url) => {
      expect(readExplanation(url)).toBe(url)
      expect(withExplanation("It cannot be financed.", url)).toBe(
        `It cannot be financed. The financing service explains it here: ${url}`
      )
    }
  )

  it.each([
    ["with a name and a password", "https://me:secret@service.example/why"],
    ["that opens an application", "https://service.example/why?app=1&auth=2"],
    ["that opens one by its other word", "https://service.example/why?rauth=2"],
    ["longer than anybody reads", `https://service.example/${"x".repeat(500)}`],
  ])("is not shown: one %s", (_which, url) => {
    expect(readExplanation(url)).toBeNull()
  })

  it("is not spoken of where there is none", () => {
    expect(readExplanation(null)).toBeNull()
    expect(withExplanation("It cannot be financed.", null)).toBe("It cannot be financed.")
  })
})
