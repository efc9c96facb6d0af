import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import {
  answerChallenge,
  isOwnAnswer,
  isOwnChallenge,
  issueChallenge,
} from "../../../src/domain/self-proof"
import { askOwnAddress } from "../../../src/workflows/self-check/ask-own-address"

const SECRET = "a-secret-of-thirty-two-characters"
const OLD = "the-secret-that-was-used-before-it"

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close()))

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "localhost")
  servers.push(server)
  await new Promise((resolve) => server.once("listening", resolve))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

const shopWith =
  (secret: string): RequestListener =>
  (req, res) => {
    const challenge = req.url?.split("/").at(-1) ?? ""
    if (!isOwnChallenge(challenge, NOW, [secret, OLD])) return res.writeHead(404).end()
    res.setHeader("content-type", "application/json")
    res.end(JSON.stringify({ answer: answerChallenge(challenge, secret) }))
  }

const NOW = Date.UTC(2026, 10, 25)

const ask = async (backendUrl: string) =>
  await askOwnAddress({ backendUrl, secret: [SECRET, OLD] }, NOW)

describe("asking the shop's own address for a proof", () => {
  it("is answered by this shop, also by a server that has the previous secret only", async () => {
    for (const secret of [SECRET, OLD]) {
      const url = await serving(shopWith(secret))
      expect(await ask(url)).toEqual({
        url: `${url}/consumer-financing/here/…`,
        http_status: 200,
        problem: null,
      })
    }
  })

  it.each<[string, RequestListener, number | null]>([
    ["not-this-shop", shopWith("a-secret-of-another-shop-altogether"), 200],
    ["not-this-shop", (_, res) => res.end("<html>hello</html>"), 200],
    ["not-this-shop", (_, res) => res.end("null"), 200],
    ["not-this-shop", (_, res) => res.end("x".repeat(1_000_000)), 200],
    ["redirected", (_, res) => res.writeHead(302, { location: "/elsewhere" }).end(), 302],
    ["unexpected-status", (_, res) => res.writeHead(502).end(), 502],
    ["unreachable", (req) => req.socket.destroy(), null],
  ])("finds %s, and says so without a word of the answer", async (problem, listener, status) => {
    const url = await serving(listener)
    expect(await ask(url)).toEqual({
      url: `${url}/consumer-financing/here/…`,
      http_status: status,
      problem,
    })
  })

  it("gives up on an address that does not answer", async () => {
    const url = await serving(() => undefined)
    expect(await ask(url)).toMatchObject({ http_status: null, problem: "timed-out" })
    servers.forEach((server) => server.closeAllConnections())
  }, 10_000)

  it("asks what this shop alone can have asked, for a minute", () => {
    const challenge = issueChallenge(NOW, OLD)
    expect(isOwnChallenge(challenge, NOW, [SECRET, OLD])).toBe(true)
    expect(isOwnChallenge(challenge, NOW + 60_000, [OLD])).toBe(true)
    expect(isOwnChallenge(challenge, NOW + 60_001, [OLD])).toBe(false)
    expect(isOwnChallenge(challenge, NOW - 60_001, [OLD])).toBe(false)
    expect(isOwnChallenge(challenge, NOW, [SECRET])).toBe(false)
    const [moment = "", random = "", signature = ""] = challenge.split("-")
    const later = (Number.parseInt(moment, 36) + 1_000).toString(36)
    const others = [
      "",
      "0".repeat(32),
      `${challenge}0`,
      `${challenge}\n`,
      "../x",
      `${later}-${random}-${signature}`,
    ]
    for (const other of others) {
      expect(isOwnChallenge(other, NOW, [OLD])).toBe(false)
    }
  })

  it("is answered again for each challenge", () => {
    const challenge = issueChallenge(NOW, SECRET)
    const answer = answerChallenge(challenge, SECRET)
    expect(isOwnAnswer(challenge, answer, [SECRET])).toBe(true)
    expect(isOwnAnswer(issueChallenge(NOW, SECRET), answer, [SECRET])).toBe(false)
    expect(isOwnAnswer(challenge, "", [SECRET])).toBe(false)
  })
})
