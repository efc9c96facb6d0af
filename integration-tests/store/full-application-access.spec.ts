import type { HttpTypes } from "@medusajs/framework/types"
import { Client } from "pg"
import { applicationForm, applyInFull, offeredCart } from "./full-application-steps"
import { harness, startAnotherStore } from "./harness"
import { newCart } from "./new-cart"
import { newEmail } from "../../tooling/clients/shop-client"

const { run, shop, simulator } = harness()

type Asking = { storeUrl?: string; headers?: Record<string, string>; method?: "GET" | "POST" }

const applications = (cartId: string) => `/store/consumer-financing/carts/${cartId}/applications`

async function ask(path: string, { storeUrl, headers, method = "POST" }: Asking = {}) {
  return await fetch((storeUrl ?? run.storeUrl) + path, {
    method,
    headers: {
      "content-type": "application/json",
      "x-publishable-api-key": run.facts.publishableKey,
      ...headers,
    },
    ...(method === "POST" ? { body: JSON.stringify(applicationForm()) } : {}),
  })
}

const creations = async (cartId: string) =>
  await simulator.calls({ operation: "createFullApplication", orderId: `${cartId}-1` })

const NOT_FOUND = { type: "not_found", message: "Not found" }

/** Boots beside the other store, on what may be a busy machine. */
const BOOT = 180_000

describe("the shop's own form is off", () => {
  let storeUrl: string
  beforeAll(async () => {
    storeUrl = (await startAnotherStore({ pluginOptions: {} })).url
  }, BOOT)

  it("unless it is turned on: its routes are not there", async () => {
    const { cart, application } = await offeredCart()
    const select = `${applications(cart.id)}/${application.id}/offers/101/select`
    for (const answer of [
      await ask(applications(cart.id), { storeUrl }),
      await ask(`${applications(cart.id)}/current`, { storeUrl, method: "GET" }),
      await ask(select, { storeUrl }),
    ]) {
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual(NOT_FOUND)
    }
  })

  it("nor are the routes of pre-approvals there", async () => {
    const cart = await newCart()
    const ofCart = `/store/consumer-financing/carts/${cart.id}/pre-approval`
    for (const answer of [
      await ask("/store/consumer-financing/pre-approvals", { storeUrl }),
      await ask("/store/consumer-financing/customers/me/pre-approval", { storeUrl, method: "GET" }),
      await ask(ofCart, { storeUrl }),
      await ask(ofCart, { storeUrl, method: "GET" }),
    ]) {
      expect(answer.status).toBe(404)
      expect(await answer.json()).toEqual(NOT_FOUND)
    }
  })
})

describe("a shop with a public address and few attempts", () => {
  let storeUrl: string
  beforeAll(async () => {
    const fullApplication = { enabled: true, attemptsPerCart: 2, attemptsPerAddress: 5 }
    const settings = { pluginOptions: { fullApplication }, backendUrl: "https://api.shop.example" }
    storeUrl = (await startAnotherStore(settings)).url
  }, BOOT)

  /** As its proxy hands a request on. */
  const from = (address: string) => ({
    storeUrl,
    headers: {
      "x-forwarded-for": address,
      "x-forwarded-proto": "https",
      "x-forwarded-host": "api.shop.example",
    },
  })

  it("takes the form over https only, whatever the name it is asked under", async () => {
    const cart = await newCart()
    const disguised = { "x-forwarded-host": "localhost" }
    const requests: Record<string, string>[] = [{}, disguised, { "x-forwarded-proto": "http" }]
    for (const headers of requests) {
      const plain = await ask(applications(cart.id), { storeUrl, headers })
      expect(plain.status).toBe(403)
      expect(await plain.json()).toMatchObject({
        type: "not_allowed",
        message: expect.stringContaining("https only") as string,
      })
    }
    expect(await creations(cart.id)).toEqual([])
    expect((await ask(applications(cart.id), from("203.0.113.1"))).status).toBe(200)
  })

  it("counts attempts for a cart and for an address, and tells when to come back", async () => {
    const [one, two, three] = [await newCart(), await newCart(), await newCart()]
    expect((await ask(applications(one.id), from("203.0.113.7"))).status).toBe(200)
    expect((await ask(applications(one.id), from("203.0.113.8"))).status).toBe(200)
    const third = await ask(applications(one.id), from("203.0.113.9"))
    expect(third.status).toBe(429)
    expect(await third.json()).toEqual({
      type: "too_many_requests",
      message: "Too many attempts. Please wait a while and try again.",
    })
    const wait = Number(third.headers.get("retry-after"))
    expect(wait).toBeGreaterThan(1_500)
    expect(wait).toBeLessThanOrEqual(1_800)
    // Also what comes to nothing counts for an address.
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const unknown = await ask(applications("cart_01UNKNOWN"), from("203.0.113.7"))
      expect(unknown.status).toBe(404)
    }
    expect((await ask(applications(two.id), from("203.0.113.7"))).status).toBe(429)
    expect(await creations(two.id)).toEqual([])
    expect((await ask(applications(three.id), from("203.0.113.8"))).status).toBe(200)
  })

  it("keeps neither cart nor address for that, but a keyed hash", async () => {
    const client = new Client({ connectionString: run.databaseUrl })
    await client.connect()
    const { rows } = await client.query<{ id: string }>(
      "select id from financing_lease where id like 'budget:attempt-%'"
    )
    await client.end()
    expect(rows.length).toBeGreaterThan(0)
    for (const { id } of rows) expect(id).toMatch(/^budget:attempt-[\w-]{43}$/)
  })
})

describe("personal data over the wire", () => {
  it("is not taken for a local store's when it comes to another name", async () => {
    const cart = await newCart()
    const headers = { "x-forwarded-host": "shop.example" }
    expect((await ask(applications(cart.id), { headers })).status).toBe(403)
    expect(await creations(cart.id)).toEqual([])
  })
})

describe("a cart is its own shopper's (G11)", () => {
  type Customer = { authorization: string }

  async function customerWithAccount(): Promise<Customer> {
    const login = { email: newEmail(), password: "only-for-this-test" }
    const post = async <T>(path: string, body: object, headers = {}): Promise<T> => {
      const answer = await fetch(run.storeUrl + path, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-publishable-api-key": run.facts.publishableKey,
          ...headers,
        },
        body: JSON.stringify(body),
      })
      return (await answer.json()) as T
    }
    const { token } = await post<{ token: string }>("/auth/customer/emailpass/register", login)
    const bearer = { authorization: `Bearer ${token}` }
    await post("/store/customers", { email: login.email, first_name: "Dana" }, bearer)
    const signedIn = await post<{ token: string }>("/auth/customer/emailpass", login)
    return { authorization: `Bearer ${signedIn.token}` }
  }

  async function cartOf(customer: Customer): Promise<string> {
    const cart = await newCart()
    const path = `${run.storeUrl}/store/carts/${cart.id}/customer`
    const headers = { ...customer, "x-publishable-api-key": run.facts.publishableKey }
    const answer = await fetch(path, { method: "POST", headers })
    const { cart: theirs } = (await answer.json()) as HttpTypes.StoreCartResponse
    expect(theirs.customer_id).toEqual(expect.any(String))
    return cart.id
  }

  it("one of a customer with an account is there for that customer alone", async () => {
    const [owner, stranger] = [await customerWithAccount(), await customerWithAccount()]
    const cartId = await cartOf(owner)
    const current = `${applications(cartId)}/current`
    const asGuest = { status: 401, type: "unauthorized", message: /Please log in/ }
    const asStranger = { status: 404, type: "not_found", message: /^Not found$/ }
    for (const [headers, told] of [
      [{}, asGuest],
      [stranger, asStranger],
    ] as const) {
      for (const answer of [
        await ask(applications(cartId), { headers: { ...headers } }),
        await ask(current, { headers: { ...headers }, method: "GET" }),
        await ask(`${applications(cartId)}/finapp_1/offers/101/select`, {
          headers: { ...headers },
        }),
      ]) {
        const { type, message } = (await answer.json()) as { type: string; message: string }
        expect([answer.status, type]).toEqual([told.status, told.type])
        expect(message).toMatch(told.message)
      }
    }
    expect(await creations(cartId)).toEqual([])
    expect((await ask(applications(cartId), { headers: owner })).status).toBe(200)
    expect((await ask(current, { headers: owner, method: "GET" })).status).toBe(200)
    expect((await ask(current, { headers: stranger, method: "GET" })).status).toBe(404)
  })

  it("a guest's is there for whoever knows its id, and unknown ones look the same (G6)", async () => {
    const cart = await newCart()
    const stranger = await customerWithAccount()
    expect((await ask(applications(cart.id), { headers: stranger })).status).toBe(200)
    const unknown = await ask(applications("cart_01UNKNOWN"))
    expect([unknown.status, await unknown.json()]).toEqual([404, NOT_FOUND])
  })

  it("needs the storefront's publishable key, as the whole store API", async () => {
    const cart = await newCart()
    const answer = await ask(applications(cart.id), { headers: { "x-publishable-api-key": "" } })
    expect(answer.status).toBe(400)
    expect(await creations(cart.id)).toEqual([])
  })
})

describe("a cart that cannot be applied for", () => {
  it("is told field by field, before any call", async () => {
    const cart = await newCart({ address: { postal_code: "1011", phone: "" } })
    const answer = await ask(applications(cart.id))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      type: "invalid_data",
      message: expect.stringContaining("correct the fields") as string,
      errors: [
        {
          field: "cart.shipping_address.postal_code",
          message: expect.stringContaining("five digits") as string,
        },
      ],
    })
    expect(await creations(cart.id)).toEqual([])
  })

  it("needs a phone number from the form where the cart has none", async () => {
    const cart = await newCart({ address: { phone: "" } })
    await expect(applyInFull(cart.id)).rejects.toMatchObject({
      status: 400,
      body: { errors: [{ field: "personal.cell_phone" }] },
    })
    const form = applicationForm({ personal: { cell_phone: "+1 212 555 0143" } })
    expect((await applyInFull(cart.id, form)).status).toBe("choose_offer")
  })

  it("takes no other name or address than the cart's (F11)", async () => {
    const cart = await newCart()
    const form = applicationForm({ personal: { last_name: "Somebody", first_name: "DANA" } })
    await expect(applyInFull(cart.id, form)).rejects.toMatchObject({
      status: 400,
      body: { errors: [{ field: "personal.last_name" }] },
    })
    expect(await creations(cart.id)).toEqual([])
  })

  it("is none that is an order already", async () => {
    const cart = await newCart()
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    await shop.completeCart(cart.id)
    await expect(applyInFull(cart.id)).rejects.toMatchObject({
      status: 400,
      body: { message: "This cart is an order already." },
    })
  })
})
