import fc from "fast-check"
import { cents } from "../../../src/domain/money"
import type { OrderSnapshot } from "../../../src/domain/order-snapshot"
import { hashContact, hashSnapshot } from "../../../src/domain/snapshot-hash"

const KEY = "a key of thirty-two characters !!"

const buildItem = (title: string, net: number) => ({
  lineItemId: `cali_${title}`,
  variantId: `variant_${title}`,
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
  items: [buildItem("Chair", 10_000), buildItem("Desk", 20_000), buildItem("Lamp", 500)],
  shipping: cents(1000),
  taxes: cents(500),
  total: cents(32_000),
}

describe("the keyed hash of a snapshot", () => {
  it("has 64 hex digits and depends on the key", () => {
    expect(hashSnapshot(SNAPSHOT, KEY)).toMatch(/^[0-9a-f]{64}$/)
    expect(hashSnapshot(SNAPSHOT, "another key")).not.toBe(hashSnapshot(SNAPSHOT, KEY))
    expect(hashSnapshot(SNAPSHOT, Buffer.from(KEY))).toBe(hashSnapshot(SNAPSHOT, KEY))
  })

  it("does not change with an upgrade, so that an existing application still matches its cart (C12)", () => {
    expect(hashSnapshot(SNAPSHOT, KEY)).toBe(
      "0213f99748edc29dbcbb9ff738ab3a0dc5a0d3091090d3ee11e7b848be00c15f"
    )
  })

  it("does not depend on the sequence of the items", () => {
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
      { items: [{ ...buildItem("Chair", 10_000), quantity: 1 }, ...SNAPSHOT.items.slice(1)] },
    ],
    [
      "an item's variant",
      {
        items: [
          { ...buildItem("Chair", 10_000), variantId: "variant_2" },
          ...SNAPSHOT.items.slice(1),
        ],
      },
    ],
    [
      "the title of an item that has no variant",
      { items: [{ ...buildItem("Chair", 10_000), variantId: null }, ...SNAPSHOT.items.slice(1)] },
    ],
    ["an item's price", { items: [buildItem("Chair", 10_001), ...SNAPSHOT.items.slice(1)] }],
    ["a removed item", { items: SNAPSHOT.items.slice(1) }],
    ["a duplicate item", { items: [...SNAPSHOT.items, buildItem("Lamp", 500)] }],
    ["the apartment (C20)", { address: { ...SNAPSHOT.address, street: "12 Main St 5" } }],
    ["the zip code (C20)", { address: { ...SNAPSHOT.address, zip: "10002" } }],
    ["the street (C20)", { address: { ...SNAPSHOT.address, street: "13 Main St" } }],
    ["the name (C20)", { address: { ...SNAPSHOT.address, lastName: "Smith" } }],
  ])("C3: changes with %s", (_title, changes) => {
    expect(hashSnapshot({ ...SNAPSHOT, ...changes }, KEY)).not.toBe(hashSnapshot(SNAPSHOT, KEY))
  })

  const buildCharge = (title: string) => ({ ...buildItem(title, 10_000), variantId: null })

  it.each<[string, Partial<OrderSnapshot>, Partial<OrderSnapshot>]>([
    [
      "the title of an item is translated",
      {},
      { items: SNAPSHOT.items.map((line) => ({ ...line, title: `${line.title} en español` })) },
    ],
    [
      "the SKU of a variant changes",
      {},
      { items: SNAPSHOT.items.map((line) => ({ ...line, sku: "C-1" })) },
    ],
    [
      "the title of an item without a variant is in capitals",
      { items: [buildCharge("Setup")] },
      { items: [buildCharge("SETUP")] },
    ],
    [
      "the address is in capitals and has dots",
      {},
      { address: { ...SNAPSHOT.address, street: "12 MAIN ST.", city: "new york" } },
    ],
    ["the name is in capitals", {}, { address: { ...SNAPSHOT.address, lastName: "MILLER" } }],
  ])("C3: stays the same when %s", (_title, before, after) => {
    expect(hashSnapshot({ ...SNAPSHOT, ...after }, KEY)).toBe(
      hashSnapshot({ ...SNAPSHOT, ...before }, KEY)
    )
  })

  it("does not change when the cart becomes an order or the shopper logs in", () => {
    const items = SNAPSHOT.items.map((line) => ({ ...line, lineItemId: `ordli_${line.title}` }))
    const order = { ...SNAPSHOT, cartId: "order_1", email: "a.miller@example.com", items }
    expect(hashSnapshot(order, KEY)).toBe(hashSnapshot(SNAPSHOT, KEY))
  })
})

describe("the keyed hash of a contact", () => {
  const hashChangedContact = (changes: Partial<OrderSnapshot>) =>
    hashContact({ ...SNAPSHOT, ...changes }, KEY)

  it("changes with the email, the phone, the name, and the boundary between the names", () => {
    const { address } = SNAPSHOT
    const hashes = [
      hashChangedContact({}),
      hashChangedContact({ email: "anne@example.com" }),
      hashChangedContact({ cellPhone: "2124567891" }),
      hashChangedContact({ cellPhone: null }),
      hashChangedContact({ address: { ...address, firstName: "Anne" } }),
      hashChangedContact({ address: { ...address, firstName: "An", lastName: "naMiller" } }),
    ]
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  it("ignores capital letters, punctuation and the address", () => {
    const address = { ...SNAPSHOT.address, firstName: "ANNA.", street: "1 Elsewhere Street" }
    expect(hashChangedContact({ email: "Anna@Example.com", address })).toBe(hashChangedContact({}))
  })

  it("depends on the key, and differs from the hash of the snapshot", () => {
    expect(hashContact(SNAPSHOT, "another key")).not.toBe(hashChangedContact({}))
    expect(hashChangedContact({})).not.toBe(hashSnapshot(SNAPSHOT, KEY))
  })
})
