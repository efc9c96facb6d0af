import { buildOrder, startWithCaller, type Caller } from "./caller"

const CREATE_ORDER_PATH = "/application/ecommerce/orders"
const VIRTUAL_CART_PATH = "/ecommerce/application/create/cart"

function buildVirtualCart(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    orderId: "phone-1",
    personalFirstName: "Maya",
    personalLastName: "Okafor",
    personalEmail: "maya@example.com",
    residenceStreetName: "418 Linden Avenue",
    residenceCity: "Brooklyn",
    residenceState: "NY",
    residenceZip: "11201",
    redirectUrl: "http://localhost:9/return",
    loanAmount: 500,
    items: [{ description: "Walnut chair", quantity: 1, price: 500 }],
    ...changes,
  }
}

describe("creating an application from a cart", () => {
  let caller: Caller
  beforeAll(async () => {
    caller = await startWithCaller()
  })
  afterAll(() => caller.sandbox.close())

  it("returns the hosted page's url and a token for a valid order", async () => {
    const { status, json } = await caller.post(CREATE_ORDER_PATH, buildOrder())
    expect(status).toBe(200)
    expect(Object.keys(json)).toEqual(["url", "token"])
    const url = new URL(String(json.url))
    expect([...url.searchParams.keys()]).toEqual(["app", "auth", "rauth"])
    const application = await caller.sandbox.control.application(String(json.token))
    expect(application).toMatchObject({
      kind: "hosted",
      status: "P",
      orderId: "cart_1-1",
      loanAmount: 812.4,
      tokens: [json.token],
      tip: json.token,
      settled: false,
      customer: { firstName: "Maya", street: "418 Linden Avenue" },
    })
  })

  it.each([
    [
      "items instead of applicationItems (F12)",
      { applicationItems: undefined, items: [] },
      "items",
    ],
    [
      "redirectUrl instead of returnUrl (F12)",
      { redirectUrl: "https://shop.example" },
      "redirectUrl",
    ],
    ["a discount, which is a field of other calls", { discount: 0 }, "discount"],
    ["no last name", { lastName: undefined }, "lastName"],
    ["an empty city", { city: "" }, "city"],
    ["a ZIP+4 (F5)", { zip: "11201-1234" }, "zip"],
    ["a zip as a number", { zip: 11201 }, "zip"],
    ["a state by name (F6)", { state: "New York" }, "state"],
    ["an e-mail without @", { email: "maya.example.com" }, "email"],
    ["a phone with country code (F7)", { cellPhone: "17185550142" }, "cellPhone"],
    ["a relative returnUrl", { returnUrl: "/return" }, "returnUrl"],
    ["a notifyUrl of another scheme", { notifyUrl: "javascript:alert(1)" }, "notifyUrl"],
    ["an amount as text", { loanAmount: "812.40" }, "loanAmount"],
    ["no amount", { loanAmount: undefined }, "loanAmount"],
    ["more than two decimals", { loanAmount: 812.401 }, "loanAmount"],
    ["a zero amount (F4)", { loanAmount: 0 }, "loanAmount"],
    ["shipping as text", { shipping: "20" }, "shipping"],
    ["an empty list of items", { applicationItems: [] }, "applicationItems"],
    [
      "an item without price",
      { applicationItems: [{ description: "x", quantity: 1 }] },
      "[0].price",
    ],
    [
      "an item with an unknown field",
      { applicationItems: [{ description: "x", quantity: 1, price: 1, name: "x" }] },
      "applicationItems[0].name",
    ],
  ])("refuses an order with %s and names the field", async (_name, changes, field) => {
    const { status, json } = await caller.post(CREATE_ORDER_PATH, buildOrder(changes))
    expect(status).toBe(400)
    expect(json).toMatchObject({ status: 400, error: "Bad Request", path: CREATE_ORDER_PATH })
    expect(json.message).toContain(`${field}:`)
  })

  it("refuses a cart whose sum is a cent off, and names the sum (F2)", async () => {
    const { status, json } = await caller.post(
      CREATE_ORDER_PATH,
      buildOrder({ loanAmount: 812.41 })
    )
    expect(status).toBe(400)
    expect(json.message).toBe(
      "loanAmount: is 812.41 but Σ(price × quantity) + shipping + taxes − discount is 812.40"
    )
  })

  it("refuses a body that is not JSON, another content type, and unknown query parameters", async () => {
    const headers = caller.headers()
    const send = (body: string, contentType: string) =>
      fetch(caller.sandbox.baseUrl + VIRTUAL_CART_PATH, {
        method: "POST",
        headers: { ...headers, "content-type": contentType },
        body,
      })
    expect((await send("{", "application/json")).status).toBe(400)
    expect((await send("{}", "text/plain")).status).toBe(415)
    expect((await caller.post(VIRTUAL_CART_PATH, "text")).json.message).toContain("body:")
    expect(
      (await caller.post(`${VIRTUAL_CART_PATH}?x=1`, buildVirtualCart())).json.message
    ).toContain("x:")
  })

  it.each([
    ["below the approval range", 10],
    ["above the approval range", 9000],
  ])("returns a null token and an explaining page for an amount %s", async (_name, price) => {
    const items = [{ description: "x", quantity: 1, price }]
    const amounts = { shipping: 20, taxes: 42.4, loanAmount: price + 62.4 }
    const answer = await caller.post(
      CREATE_ORDER_PATH,
      buildOrder({ ...amounts, applicationItems: items })
    )
    expect(answer.json.token).toBeNull()
    const page = await (await fetch(String(answer.json.url))).text()
    expect(page).toContain("$300.00 to $5,000.00")
    expect(page).toContain('href="http://localhost:9/cancel"')
  })

  it("returns a null token for a PO box, but not for Box Canyon Rd (F8)", async () => {
    for (const street of ["PO Box 12", "P.O. Box 9", "Post Office Box 3"]) {
      const { json } = await caller.post(CREATE_ORDER_PATH, buildOrder({ street }))
      expect(json.token).toBeNull()
      expect(await (await fetch(String(json.url))).text()).toContain("PO box")
    }
    const { json } = await caller.post(
      CREATE_ORDER_PATH,
      buildOrder({ street: "12 Box Canyon Rd" })
    )
    expect(json.token).toEqual(expect.any(String))
  })

  it("applies a new approval range while running", async () => {
    await caller.control("/settings", { maxAmount: 800 })
    expect((await caller.post(CREATE_ORDER_PATH, buildOrder())).json.token).toBeNull()
    await caller.control("/settings", { maxAmount: 5000 })
    expect((await caller.post(CREATE_ORDER_PATH, buildOrder())).json.token).not.toBeNull()
  })

  it("accepts a virtual cart with its own field names", async () => {
    const { status, json } = await caller.post(VIRTUAL_CART_PATH, buildVirtualCart())
    expect(status).toBe(200)
    const application = await caller.sandbox.control.application(String(json.token))
    expect(application).toMatchObject({
      kind: "virtual-cart",
      returnUrl: "http://localhost:9/return",
    })
    const smallCart = buildVirtualCart({
      loanAmount: 10,
      items: [{ description: "x", quantity: 1, price: 10 }],
    })
    expect((await caller.post(VIRTUAL_CART_PATH, smallCart)).json.token).toBeNull()
  })

  it.each([
    ["firstName", { firstName: "Maya" }],
    ["returnUrl", { returnUrl: "https://shop.example" }],
    ["applicationItems", { applicationItems: [] }],
    ["personalEmail", { personalEmail: undefined }],
    ["residenceZip", { residenceZip: "1120" }],
  ])("refuses a virtual cart with a wrong %s", async (field, changes) => {
    const { status, json } = await caller.post(VIRTUAL_CART_PATH, buildVirtualCart(changes))
    expect(status).toBe(400)
    expect(json.message).toContain(`${field}:`)
  })
})
