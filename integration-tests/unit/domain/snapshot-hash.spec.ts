import fc from "fast-check"
import { cents } from "../../../src/domain/money"
import type { OrderSnapshot } from "../../../src/domain/order-snapshot"
import { hashSnapshot } from "../../../src/domain/snapshot-hash"

const KEY = "a key of thirty-two characters !!"

const item = (title: string, net: number) => ({
  lineItemId: `cali_${title}`,
  title,
  sku: null,
  quantity: 2,
  net: cents(net),
  listPrice: null,
})

const SNAPSHOT: OrderSnapshot = {
  cartId: "cart_1",
  email: "anna@example.com",
  cellPhone: "2124567890",
  address: {
    firstName: "Anna",
    lastName: "Miller",
    street: "12 Main St",
    city: "New York",
    state: "NY",
    zip: "10001",
  },
  items: [item("Chair", 10_000), item("Desk", 20_000), item("Lamp", 500)],
  shipping: cents(1000),
  taxes: cents(500),
  total: cents(32_000),
}

describe("the keyed hash of a snapshot", () => {
  it("is 64 hex digits that say nothing without the key", () => {
    expect(hashSnapshot(SNAPSHOT, KEY)).toMatch(/^[0-9a-f]{64}$/)
    expect(hashSnapshot(SNAPSHOT, "another key")).not.toBe(hashSnapshot(SNAPSHOT, KEY))
    expect(hashSnapshot(SNAPSHOT, Buffer.from(KEY))).toBe(hashSnapshot(SNAPSHOT, KEY))
  })

  it("stays what it was: a cart that was applied for before an upgrade is unchanged (C12)", () => {
    expect(hashSnapshot(SNAPSHOT, KEY)).toBe(
      "574d700ed676d0a99b7570679a415e46cb4e30fdb1af3f34a9804a77b3664101"
    )
  })

  it("is the same for any order of the items", () => {
    const shuffled = fc.shuffledSubarray(SNAPSHOT.items, { minLength: 3 })
    fc.assert(
      fc.property(shuffled, (items) => {
        expect(hashSnapshot({ ...SNAPSHOT, items }, KEY)).toBe(hashSnapshot(SNAPSHOT, KEY))
      })
    )
  })

  it.each<[string, Partial<OrderSnapshot>]>([
    ["the total", { total: cents(32_001) }],
    [
      "an item's quantity",
      { items: [{ ...item("Chair", 10_000), quantity: 1 }, ...SNAPSHOT.items.slice(1)] },
    ],
    [
      "an item's number",
      { items: [{ ...item("Chair", 10_000), sku: "C-1" }, ...SNAPSHOT.items.slice(1)] },
    ],
    ["an item's price", { items: [item("Chair", 10_001), ...SNAPSHOT.items.slice(1)] }],
    ["an item less", { items: SNAPSHOT.items.slice(1) }],
    ["an item twice", { items: [...SNAPSHOT.items, item("Lamp", 500)] }],
    ["the street (C20)", { address: { ...SNAPSHOT.address, street: "13 Main St" } }],
    ["the name (C20)", { address: { ...SNAPSHOT.address, lastName: "Smith" } }],
  ])("C3: changes with %s", (_what, changes) => {
    expect(hashSnapshot({ ...SNAPSHOT, ...changes }, KEY)).not.toBe(hashSnapshot(SNAPSHOT, KEY))
  })

  it("does not change when the cart became an order or the shopper logged in", () => {
    const items = SNAPSHOT.items.map((line) => ({ ...line, lineItemId: `ordli_${line.title}` }))
    const order = { ...SNAPSHOT, cartId: "order_1", email: "a.miller@example.com", items }
    expect(hashSnapshot(order, KEY)).toBe(hashSnapshot(SNAPSHOT, KEY))
  })
})
