import { Client } from "pg"
import { buildApplicationForm } from "./full-application-steps"
import { createHarness, startExtraStore } from "./harness"
import { createCart } from "./new-cart"
import { sendStoreRequest, buildPerson } from "./pre-approval-steps"
import { createShopClient } from "../../tooling/clients/shop-client"

const { run, simulator } = createHarness()

describe("a shop with a public address and low attempt limits", () => {
  let storeUrl: string
  beforeAll(async () => {
    const fullApplication = { enabled: true, attemptsPerCart: 2, attemptsPerAddress: 5 }
    const preApproval = { enabled: true, attemptsPerAddress: 4, attemptsPerCustomer: 1 }
    const applicationLimits = { perCart: 1_000, perContact: 1_000, perAddress: 2 }
    const pluginOptions = { fullApplication, preApproval, applicationLimits }
    storeUrl = (await startExtraStore({ pluginOptions, backendUrl: "https://api.shop.example" }))
      .url
  })

  /** The headers that the shop's proxy adds to a request. */
  const from = (address: string) => ({
    "x-forwarded-for": address,
    "x-forwarded-proto": "https",
    "x-forwarded-host": "api.shop.example",
  })
  const apply = async (cartId: string, headers: Record<string, string> = {}) =>
    await sendStoreRequest(`carts/${cartId}/applications`, {
      body: buildApplicationForm(),
      headers,
      storeUrl,
    })
  const send = async (body: object, headers: Record<string, string> = {}) =>
    await sendStoreRequest("pre-approvals", { body, headers, storeUrl })
  const creations = async (cartId: string) =>
    await simulator.calls({ operation: "createFullApplication", orderId: `${cartId}-1` })

  it("accepts the form over https only, whatever the host name", async () => {
    const cart = await createCart()
    const disguised = { "x-forwarded-host": "localhost" }
    const requests: Record<string, string>[] = [{}, disguised, { "x-forwarded-proto": "http" }]
    for (const headers of requests) {
      const plain = await apply(cart.id, headers)
      expect(plain.status).toBe(403)
      expect(await plain.json()).toMatchObject({
        type: "not_allowed",
        message: expect.stringContaining("https only") as string,
      })
    }
    expect(await creations(cart.id)).toEqual([])
    expect((await apply(cart.id, from("203.0.113.1"))).status).toBe(200)
  })

  it("limits attempts for each cart and for each address, and sends Retry-After", async () => {
    const [one, two, three] = [await createCart(), await createCart(), await createCart()]
    expect((await apply(one.id, from("203.0.113.7"))).status).toBe(200)
    expect((await apply(one.id, from("203.0.113.8"))).status).toBe(200)
    const third = await apply(one.id, from("203.0.113.9"))
    expect(third.status).toBe(429)
    expect(await third.json()).toEqual({
      type: "too_many_requests",
      message: "Too many attempts. Please wait a while and try again.",
    })
    const wait = Number(third.headers.get("retry-after"))
    expect(wait).toBeGreaterThan(1_500)
    expect(wait).toBeLessThanOrEqual(1_800)
    // Failed attempts also count for an address.
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const unknown = await apply("cart_01UNKNOWN", from("203.0.113.7"))
      expect(unknown.status).toBe(404)
    }
    expect((await apply(two.id, from("203.0.113.7"))).status).toBe(429)
    expect(await creations(two.id)).toEqual([])
    expect((await apply(three.id, from("203.0.113.8"))).status).toBe(200)
  })

  it("limits one client's hosted applications, and counts only those that make a call", async () => {
    const apply = async (cartId: string, address: string) =>
      await createShopClient(storeUrl, run.facts, from(address)).choosePaymentMethod(cartId)
    const [one, two, three] = [await createCart(), await createCart(), await createCart()]
    await apply(one.id, "203.0.113.21")
    // An unchanged cart continues its application: no call, and nothing is counted.
    await apply(one.id, "203.0.113.21")
    await apply(two.id, "203.0.113.21")
    await expect(apply(three.id, "203.0.113.21")).rejects.toThrow("Too many financing applications")
    expect(await simulator.listCartApplications(three.id)).toEqual([])
    expect((await apply(three.id, "203.0.113.22")).session).toBeDefined()
  })

  it("stores only a keyed hash for these limits, neither the cart nor the address", async () => {
    const client = new Client({ connectionString: run.databaseUrl })
    await client.connect()
    const { rows } = await client.query<{ id: string }>(
      "select id from financing_lease where id like 'budget:attempt-%'"
    )
    await client.end()
    expect(rows.length).toBeGreaterThan(0)
    for (const { id } of rows) expect(id).toMatch(/^budget:attempt-[\w-]{43}$/)
  })

  it("accepts pre-approval data over https only", async () => {
    expect((await send(buildPerson())).status).toBe(403)
  })

  it("limits pre-approval messages for each recipient and for each address", async () => {
    const one = buildPerson()
    expect((await send(one, from("203.0.113.21"))).status).toBe(200)
    const again = await send(buildPerson({ cell_phone: one.cell_phone }), from("203.0.113.22"))
    expect(again.status).toBe(429)
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(1_000)
    const email = one.email.toUpperCase()
    expect((await send(buildPerson({ email }), from("203.0.113.23"))).status).toBe(429)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await send(buildPerson(), from("203.0.113.21"))).status).toBe(200)
    }
    expect((await send(buildPerson(), from("203.0.113.21"))).status).toBe(429)
  })
})
