import { describeLink, linkProblem } from "../../../src/domain/service-link"

const HTTPS = "https://api.financing.example/v1"
const HERE = "http://localhost:4010/api/v1"

type Row = [string, string, string[], string | null]

describe("a customer link from the service", () => {
  it.each<Row>([
    ["https://pages.financing.example/a?auth=b", HTTPS, [], null],
    ["https://anywhere.example/", HTTPS, [], null],
    ["http://pages.financing.example/a", HTTPS, [], "plain"],
    ["http://localhost:4010/a", HTTPS, [], "plain"],
    ["http://pages.financing.example/a", HTTPS, ["financing.example"], "plain"],
    ["http://localhost:4010/a", HERE, [], null],
    ["https://pages.financing.example/a", HERE, [], null],
    ["https://financing.example/a", HTTPS, ["other.example", "financing.example"], null],
    ["https://PAGES.financing.example:8443/a", HTTPS, ["financing.example"], null],
    ["https://pages.financing.example.evil.example/a", HTTPS, ["financing.example"], "other-host"],
    ["https://evilfinancing.example/a", HTTPS, ["financing.example"], "other-host"],
    ["https://financing.example@evil.example/a", HTTPS, ["financing.example"], "other-host"],
    ["http://localhost:4010/a", HERE, ["financing.example"], "other-host"],
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
