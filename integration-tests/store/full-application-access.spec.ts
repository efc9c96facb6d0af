import type { HttpTypes } from "@medusajs/framework/types"
import { buildApplicationForm, submitFullApplication } from "./full-application-steps"
import { createHarness } from "./harness"
import { createCart } from "./new-cart"
import { createEmail } from "../../tooling/clients/shop-client"

const { run, shop, simulator } = createHarness()

type RequestOptions = { headers?: Record<string, string>; method?: "GET" | "POST" }

const getApplicationsPath = (cartId: string) =>
  `/store/consumer-financing/carts/${cartId}/applications`

async function sendRequest(path: string, { headers, method = "POST" }: RequestOptions = {}) {
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

const listCreateCalls = async (cartId: string) =>
  await simulator.calls({ operation: "createFullApplication", orderId: `${cartId}-1` })

const NOT_FOUND = { type: "not_found", message: "Not found" }

describe("personal data over HTTP", () => {
  it("is refused with 403 when the forwarded host is not local", async () => {
    const cart = await createCart()
    const headers = { "x-forwarded-host": "shop.example" }
    expect((await sendRequest(getApplicationsPath(cart.id), { headers })).status).toBe(403)
    expect(await listCreateCalls(cart.id)).toEqual([])
  })
})

describe("access to a cart's applications (G11)", () => {
  type CustomerHeaders = { authorization: string }

  async function createCustomer(): Promise<CustomerHeaders> {
    const credentials = { email: createEmail(), password: "only-for-this-test" }
    const postJson = async <T>(path: string, body: object, headers = {}): Promise<T> => {
      const response = await fetch(run.storeUrl + path, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-publishable-api-key": run.facts.publishableKey,
          ...headers,
        },
        body: JSON.stringify(body),
      })
      return (await response.json()) as T
    }
    const { token } = await postJson<{ token: string }>(
      "/auth/customer/emailpass/register",
      credentials
    )
    const bearer = { authorization: `Bearer ${token}` }
    await postJson("/store/customers", { email: credentials.email, first_name: "Dana" }, bearer)
    const session = await postJson<{ token: string }>("/auth/customer/emailpass", credentials)
    return { authorization: `Bearer ${session.token}` }
  }

  async function createCustomerCart(customer: CustomerHeaders): Promise<string> {
    const cart = await createCart()
    const path = `${run.storeUrl}/store/carts/${cart.id}/customer`
    const headers = { ...customer, "x-publishable-api-key": run.facts.publishableKey }
    const response = await fetch(path, { method: "POST", headers })
    const { cart: customerCart } = (await response.json()) as HttpTypes.StoreCartResponse
    expect(customerCart.customer_id).toEqual(expect.any(String))
    return cart.id
  }

  it("is limited to the logged-in owner when the cart belongs to a customer", async () => {
    const [owner, otherCustomer] = [await createCustomer(), await createCustomer()]
    const cartId = await createCustomerCart(owner)
    const currentPath = `${getApplicationsPath(cartId)}/current`
    const guestRefusal = { status: 401, type: "unauthorized", message: /Please log in/ }
    const otherRefusal = { status: 404, type: "not_found", message: /^Not found$/ }
    for (const [headers, expected] of [
      [{}, guestRefusal],
      [otherCustomer, otherRefusal],
    ] as const) {
      for (const response of [
        await sendRequest(getApplicationsPath(cartId), { headers: { ...headers } }),
        await sendRequest(currentPath, { headers: { ...headers }, method: "GET" }),
        await sendRequest(`${getApplicationsPath(cartId)}/finapp_1/offers/101/select`, {
          headers: { ...headers },
        }),
      ]) {
        const { type, message } = (await response.json()) as { type: string; message: string }
        expect([response.status, type]).toEqual([expected.status, expected.type])
        expect(message).toMatch(expected.message)
      }
    }
    expect(await listCreateCalls(cartId)).toEqual([])
    expect((await sendRequest(getApplicationsPath(cartId), { headers: owner })).status).toBe(200)
    expect((await sendRequest(currentPath, { headers: owner, method: "GET" })).status).toBe(200)
    expect((await sendRequest(currentPath, { headers: otherCustomer, method: "GET" })).status).toBe(
      404
    )
  })

  it("needs only the ID of a guest's cart, and an unknown ID answers 404 (G6)", async () => {
    const cart = await createCart()
    const otherCustomer = await createCustomer()
    expect(
      (await sendRequest(getApplicationsPath(cart.id), { headers: otherCustomer })).status
    ).toBe(200)
    const unknownResponse = await sendRequest(getApplicationsPath("cart_01UNKNOWN"))
    expect([unknownResponse.status, await unknownResponse.json()]).toEqual([404, NOT_FOUND])
  })

  it("needs the storefront's publishable key", async () => {
    const cart = await createCart()
    const response = await sendRequest(getApplicationsPath(cart.id), {
      headers: { "x-publishable-api-key": "" },
    })
    expect(response.status).toBe(400)
    expect(await listCreateCalls(cart.id)).toEqual([])
  })
})

describe("a full application that cannot be sent", () => {
  it("lists each problem at its field, before any call", async () => {
    const cart = await createCart({ address: { postal_code: "1011", phone: "" } })
    const response = await sendRequest(getApplicationsPath(cart.id))
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      type: "invalid_data",
      message: expect.stringContaining("correct the fields") as string,
      errors: [
        {
          field: "cart.shipping_address.postal_code",
          message: expect.stringContaining("five digits") as string,
        },
      ],
    })
    expect(await listCreateCalls(cart.id)).toEqual([])
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
    expect(await listCreateCalls(cart.id)).toEqual([])
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
