import fc from "fast-check"
import { cents } from "../../../src/domain/money"
import type { OrderSnapshot, SnapshotItem } from "../../../src/domain/order-snapshot"
import { createOrderBody } from "../../../src/financing-api"
import { validatePostbackBody } from "../../../src/financing-api"
import { readCart } from "../../../src/translation/cart-to-snapshot"
import { toCreateOrderRequest } from "../../../src/translation/create-order-request"
import { toServiceItems } from "../../../src/translation/snapshot-items"
import {
  toBareValidationRequest,
  toValidationRequest,
} from "../../../src/translation/validation-request"
import { anyCart } from "./arbitrary-carts"

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

const item = (changes: Partial<SnapshotItem>): SnapshotItem => ({
  lineItemId: "cali_1",
  variantId: null,
  title: "Chair",
  sku: "CHAIR-1",
  quantity: 1,
  net: cents(1000),
  listPrice: cents(1200),
  ...changes,
})

/** Integer arithmetic on what was really sent. */
const inCents = (dollars: number | undefined) => Math.round((dollars ?? 0) * 100)

describe("a snapshot's items as the service takes them", () => {
  it("sends description, quantity, unit price, sku and list price", () => {
    expect(toServiceItems([item({ quantity: 2 })])).toEqual([
      { description: "Chair", quantity: 2, price: 5, sku: "CHAIR-1", list_price: 12 },
    ])
  })

  it("F2: an odd cent splits a line in two", () => {
    const prices = toServiceItems([item({ quantity: 3 })]).map(({ quantity, price }) => [
      quantity,
      price,
    ])
    expect(prices).toEqual([
      [2, 3.33],
      [1, 3.34],
    ])
  })

  it("sends free items at price zero", () => {
    expect(toServiceItems([item({ net: cents(0), quantity: 4 })])).toMatchObject([
      { quantity: 4, price: 0 },
    ])
  })

  it("sends a fractional quantity as one piece that says how much it is", () => {
    expect(toServiceItems([item({ quantity: 2.5, title: "Fabric" })])).toEqual([
      { description: "2.5 × Fabric", quantity: 1, price: 10, sku: "CHAIR-1" },
    ])
  })

  it("leaves out what the shop does not know", () => {
    expect(toServiceItems([item({ sku: null, listPrice: null })])).toEqual([
      { description: "Chair", quantity: 1, price: 10 },
    ])
  })

  it("F2: Σ(price × quantity) is Σ net, whatever the nets and quantities", () => {
    const anyItem = fc
      .record({
        quantity: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.constantFrom(0.5, 2.5)),
        net: fc.integer({ min: 0, max: 10_000_000 }).map(cents),
      })
      .map(item)
    fc.assert(
      fc.property(fc.array(anyItem), (items) => {
        const sent = toServiceItems(items)
        const worth = sent.reduce((all, { price, quantity }) => all + inCents(price) * quantity, 0)
        expect(worth).toBe(items.reduce((all, { net }) => all + net, 0))
        expect(sent.length).toBeLessThanOrEqual(items.length * 2)
      })
    )
  })
})

describe("Validate postback for an address that lacks a part", () => {
  it("names the parts that the shop knows", () => {
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
  it("F2 F12: any readable cart becomes a body that endpoint 2 takes, and its sums are exact", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const body = toCreateOrderRequest({ snapshot, orderId: "cart_1-1", urls: URLS })
        expect(createOrderBody.safeParse(body).error).toBeUndefined()
        const items = body.applicationItems.reduce(
          (all, { price, quantity }) => all + inCents(price) * quantity,
          0
        )
        const parts = items + inCents(body.shipping) + inCents(body.taxes)
        expect(parts).toBe(inCents(body.loanAmount))
      })
    )
  })

  it("F12: the field names are those of endpoint 2, and a phone nobody has is left out", () => {
    const [snapshot] = fc.sample(anySnapshot, 1)
    const full = { ...snapshot!, cellPhone: "2124567890" }
    const body = toCreateOrderRequest({ snapshot: full, orderId: "cart_1-1", urls: URLS })
    expect(Object.keys(body).sort()).toEqual(
      [
        ...["applicationItems", "cancelUrl", "cellPhone", "city", "email", "firstName", "lastName"],
        ...["loanAmount", "notifyUrl", "orderId", "returnUrl", "shipping", "state", "street"],
        ...["taxes", "zip"],
      ].sort()
    )
    const without = { ...full, cellPhone: null }
    expect(
      toCreateOrderRequest({ snapshot: without, orderId: "1", urls: URLS })
    ).not.toHaveProperty("cellPhone")
  })

  it("F11: the details that are verified are those that were sent", () => {
    fc.assert(
      fc.property(anySnapshot, (snapshot) => {
        const sent = toCreateOrderRequest({ snapshot, orderId: "cart_1-1", urls: URLS })
        const asked = toValidationRequest({ token: "t-1", snapshot, loanAmount: snapshot.total })
        expect(validatePostbackBody.safeParse(asked).error).toBeUndefined()
        const { cmd, uuid, verifyParams, ...details } = asked
        expect({ cmd, uuid, verifyParams }).toEqual({
          cmd: "_validate-me",
          uuid: "t-1",
          verifyParams: true,
        })
        expect(sent).toMatchObject(details)
      })
    )
  })

  it("F11: without details nothing but the token goes out", () => {
    expect(toBareValidationRequest("t-1")).toEqual({
      cmd: "_validate-me",
      uuid: "t-1",
      verifyParams: false,
    })
  })
})
