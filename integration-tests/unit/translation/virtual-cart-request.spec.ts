import { cents } from "../../../src/domain/money"
import type { OrderSnapshot } from "../../../src/domain/order-snapshot"
import { virtualCartBody } from "../../../src/financing-api"
import { toVirtualCartRequest } from "../../../src/translation/virtual-cart-request"

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

const URLS = {
  returnUrl: "https://api.shop.example/return",
  cancelUrl: "https://api.shop.example/cancel",
  notifyUrl: "https://api.shop.example/postback",
}

describe("the body of Create virtual cart", () => {
  const body = toVirtualCartRequest({ snapshot: SNAPSHOT, orderId: "order_01-1", urls: URLS })

  it("F12: uses its own names, personal… and residence…, and redirectUrl", () => {
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
    const all = items + Number(body.shipping) + Number(body.taxes)
    expect(Math.round(all * 100)).toBe(113_775)
    expect(body.loanAmount).toBe(1137.75)
  })

  it("F7: leaves out a phone that the shop does not have", () => {
    const snapshot = { ...SNAPSHOT, cellPhone: null }
    const without = toVirtualCartRequest({ snapshot, orderId: "order_01-1", urls: URLS })
    expect(without).not.toHaveProperty("personalCellPhone")
  })

  it.each([
    ["street", "residenceStreetName"],
    ["city", "residenceCity"],
    ["state", "residenceState"],
    ["zip", "residenceZip"],
  ])("F5: omits the missing part %s of the address, and sends the others", (part, name) => {
    const snapshot = { ...SNAPSHOT, address: { ...SNAPSHOT.address, [part]: "" } }
    const { [name]: _omitted, ...others } = body as Record<string, unknown>
    expect(toVirtualCartRequest({ snapshot, orderId: "order_01-1", urls: URLS })).toEqual(others)
  })
})
