import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isOwnChallenge, signVerdict, type Verdict } from "../../../../src/domain/self-proof"
import { challengeAddress } from "../../../../src/modules/consumer-financing/home/challenge"

const SECRET = "9057016420a8931ec8fc165aaa8569c988744763f66440088b642cc65603547e"
const PREVIOUS_SECRET = "the-secret-that-was-used-before-it"
const NOW = Date.UTC(2026, 10, 25)

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close()))

async function startServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "localhost")
  servers.push(server)
  await new Promise((resolve) => server.once("listening", resolve))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

const createShopListener =
  (secret: string, verdict: Verdict): RequestListener =>
  (req, res) => {
    const challenge = req.url?.split("/").at(-1) ?? ""
    const isOwn = isOwnChallenge(challenge, NOW, [secret, PREVIOUS_SECRET])
    if (!isOwn || req.method !== "POST") return res.writeHead(404).end()
    res.setHeader("content-type", "application/json")
    res.end(JSON.stringify({ verdict, signature: signVerdict(challenge, verdict, secret) }))
  }

const rows = { insert: async () => [], where: () => ({ delete: async () => 0 }) }
// The cast: a challenge uses these calls of knex only. The store specs run it on a real Postgres.
const knex = Object.assign(() => rows, { raw: () => null }) as unknown as Knex

const context = { knex, clock: { now: () => NOW }, options: { secret: [SECRET, PREVIOUS_SECRET] } }

const sendChallenge = (address: string) => challengeAddress(context, address)

test.each([SECRET, PREVIOUS_SECRET])(
  "a server with secret %# answers with the verdict of its database",
  async (secret) => {
    for (const verdict of ["same", "other"] as const) {
      const url = await startServer(createShopListener(secret, verdict))
      expect(await sendChallenge(`${url}/`)).toEqual({
        url: `${url}/consumer-financing/here/…`,
        http_status: 200,
        verdict,
        problem: verdict === "same" ? null : "not-this-shop",
      })
    }
  }
)

const OLDER_SHOP: RequestListener = (req, res) =>
  req.method === "GET" ? res.end(`{"answer":"x"}`) : res.writeHead(404).end()

type NoVerdictCase = {
  what: string
  problem: string
  listener: RequestListener
  status: number | null
}

const otherShop = createShopListener("a-secret-of-another-shop", "other")

test.each<NoVerdictCase>([
  { what: "another secret", problem: "not-this-shop", listener: otherShop, status: 200 },
  {
    what: "an HTML page",
    problem: "not-this-shop",
    listener: (_, res) => res.end("<p>"),
    status: 200,
  },
  {
    what: "a null body",
    problem: "not-this-shop",
    listener: (_, res) => res.end("null"),
    status: 200,
  },
  {
    what: "a body of a megabyte",
    problem: "not-this-shop",
    listener: (_, res) => res.end("x".repeat(1_000_000)),
    status: 200,
  },
  {
    what: "a redirect",
    problem: "redirected",
    listener: (_, res) => res.writeHead(302, { location: "/" }).end(),
    status: 302,
  },
  {
    what: "an error",
    problem: "unexpected-status",
    listener: (_, res) => res.writeHead(502).end(),
    status: 502,
  },
  { what: "an older version", problem: "unexpected-status", listener: OLDER_SHOP, status: 404 },
  {
    what: "a broken connection",
    problem: "unreachable",
    listener: (req) => req.socket.destroy(),
    status: null,
  },
])("$what gives no verdict, and its content is dropped", async ({ problem, listener, status }) => {
  const url = await startServer(listener)
  expect(await sendChallenge(url)).toEqual({
    url: `${url}/consumer-financing/here/…`,
    http_status: status,
    verdict: null,
    problem,
  })
})

test("an address that does not answer within five seconds gives no verdict", async () => {
  const url = await startServer(() => undefined)
  expect(await sendChallenge(url)).toMatchObject({ verdict: null, problem: "timed-out" })
  servers.forEach((server) => server.closeAllConnections())
}, 10_000)
