import {
  describeLink,
  linkProblem,
  readExplanation,
  withExplanation,
} from "../../../src/domain/service-link"

const HTTPS_BASE_URL = "https://api.financing.example/v1"
const LOCAL_BASE_URL = "http://localhost:4010/api/v1"

type Row = [string, string, string[], string | null]

describe("a customer link from the service", () => {
  it.each<Row>([
    ["https://pages.financing.example/a?auth=b", HTTPS_BASE_URL, [], null],
    ["https://anywhere.example/", HTTPS_BASE_URL, [], null],
    ["http://pages.financing.example/a", HTTPS_BASE_URL, [], "plain"],
    ["http://localhost:4010/a", HTTPS_BASE_URL, [], "plain"],
    ["http://pages.financing.example/a", HTTPS_BASE_URL, ["financing.example"], "plain"],
    ["http://localhost:4010/a", LOCAL_BASE_URL, [], null],
    ["https://pages.financing.example/a", LOCAL_BASE_URL, [], null],
    ["https://financing.example/a", HTTPS_BASE_URL, ["other.example", "financing.example"], null],
    ["https://PAGES.financing.example:8443/a", HTTPS_BASE_URL, ["financing.example"], null],
    [
      "https://pages.financing.example.evil.example/a",
      HTTPS_BASE_URL,
      ["financing.example"],
      "other-host",
    ],
    ["https://evilfinancing.example/a", HTTPS_BASE_URL, ["financing.example"], "other-host"],
    [
      "https://financing.example@evil.example/a",
      HTTPS_BASE_URL,
      ["financing.example"],
      "other-host",
    ],
    ["http://localhost:4010/a", LOCAL_BASE_URL, ["financing.example"], "other-host"],
  ])(
    "%s from %s with the link hosts %j has the problem: %s",
    (...[link, baseUrl, hosts, problem]) => {
      expect(linkProblem(link, { baseUrl, hosts })).toBe(problem)
    }
  )

  it("has a message with the reason why it is withheld", () => {
    expect(describeLink("plain")).toContain("is not https")
    expect(describeLink("other-host")).toContain("`linkHosts`")
    expect(describeLink("plain")).toContain("Nobody was given it")
  })
})

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
