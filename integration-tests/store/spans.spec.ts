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

const WRONG_CAPABILITY = "Zm9yZ2VkLWNhcGFiaWxpdHktb2YtZm9ydHktdGhyZWU"

type Span = { name: string; kind: number; attributes: Record<string, unknown> }

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), "spans-"))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** Buys, and requests every address with a right and a wrong capability, by several methods. */
async function requestEveryAddress(tracedStore: Store) {
  const shop = createShopClient(tracedStore.url, run.facts)
  const cart = await shop.createCart()
  await shop.choosePaymentMethod(cart.id)
  const { id } = await getLatestApplication(cart.id)
  const { tip: token } = await simulator.findCartApplication(cart.id)
  await simulator.decision(token, { outcome: "approve" })
  await simulator.decision(token, { outcome: "sign" })
  const capabilities = [WRONG_CAPABILITY]
  for (const [purpose, basePath] of [
    ["postback", `/hooks/consumer-financing/staging/${id}`],
    ["return", `/consumer-financing/return/staging/${id}`],
    ["cancel", `/consumer-financing/cancel/staging/${id}`],
    ["pre-approval", "/hooks/consumer-financing/pre-approvals/staging"],
  ] as const) {
    const validCapability = signAddress(purpose, id)
    capabilities.push(validCapability)
    for (const capability of [validCapability, WRONG_CAPABILITY]) {
      const url = `${tracedStore.url}${basePath}/${capability}`
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
  let tracedStore: Store
  beforeAll(async () => {
    file = path.join(directory, randomUUID())
    tracedStore = await startExtraStore({}, { SPANS_FILE: file, SPANS_OF_REQUESTS: tracer })
  })

  it("contain no capability and, outside of SQL statements, no token (G7)", async () => {
    const { cart, capabilities, token } = await requestEveryAddress(tracedStore)
    const admin = createAdminClient(tracedStore.url)
    await eventually(async () => expect(await admin.findOrderByCart(cart.id)).toBeDefined())
    // The self-check fetches the store's own address, which adds an outgoing call to the spans.
    await createSettingsClient(admin.adminApi).runSelfCheck()
    const lines = (await readFile(file, "utf8")).trim().split("\n")
    const spans = lines.map((line) => JSON.parse(line) as Span)
    const listAttributeValues = (name: string) =>
      spans.map(({ attributes }) => String(attributes[name]))
    // Spans still contain all other parts of the URLs.
    const redactedUrls = listAttributeValues("http.url").filter((url) =>
      url.endsWith("/[capability]")
    )
    expect(redactedUrls.length).toBeGreaterThan(20)
    expect(listAttributeValues("http.url").join()).toContain(`/store/carts/${cart.id}`)
    expect(listAttributeValues("url.full").join()).toContain(
      `${tracedStore.url}/consumer-financing/here/`
    )
    for (const capability of capabilities) {
      expect(lines.filter((line) => line.includes(capability))).toEqual([])
    }
    // Medusa writes all values into its statements, the token's column among them.
    const otherLines = lines.filter((line) => !line.includes('"db.statement"'))
    expect(otherLines.length).toBeGreaterThan(100)
    expect(otherLines.filter((line) => line.includes(token))).toEqual([])
  })
})
