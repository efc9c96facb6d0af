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
  const buildProxyHeaders = (address: string) => ({
    "x-forwarded-for": address,
    "x-forwarded-proto": "https",
    "x-forwarded-host": "api.shop.example",
  })
  const postApplication = async (cartId: string, headers: Record<string, string> = {}) =>
    await sendStoreRequest(`carts/${cartId}/applications`, {
      body: buildApplicationForm(),
      headers,
      storeUrl,
    })
  const postPreApproval = async (body: object, headers: Record<string, string> = {}) =>
    await sendStoreRequest("pre-approvals", { body, headers, storeUrl })
  const listCreateCalls = async (cartId: string) =>
    await simulator.calls({ operation: "createFullApplication", orderId: `${cartId}-1` })

  it("accepts the form over https only, whatever the host name", async () => {
    const cart = await createCart()
    const spoofedHost = { "x-forwarded-host": "localhost" }
    const requests: Record<string, string>[] = [{}, spoofedHost, { "x-forwarded-proto": "http" }]
    for (const headers of requests) {
      const answer = await postApplication(cart.id, headers)
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({
        type: "not_allowed",
        message: expect.stringContaining("https only") as string,
      })
    }
    expect(await listCreateCalls(cart.id)).toEqual([])
    expect((await postApplication(cart.id, buildProxyHeaders("203.0.113.1"))).status).toBe(200)
  })

  it("limits attempts for each cart and for each address, and sends Retry-After", async () => {
    const [firstCart, secondCart, thirdCart] = [
      await createCart(),
      await createCart(),
      await createCart(),
    ]
    expect((await postApplication(firstCart.id, buildProxyHeaders("203.0.113.7"))).status).toBe(200)
    expect((await postApplication(firstCart.id, buildProxyHeaders("203.0.113.8"))).status).toBe(200)
    const thirdAnswer = await postApplication(firstCart.id, buildProxyHeaders("203.0.113.9"))
    expect(thirdAnswer.status).toBe(429)
    expect(await thirdAnswer.json()).toEqual({
      type: "too_many_requests",
      message: "Too many attempts. Please wait a while and try again.",
    })
    const retryAfter = Number(thirdAnswer.headers.get("retry-after"))
    expect(retryAfter).toBeGreaterThan(1_500)
    expect(retryAfter).toBeLessThanOrEqual(1_800)
    // Failed attempts also count for an address.
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const answer = await postApplication("cart_01UNKNOWN", buildProxyHeaders("203.0.113.7"))
      expect(answer.status).toBe(404)
    }
    expect((await postApplication(secondCart.id, buildProxyHeaders("203.0.113.7"))).status).toBe(
      429
    )
    expect(await listCreateCalls(secondCart.id)).toEqual([])
    expect((await postApplication(thirdCart.id, buildProxyHeaders("203.0.113.8"))).status).toBe(200)
  })

  it("limits one client's hosted applications, and counts only those that make a call", async () => {
    const chooseFinancing = async (cartId: string, address: string) =>
      await createShopClient(storeUrl, run.facts, buildProxyHeaders(address)).choosePaymentMethod(
        cartId
      )
    const [firstCart, secondCart, thirdCart] = [
      await createCart(),
      await createCart(),
      await createCart(),
    ]
    await chooseFinancing(firstCart.id, "203.0.113.21")
    // An unchanged cart continues its application: no call, and nothing is counted.
    await chooseFinancing(firstCart.id, "203.0.113.21")
    await chooseFinancing(secondCart.id, "203.0.113.21")
    await expect(chooseFinancing(thirdCart.id, "203.0.113.21")).rejects.toThrow(
      "Too many financing applications"
    )
    expect(await simulator.listCartApplications(thirdCart.id)).toEqual([])
    expect((await chooseFinancing(thirdCart.id, "203.0.113.22")).session).toBeDefined()
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
    expect((await postPreApproval(buildPerson())).status).toBe(403)
  })

  it("limits pre-approval messages for each recipient and for each address", async () => {
    const person = buildPerson()
    expect((await postPreApproval(person, buildProxyHeaders("203.0.113.21"))).status).toBe(200)
    const secondAnswer = await postPreApproval(
      buildPerson({ cell_phone: person.cell_phone }),
      buildProxyHeaders("203.0.113.22")
    )
    expect(secondAnswer.status).toBe(429)
    expect(Number(secondAnswer.headers.get("retry-after"))).toBeGreaterThan(1_000)
    const email = person.email.toUpperCase()
    expect(
      (await postPreApproval(buildPerson({ email }), buildProxyHeaders("203.0.113.23"))).status
    ).toBe(429)
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await postPreApproval(buildPerson(), buildProxyHeaders("203.0.113.21"))).status).toBe(
        200
      )
    }
    expect((await postPreApproval(buildPerson(), buildProxyHeaders("203.0.113.21"))).status).toBe(
      429
    )
  })
})
