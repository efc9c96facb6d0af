import type { HttpTypes } from "@medusajs/framework/types"
import { buildApplicationForm, submitFullApplication } from "./full-application-steps"
import { createHarness } from "./harness"
import { createCart } from "./new-cart"
import { createEmail } from "../../tooling/clients/shop-client"

const { run, shop, simulator } = createHarness()

type Asking = { headers?: Record<string, string>; method?: "GET" | "POST" }

const applications = (cartId: string) => `/store/consumer-financing/carts/${cartId}/applications`

async function ask(path: string, { headers, method = "POST" }: Asking = {}) {
  return await fetch(run.storeUrl + path, {
    method,
    headers: {
      "content-type": "application/json",
      "x-publishable-api-key": run.facts.publishableKey,
      ...headers,
    },
    ...(method === "POST" ? { body: JSON.stringify(buildApplicationForm()) } : {}),
  })
}

const creations = async (cartId: string) =>
  await simulator.calls({ operation: "createFullApplication", orderId: `${cartId}-1` })

const NOT_FOUND = { type: "not_found", message: "Not found" }

describe("personal data over HTTP", () => {
  it("is refused with 403 when the forwarded host is not local", async () => {
    const cart = await createCart()
    const headers = { "x-forwarded-host": "shop.example" }
    expect((await ask(applications(cart.id), { headers })).status).toBe(403)
    expect(await creations(cart.id)).toEqual([])
  })
})

describe("access to a cart's applications (G11)", () => {
  type Customer = { authorization: string }

  async function customerWithAccount(): Promise<Customer> {
    const login = { email: createEmail(), password: "only-for-this-test" }
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
    const cart = await createCart()
    const path = `${run.storeUrl}/store/carts/${cart.id}/customer`
    const headers = { ...customer, "x-publishable-api-key": run.facts.publishableKey }
    const answer = await fetch(path, { method: "POST", headers })
    const { cart: theirs } = (await answer.json()) as HttpTypes.StoreCartResponse
    expect(theirs.customer_id).toEqual(expect.any(String))
    return cart.id
  }

  it("is limited to the logged-in owner when the cart belongs to a customer", async () => {
    const [owner, stranger] = [await customerWithAccount(), await customerWithAccount()]
    const cartId = await cartOf(owner)
    const current = `${applications(cartId)}/current`
    const asGuest = { status: 401, type: "unauthorized", message: /Please log in/ }
    const asStranger = { status: 404, type: "not_found", message: /^Not found$/ }
    for (const [headers, expected] of [
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
        expect([answer.status, type]).toEqual([expected.status, expected.type])
        expect(message).toMatch(expected.message)
      }
    }
    expect(await creations(cartId)).toEqual([])
    expect((await ask(applications(cartId), { headers: owner })).status).toBe(200)
    expect((await ask(current, { headers: owner, method: "GET" })).status).toBe(200)
    expect((await ask(current, { headers: stranger, method: "GET" })).status).toBe(404)
  })

  it("needs only the ID of a guest's cart, and an unknown ID answers 404 (G6)", async () => {
    const cart = await createCart()
    const stranger = await customerWithAccount()
    expect((await ask(applications(cart.id), { headers: stranger })).status).toBe(200)
    const unknown = await ask(applications("cart_01UNKNOWN"))
    expect([unknown.status, await unknown.json()]).toEqual([404, NOT_FOUND])
  })

  it("needs the storefront's publishable key", async () => {
    const cart = await createCart()
    const answer = await ask(applications(cart.id), { headers: { "x-publishable-api-key": "" } })
    expect(answer.status).toBe(400)
    expect(await creations(cart.id)).toEqual([])
  })
})

describe("a full application that cannot be sent", () => {
  it("lists each problem at its field, before any call", async () => {
    const cart = await createCart({ address: { postal_code: "1011", phone: "" } })
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

  it("needs a phone number from the form when the cart has none", async () => {
    const cart = await createCart({ address: { phone: "" } })
    await expect(submitFullApplication(cart.id)).rejects.toMatchObject({
      status: 400,
      body: { errors: [{ field: "personal.cell_phone" }] },
    })
    const form = buildApplicationForm({ personal: { cell_phone: "+1 212 555 0143" } })
    expect((await submitFullApplication(cart.id, form)).status).toBe("choose_offer")
  })

  it("accepts no last name other than the cart's (F11)", async () => {
    const cart = await createCart()
    const form = buildApplicationForm({ personal: { last_name: "Somebody", first_name: "DANA" } })
    await expect(submitFullApplication(cart.id, form)).rejects.toMatchObject({
      status: 400,
      body: { errors: [{ field: "personal.last_name" }] },
    })
    expect(await creations(cart.id)).toEqual([])
  })

  it("is refused when the cart is an order already", async () => {
    const cart = await createCart()
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    await shop.completeCart(cart.id)
    await expect(submitFullApplication(cart.id)).rejects.toMatchObject({
      status: 400,
      body: { message: "This cart is an order already." },
    })
  })
})
