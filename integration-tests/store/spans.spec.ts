import { randomUUID } from "node:crypto"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import type { Store } from "../../tooling/store-process"
import { createAdminClient } from "../../tooling/clients/admin-client"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness, startExtraStore } from "./harness"
import { getLatestApplication } from "./plugin-records"
import { get, post, signAddress } from "./postback-steps"
import { createSettingsClient } from "./setting-steps"
import { createShopClient } from "../../tooling/clients/shop-client"

const { run, simulator } = createHarness()

const WRONG = "Zm9yZ2VkLWNhcGFiaWxpdHktb2YtZm9ydHktdGhyZWU"

type Span = { name: string; kind: number; attributes: Record<string, unknown> }

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "spans-"))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** Buys, and requests every address with a right and a wrong capability, by several methods. */
async function visit(traced: Store) {
  const shop = createShopClient(traced.url, run.facts)
  const cart = await shop.createCart()
  await shop.choosePaymentMethod(cart.id)
  const { id } = await getLatestApplication(cart.id)
  const { tip: token } = await simulator.findCartApplication(cart.id)
  await simulator.decision(token, { outcome: "approve" })
  await simulator.decision(token, { outcome: "sign" })
  const capabilities = [WRONG]
  for (const [purpose, at] of [
    ["postback", `/hooks/consumer-financing/staging/${id}`],
    ["return", `/consumer-financing/return/staging/${id}`],
    ["cancel", `/consumer-financing/cancel/staging/${id}`],
    ["pre-approval", "/hooks/consumer-financing/pre-approvals/staging"],
  ] as const) {
    const right = signAddress(purpose, id)
    capabilities.push(right)
    for (const capability of [right, WRONG]) {
      const url = `${traced.url}${at}/${capability}`
      // Headers contain the capability too: the referer and a proxy's original URI.
      const headers = { referer: url, "x-original-uri": url }
      await post(url, `uuid=${token}`, {
        ...headers,
        "content-type": "application/x-www-form-urlencoded",
      })
      await fetch(url, { headers, redirect: "manual" })
      await get(`${url}/?again=${capability}`)
      await fetch(url, { method: "PUT", headers })
    }
  }
  return { cart, capabilities, token }
}

describe.each(["medusa", "node alone"])("spans of requests, started by %s", (tracer) => {
  let file: string
  let traced: Store
  beforeAll(async () => {
    file = path.join(directory, randomUUID())
    traced = await startExtraStore({}, { SPANS_FILE: file, SPANS_OF_REQUESTS: tracer })
  })

  it("contain no capability and, outside of SQL statements, no token (G7)", async () => {
    const { cart, capabilities, token } = await visit(traced)
    const admin = createAdminClient(traced.url)
    await eventually(async () => expect(await admin.findOrderByCart(cart.id)).toBeDefined())
    // The self-check fetches the store's own address, which adds an outgoing call to the spans.
    await createSettingsClient(admin.adminApi).runSelfCheck()
    const lines = (await readFile(file, "utf8")).trim().split("\n")
    const spans = lines.map((line) => JSON.parse(line) as Span)
    const valuesOf = (name: string) => spans.map(({ attributes }) => String(attributes[name]))
    // Spans still contain all other parts of the URLs.
    const shown = valuesOf("http.url").filter((url) => url.endsWith("/[capability]"))
    expect(shown.length).toBeGreaterThan(20)
    expect(valuesOf("http.url").join()).toContain(`/store/carts/${cart.id}`)
    expect(valuesOf("url.full").join()).toContain(`${traced.url}/consumer-financing/here/`)
    for (const capability of capabilities) {
      expect(lines.filter((line) => line.includes(capability))).toEqual([])
    }
    // Medusa writes all values into its statements, the token's column among them.
    const others = lines.filter((line) => !line.includes('"db.statement"'))
    expect(others.length).toBeGreaterThan(100)
    expect(others.filter((line) => line.includes(token))).toEqual([])
  })
})
