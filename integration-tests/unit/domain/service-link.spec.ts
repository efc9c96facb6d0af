import { describeLink, linkProblem } from "../../../src/domain/service-link"

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
