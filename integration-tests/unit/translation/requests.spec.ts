import { cents } from "../../../src/domain/money"
import type { OrderSnapshot, SnapshotItem } from "../../../src/domain/order-snapshot"
import { createOrderBody, validatePostbackBody, virtualCartBody } from "../../../src/financing-api"
import { readCart } from "../../../src/translation/cart-to-snapshot"
import {
  toBareValidationRequest,
  toCreateOrderRequest,
  toServiceItems,
  toUpdateCartRequest,
  toValidationRequest,
  toVirtualCartRequest,
} from "../../../src/translation/requests"
import { anyCart } from "./arbitrary-carts"
import fc from "fast-check"

const URLS = {
  returnUrl: "https://api.shop.example/consumer-financing/return/x",
  cancelUrl: "https://api.shop.example/consumer-financing/cancel/x",
  notifyUrl: "https://api.shop.example/hooks/consumer-financing/x",
}

const anySnapshot = anyCart.map((cart): OrderSnapshot => {
  const reading = readCart(cart)
  if (!reading.ok) {
    throw new Error(JSON.stringify(reading.problems))
  }
  return reading.snapshot
})

const buildItem = (changes: Partial<SnapshotItem>): SnapshotItem => ({
  lineItemId: "cali_1",
  variantId: null,
  title: "Chair",
  sku: "CHAIR-1",
  quantity: 1,
  net: cents(1000),
  listPrice: cents(1200),
  ...changes,
})

/** Integer arithmetic on the sent values. */
const dollarsToCents = (dollars: number | undefined) => Math.round((dollars ?? 0) * 100)

describe("converting a snapshot's items for the service", () => {
  it("sends description, quantity, unit price, sku and list price", () => {
    expect(toServiceItems([buildItem({ quantity: 2 })])).toEqual([
      { description: "Chair", quantity: 2, price: 5, sku: "CHAIR-1", list_price: 12 },
    ])
  })

  it("F2: splits a line in two for an odd cent", () => {
    const prices = toServiceItems([buildItem({ quantity: 3 })]).map(({ quantity, price }) => [
      quantity,
      price,
    ])
    expect(prices).toEqual([
      [2, 3.33],
      [1, 3.34],
    ])
  })

  it("sends free items at price zero", () => {
    expect(toServiceItems([buildItem({ net: cents(0), quantity: 4 })])).toMatchObject([
      { quantity: 4, price: 0 },
    ])
  })

  it("sends a fractional quantity as one piece, with the quantity in its description", () => {
    expect(toServiceItems([buildItem({ quantity: 2.5, title: "Fabric" })])).toEqual([
      { description: "2.5 × Fabric", quantity: 1, price: 10, sku: "CHAIR-1" },
    ])
  })

  it("omits an unknown SKU and list price", () => {
    expect(toServiceItems([buildItem({ sku: null, listPrice: null })])).toEqual([
      { description: "Chair", quantity: 1, price: 10 },
    ])
  })

  it("F2: makes Σ(price × quantity) equal Σ net for all nets and quantities", () => {
    const anyItem = fc
      .record({
        quantity: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constantFrom(0.5, 2.5)),
        net: fc.integer({ min: 0, max: 10_000_000 }).map(cents),
      })
      .map(buildItem)
    fc.assert(
      fc.property(fc.array(anyItem), (items) => {
        const serviceItems = toServiceItems(items)
        const total = serviceItems.reduce(
          (sum, { price, quantity }) => sum + dollarsToCents(price) * quantity,
          0
        )
        expect(total).toBe(items.reduce((sum, { net }) => sum + net, 0))
        expect(serviceItems.length).toBeLessThanOrEqual(items.length * 2)
      })
    )
  })
})

describe("Validate postback for an incomplete address", () => {
  it("sends only the known parts", () => {
    const [snapshot] = fc.sample(anySnapshot, 1)
    const address = { ...snapshot!.address, street: "", state: "" }
    const details = { token: "t", snapshot: { address }, loanAmount: cents(1000) }
    const { firstName, lastName, city, zip } = address
    expect(toValidationRequest(details)).toEqual({
      ...{ cmd: "_validate-me", uuid: "t", verifyParams: true, loanAmount: 10 },
      ...{ firstName, lastName, city, zip },
    })
  })
})

describe("Create order and Validate postback from one snapshot", () => {
  it("F2 F12: Create order gets a valid body with exact sums from any readable cart", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const body = toCreateOrderRequest({ snapshot, orderId: "cart_1-1", urls: URLS })
        expect(createOrderBody.safeParse(body).error).toBeUndefined()
        const items = body.applicationItems.reduce(
          (sum, { price, quantity }) => sum + dollarsToCents(price) * quantity,
          0
        )
        const total = items + dollarsToCents(body.shipping) + dollarsToCents(body.taxes)
        expect(total).toBe(dollarsToCents(body.loanAmount))
      })
    )
  })

  it("F12: Create order uses endpoint 2's field names and omits a missing phone", () => {
    const [snapshot] = fc.sample(anySnapshot, 1)
    const withPhone = { ...snapshot!, cellPhone: "2124567890" }
    const body = toCreateOrderRequest({ snapshot: withPhone, orderId: "cart_1-1", urls: URLS })
    expect(Object.keys(body).sort()).toEqual(
      [
        ...["applicationItems", "cancelUrl", "cellPhone", "city", "email", "firstName", "lastName"],
        ...["loanAmount", "notifyUrl", "orderId", "returnUrl", "shipping", "state", "street"],
        ...["taxes", "zip"],
      ].sort()
    )
    const withoutPhone = { ...withPhone, cellPhone: null }
    expect(
      toCreateOrderRequest({ snapshot: withoutPhone, orderId: "1", urls: URLS })
    ).not.toHaveProperty("cellPhone")
  })

  it("F11: Validate postback verifies the details that Create order sent", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const sent = toCreateOrderRequest({ snapshot, orderId: "cart_1-1", urls: URLS })
        const validation = toValidationRequest({
          token: "t-1",
          snapshot,
          loanAmount: snapshot.total,
        })
        expect(validatePostbackBody.safeParse(validation).error).toBeUndefined()
        const { cmd, uuid, verifyParams, ...details } = validation
        expect({ cmd, uuid, verifyParams }).toEqual({
          cmd: "_validate-me",
          uuid: "t-1",
          verifyParams: true,
        })
        expect(sent).toMatchObject(details)
      })
    )
  })

  it("F11: Validate postback without details sends only the token", () => {
    expect(toBareValidationRequest("t-1")).toEqual({
      cmd: "_validate-me",
      uuid: "t-1",
      verifyParams: false,
    })
  })
})

const SNAPSHOT: OrderSnapshot = {
  cartId: "order_01",
  email: "dana@shop.example",
  cellPhone: "2125550143",
  address: {
    firstName: "Dana",
    lastName: "Shopper",
    street: "350 Fifth Avenue",
    city: "New York",
    state: "NY",
    zip: "10118",
  },
  items: [
    {
      lineItemId: "a",
      variantId: null,
      title: "Sofa",
      sku: "S",
      quantity: 3,
      net: cents(100_000),
      listPrice: null,
    },
  ],
  shipping: cents(4_900),
  taxes: cents(8_875),
  total: cents(113_775),
}

describe("the body of Create virtual cart", () => {
  const body = toVirtualCartRequest({ snapshot: SNAPSHOT, orderId: "order_01-1", urls: URLS })

  it("F12: uses the field names personal…, residence… and redirectUrl", () => {
    expect(body).toMatchObject({
      orderId: "order_01-1",
      personalFirstName: "Dana",
      personalLastName: "Shopper",
      personalEmail: "dana@shop.example",
      personalCellPhone: "2125550143",
      residenceStreetName: "350 Fifth Avenue",
      residenceCity: "New York",
      residenceState: "NY",
      residenceZip: "10118",
      redirectUrl: URLS.returnUrl,
      cancelUrl: URLS.cancelUrl,
      notifyUrl: URLS.notifyUrl,
    })
    expect(virtualCartBody.safeParse(body).success).toBe(true)
  })

  it("F2: adds up to the cent", () => {
    const items = body.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
    const total = items + Number(body.shipping) + Number(body.taxes)
    expect(Math.round(total * 100)).toBe(113_775)
    expect(body.loanAmount).toBe(1137.75)
  })

  it("F7: omits a missing phone", () => {
    const snapshot = { ...SNAPSHOT, cellPhone: null }
    const request = toVirtualCartRequest({ snapshot, orderId: "order_01-1", urls: URLS })
    expect(request).not.toHaveProperty("personalCellPhone")
  })

  it.each([
    ["street", "residenceStreetName"],
    ["city", "residenceCity"],
    ["state", "residenceState"],
    ["zip", "residenceZip"],
  ])("F5: omits a missing %s of the address and sends the other parts", (part, name) => {
    const snapshot = { ...SNAPSHOT, address: { ...SNAPSHOT.address, [part]: "" } }
    const { [name]: _omitted, ...others } = body as Record<string, unknown>
    expect(toVirtualCartRequest({ snapshot, orderId: "order_01-1", urls: URLS })).toEqual(others)
  })
})

const ADDRESS = {
  firstName: "Dana",
  lastName: "Shopper",
  street: "350 Fifth Avenue",
  city: "New York",
  state: "NY",
  zip: "10118",
}

test("F2: a cart attached to a pre-approval has exact amounts and no customer data", () => {
  const request = toUpdateCartRequest({
    snapshot: {
      cartId: "cart_01",
      email: "dana@shop.example",
      cellPhone: "2125550143",
      address: ADDRESS,
      items: [
        {
          lineItemId: "a",
          variantId: null,
          title: "Sofa",
          sku: "S",
          quantity: 2,
          net: cents(500),
          listPrice: null,
        },
      ],
      shipping: cents(49),
      taxes: cents(88),
      total: cents(637),
    },
    token: "token-1",
    orderId: "cart_01-2",
  })
  expect(request).toEqual({
    applicationToken: "token-1",
    body: {
      orderId: "cart_01-2",
      loanAmount: 6.37,
      shipping: 0.49,
      taxes: 0.88,
      items: [{ description: "Sofa", quantity: 2, price: 2.5, sku: "S" }],
    },
  })
})
