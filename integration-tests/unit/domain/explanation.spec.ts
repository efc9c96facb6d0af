import { readExplanation, withExplanation } from "../../../src/domain/explanation"

describe("the service's page that explains a refusal", () => {
  it.each(["https://apply.service.example/why", "https://service.example/refused?reason=po-box#1"])(
    "is shown: %s",
    (url) => {
      expect(readExplanation(url)).toBe(url)
      expect(withExplanation("It cannot be financed.", url)).toBe(
        `It cannot be financed. The financing service explains it here: ${url}`
      )
    }
  )

  it.each([
    ["contains a name and a password", "https://me:secret@service.example/why"],
    ["opens an application", "https://service.example/why?app=1&auth=2"],
    ["opens an application by its other parameter", "https://service.example/why?rauth=2"],
    ["is too long", `https://service.example/${"x".repeat(500)}`],
  ])("is not shown when its URL %s", (_title, url) => {
    expect(readExplanation(url)).toBeNull()
  })

  it("is not mentioned when there is none", () => {
    expect(readExplanation(null)).toBeNull()
    expect(withExplanation("It cannot be financed.", null)).toBe("It cannot be financed.")
  })
})
