import { BigNumber } from "@medusajs/framework/utils"
import fc from "fast-check"
import { sum } from "../../../src/domain/money"
import type { OrderSnapshot } from "../../../src/domain/order-snapshot"
import { hashSnapshot } from "../../../src/domain/snapshot-hash"
import { toCents, toDecimal } from "../../../src/translation/amount"
import { readCart, type CartRecord } from "../../../src/translation/cart-to-snapshot"
import {
  ADDRESS,
  anyCart,
  decorateCart,
  buildLine,
  buildShippingMethod,
  type DecoratedLine,
} from "./arbitrary-carts"

function readSnapshot(cart: CartRecord): OrderSnapshot {
  const reading = readCart(cart)
  if (!reading.ok) {
    throw new Error(JSON.stringify(reading.problems))
  }
  return reading.snapshot
}

function listProblemFields(changes: Partial<CartRecord>): string[] {
  const reading = readCart({ ...decorateCart({ items: [buildLine()] }), ...changes })
  return reading.ok ? [] : reading.problems.map(({ field }) => field)
}

describe("reading a cart into a snapshot", () => {
  it("reads items, address, e-mail and phone", () => {
    const items = [buildLine({ id: "cali_a", quantity: 2, tax_lines: [{ rate: 8.25 }] })]
    const cart = decorateCart({
      items,
      shipping_methods: [buildShippingMethod()],
      billing_address: ADDRESS,
    })
    expect(readSnapshot(cart)).toEqual({
      cartId: "cart_1",
      email: "anna@example.com",
      cellPhone: "2124567890",
      address: {
        firstName: "Anna",
        lastName: "Miller",
        street: "12 Main St Apt 4",
        city: "New York",
        state: "NY",
        zip: "10001",
      },
      items: [
        {
          lineItemId: "cali_a",
          variantId: "variant_Chair",
          title: "Chair",
          sku: "CHAIR-1",
          quantity: 2,
          net: 20_000,
          listPrice: 10_000,
        },
      ],
      shipping: 1000,
      taxes: 1650,
      total: 22_650,
    })
  })

  it("F2: rounds a total with fractions of a cent once, and adds the residue to the taxes", () => {
    const items = [buildLine({ unit_price: 1049.48, tax_lines: [{ rate: 8.25 }] })]
    const cart = decorateCart({ items })
    expect(Number(cart.total)).toBe(1136.0621)
    expect(readSnapshot(cart)).toMatchObject({ taxes: 8658, total: 113_606 })
  })

  it("F2: reads tax-inclusive prices without their taxes", () => {
    const items = [
      buildLine({ unit_price: 108.25, is_tax_inclusive: true, tax_lines: [{ rate: 8.25 }] }),
    ]
    const { items: snapshotItems, taxes, total } = readSnapshot(decorateCart({ items }))
    expect(snapshotItems[0]).toMatchObject({ net: 10_000, listPrice: 10_000 })
    expect({ taxes, total }).toEqual({ taxes: 825, total: 10_825 })
  })

  it("F2: subtracts promotions from an item's net and keeps its list price", () => {
    const items = [buildLine({ quantity: 3, adjustments: [{ amount: 10 }] })]
    expect(readSnapshot(decorateCart({ items })).items[0]).toMatchObject({
      net: 29_000,
      listPrice: 10_000,
    })
  })

  it("F2: deducts gift cards from the items first, then from shipping", () => {
    const items = [buildLine(), buildLine({ unit_price: 50 })]
    const cart = decorateCart({
      items,
      shipping_methods: [buildShippingMethod()],
      credit_lines: [{ amount: "155" }],
    })
    const { items: snapshotItems, ...rest } = readSnapshot(cart)
    expect(snapshotItems.map(({ net }) => net)).toEqual([0, 0])
    expect(rest).toMatchObject({ shipping: 500, taxes: 0, total: 500 })
  })

  it("F2: makes Σ net + shipping + taxes Medusa's rounded total for any cart, without negative parts", () => {
    fc.assert(
      fc.property(anyCart, (cart) => {
        const { items, shipping, taxes, total } = readSnapshot(cart)
        const nets = items.map(({ net }) => net)
        expect(sum([...nets, shipping, taxes])).toBe(total)
        expect(total).toBe(toCents(cart.total))
        expect(Math.min(shipping, taxes, ...nets)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 300 }
    )
  })

  it("F2: matches Medusa's nets and taxes within rounding for a cart without gift cards", () => {
    const uncreditedCart = anyCart.filter((cart) => !Number(Reflect.get(cart, "credit_line_total")))
    fc.assert(
      fc.property(uncreditedCart, (cart) => {
        const { items, taxes } = readSnapshot(cart)
        const medusaLines = new Map(
          (cart.items ?? []).map((item) => [item?.id, item as DecoratedLine | null])
        )
        for (const { lineItemId, net } of items) {
          const line = medusaLines.get(lineItemId)
          const expected = toDecimal(line?.total).minus(toDecimal(line?.tax_total))
          expect(Math.abs(net - toCents(expected))).toBeLessThanOrEqual(items.length + 2)
        }
        const medusaTaxes = toCents(Reflect.get(cart, "tax_total"))
        expect(Math.abs(taxes - medusaTaxes)).toBeLessThanOrEqual(items.length + 2)
      })
    )
  })

  it("F1: prefers the raw value to the float, and reads every number format alike", () => {
    const exact = decorateCart({ items: [buildLine({ unit_price: "33.335", quantity: 3 })] })
    const raw = {
      ...exact,
      total: { value: "100.005", precision: 20 },
      items: [buildLine({ unit_price: 33.33, raw_unit_price: { value: "33.335" }, quantity: "3" })],
    }
    const instance = {
      ...exact,
      items: [buildLine({ unit_price: new BigNumber("33.335"), quantity: 3 })],
    }
    for (const cart of [exact, raw, instance]) {
      const { items, ...parts } = readSnapshot(cart)
      expect({ net: items[0]?.net, ...parts }).toMatchObject({ net: 10_001, total: 10_001 })
    }
  })

  it("skips lines of quantity zero and the nulls of `query.graph`", () => {
    const cart = { ...decorateCart({ items: [buildLine()] }), shipping_methods: null }
    const items = [...(cart.items ?? []), buildLine({ quantity: 0, unit_price: 5 }), null]
    expect(readSnapshot({ ...cart, items }).items).toHaveLength(1)
  })

  it("F10: cleans titles and replaces an empty one", () => {
    const items = [
      buildLine({ title: " x\n", variant_id: "variant_a" }),
      buildLine({ title: "\u200b", product_title: null, variant_id: "variant_b" }),
    ]
    const titles = readSnapshot(decorateCart({ items })).items.map(({ title }) => title)
    expect(titles).toEqual(["x", "Item"])
  })

  it("F10: does not truncate names, addresses, titles or SKUs", () => {
    const buildLongText = (prefix: string) => `${prefix} ${"x".repeat(300)}`
    const address = {
      ...ADDRESS,
      first_name: buildLongText("Anna"),
      last_name: buildLongText("Miller"),
      address_1: buildLongText("12 Main St"),
      city: buildLongText("New York"),
    }
    const items = [
      buildLine({ title: buildLongText("Chair"), variant_sku: buildLongText("CHAIR") }),
    ]
    const snapshot = readSnapshot(decorateCart({ items, shipping_address: address }))
    expect(snapshot.address).toMatchObject({
      firstName: buildLongText("Anna"),
      lastName: buildLongText("Miller"),
      street: `${buildLongText("12 Main St")} Apt 4`,
      city: buildLongText("New York"),
    })
    expect(snapshot.items[0]).toMatchObject({
      title: buildLongText("Chair"),
      sku: buildLongText("CHAIR"),
    })
  })

  it.each(["tom&jerry@shop.example", "o!neil@shop.example", "josé@shop.example"])(
    "accepts the e-mail address %s",
    (email) => {
      expect(readSnapshot({ ...decorateCart({ items: [buildLine()] }), email }).email).toBe(email)
    }
  )

  it("F7: takes the phone from either address of the same person", () => {
    const readPhone = (shipping: string | null, billing: Partial<typeof ADDRESS>) =>
      readSnapshot({
        ...decorateCart({ items: [buildLine()] }),
        shipping_address: { ...ADDRESS, phone: shipping ?? "" },
        billing_address: { ...ADDRESS, phone: "212-555-0143", ...billing },
      }).cellPhone
    expect(readPhone("", {})).toBe("2125550143")
    expect(readPhone("+44 20 7946 0958", {})).toBe("2125550143")
    expect(readPhone("212-456-7890", {})).toBe("2124567890")
    expect(readPhone("", { first_name: "ANNA", last_name: "miller" })).toBe("2125550143")
    expect(readPhone("", { first_name: "", last_name: "" })).toBe("2125550143")
    // A first name alone does not identify a person.
    expect(readPhone("", { last_name: "" })).toBeNull()
    // Some storefronts save a billing address with only a name and a phone.
    expect(readPhone("", { address_1: "", address_2: "", city: "", postal_code: "" })).toBe(
      "2125550143"
    )
  })

  it("F7: omits a foreign phone and accepts the cart", () => {
    const cart = decorateCart({
      items: [buildLine()],
      shipping_address: { ...ADDRESS, phone: "+44 20 7946 0958" },
    })
    expect(readSnapshot(cart).cellPhone).toBeNull()
  })

  it("C17: gives the same hash for any order of the lines", () => {
    const anyShuffledCart = anyCart.chain((cart) => {
      const items = [...(cart.items ?? [])]
      const doubledItems = [...items, ...items.map((item) => item && { ...item, title: "Desk" })]
      return fc.record({
        first: fc.constant({ ...cart, items: doubledItems }),
        second: fc
          .shuffledSubarray(doubledItems, { minLength: doubledItems.length })
          .map((shuffledItems) => ({ ...cart, items: shuffledItems })),
      })
    })
    fc.assert(
      fc.property(anyShuffledCart, ({ first, second }) => {
        expect(hashSnapshot(readSnapshot(second), "k")).toBe(hashSnapshot(readSnapshot(first), "k"))
      }),
      { numRuns: 300 }
    )
  })

  it("C3: gives the same hash for translated titles and another spelling of the address", () => {
    const items = [
      buildLine({ title: "Chair", variant_id: "variant_a", unit_price: 10.01, quantity: 3 }),
      buildLine({ title: "Desk", variant_id: "variant_b", unit_price: 33.335 }),
      buildLine({ title: "Lamp", variant_id: "variant_c", unit_price: 20.015 }),
    ]
    const titles = ["Silla", "Escritorio", "Lámpara"]
    const cart = decorateCart({ items, credit_lines: [{ amount: "7.77" }] })
    const translated = {
      ...cart,
      items: (cart.items ?? []).map((item, index) => item && { ...item, title: titles[index] }),
      shipping_address: { ...ADDRESS, first_name: "ANNA", address_1: "12 main st." },
    }
    const [snapshot, translatedSnapshot] = [readSnapshot(cart), readSnapshot(translated)]
    expect(translatedSnapshot.items.map(({ variantId, net }) => [variantId, net])).toEqual(
      snapshot.items.map(({ variantId, net }) => [variantId, net])
    )
    expect(hashSnapshot(translatedSnapshot, "k")).toBe(hashSnapshot(snapshot, "k"))
  })
})

describe("refusing a cart with messages for the shopper", () => {
  it.each<[string, Partial<CartRecord>, string]>([
    ["F3: euros", { currency_code: "eur" }, "currency_code"],
    ["F3: no currency", { currency_code: null }, "currency_code"],
    [
      "F3: a country outside the US",
      { shipping_address: { ...ADDRESS, country_code: "ca" } },
      "shipping_address.country_code",
    ],
    ["F4: a total of zero", { total: 0 }, "total"],
    ["F4: a total that rounds to zero", { total: 0.004 }, "total"],
    ["F4: a total below zero", { total: -5 }, "total"],
    ["F4: an empty cart", { items: [], total: 0 }, "items"],
    ["F4: a cart without items", { items: null, total: 0 }, "items"],
    ["a missing e-mail", { email: null }, "email"],
    ["a malformed e-mail", { email: "anna@" }, "email"],
    [
      "a missing address",
      { shipping_address: null, items: [buildLine({ requires_shipping: true })] },
      "shipping_address",
    ],
    ["a missing address of a cart without shipping", { shipping_address: null }, "billing_address"],
    [
      "F9: a different billing address",
      { billing_address: { ...ADDRESS, city: "Albany" } },
      "billing_address",
    ],
    [
      "F8: a PO box",
      { shipping_address: { ...ADDRESS, address_1: "PO Box 12" } },
      "shipping_address.address_1",
    ],
  ])("%s", (_name, changes, field) => {
    expect(listProblemFields(changes)).toEqual([field])
  })

  it("F9: accepts a missing or blank billing address", () => {
    expect(listProblemFields({ billing_address: null })).toEqual([])
    expect(
      listProblemFields({ billing_address: { country_code: "us", first_name: "Anna" } })
    ).toEqual([])
  })

  it("F9: uses the payer's name and phone when the delivery has another name at the same place", () => {
    const readPayer = (billing: Partial<typeof ADDRESS>) => {
      const reading = readCart({
        ...decorateCart({ items: [buildLine()] }),
        billing_address: { ...ADDRESS, ...billing },
      })
      if (!reading.ok) throw new Error("It cannot be financed")
      const { address, cellPhone } = reading.snapshot
      return [address.firstName, address.lastName, cellPhone]
    }
    const john = { first_name: "John", last_name: "Smith" }
    expect(readPayer({ ...john, phone: "212-555-0143" })).toEqual(["John", "Smith", "2125550143"])
    // The other address's phone is not used.
    expect(readPayer({ ...john, phone: "" })).toEqual(["John", "Smith", null])
    // Half a name does not count as another payer, nor does another spelling.
    const anna = ["Anna", "Miller", "2124567890"]
    for (const samePayer of [
      { first_name: "John", last_name: " ." },
      { first_name: "ANNA", last_name: "miller" },
    ]) {
      expect(readPayer({ ...samePayer, phone: "" })).toEqual(anna)
    }
  })

  it("F9: reads the billing address of a cart without a shipping address", () => {
    expect(listProblemFields({ shipping_address: null, billing_address: ADDRESS })).toEqual([])
    const city = { ...ADDRESS, city: "" }
    expect(listProblemFields({ shipping_address: null, billing_address: city })).toEqual([
      "billing_address.city",
    ])
  })

  it("reports all problems at once, in messages without codes", () => {
    const reading = readCart({ id: "cart_1", total: 0, currency_code: "eur" })
    const problems = reading.ok ? [] : reading.problems
    expect(problems).toHaveLength(3)
    for (const { sentence } of problems) {
      expect(sentence).toMatch(/^[A-Z][^_{}[\]]+\.$/)
    }
  })

  it("F4: throws for an unreadable amount", () => {
    expect(() => listProblemFields({ total: NaN })).toThrow("The cart's total could not be read")
    expect(() => listProblemFields({ items: [buildLine({ unit_price: null })] })).toThrow(
      "could not be read"
    )
  })
})

describe("reading a draft into the snapshot of a virtual cart (endpoint 3)", () => {
  const JOB_SITE = { ...ADDRESS, first_name: "Site", last_name: "Office", address_1: "77 Water St" }

  const CART = decorateCart({ items: [buildLine()] })

  const readDraft = (changes: Partial<CartRecord>) =>
    readCart({ ...CART, ...changes }, "virtual-cart")

  function readDraftSnapshot(changes: Partial<CartRecord>): OrderSnapshot {
    const reading = readDraft(changes)
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    return reading.snapshot
  }

  it("F9: uses a different billing address as the customer's, and hashes the delivery address", () => {
    const draft = { shipping_address: JOB_SITE, billing_address: ADDRESS }
    const snapshot = readDraftSnapshot(draft)
    expect(snapshot.address).toMatchObject({ firstName: "Anna", street: "12 Main St Apt 4" })
    const movedSnapshot = readDraftSnapshot({
      ...draft,
      shipping_address: { ...JOB_SITE, address_1: "78 Water St" },
    })
    expect(movedSnapshot.address).toEqual(snapshot.address)
    expect(hashSnapshot(movedSnapshot, "k")).not.toBe(hashSnapshot(snapshot, "k"))
    const respelled = { ...JOB_SITE, address_1: "77 WATER ST." }
    expect(hashSnapshot(readDraftSnapshot({ ...draft, shipping_address: respelled }), "k")).toBe(
      hashSnapshot(snapshot, "k")
    )
  })

  it.each<[string, Partial<CartRecord>]>([
    ["only a shipping address", { billing_address: null }],
    ["two equal addresses", { billing_address: { ...ADDRESS, address_1: "12 MAIN ST." } }],
    ["only a billing address", { shipping_address: null, billing_address: ADDRESS }],
    [
      "another billing name at the same place",
      { billing_address: { ...ADDRESS, first_name: "John", last_name: "Smith" } },
    ],
  ])("F9: gives the same snapshot as endpoint 2 for %s", (_name, changes) => {
    expect(readDraftSnapshot(changes)).toEqual(readSnapshot({ ...CART, ...changes }))
  })

  it("F8 F5: accepts a PO box, and an address without street, state, zip and country", () => {
    const shipping_address = { ...ADDRESS, address_1: "PO Box 12", address_2: "" }
    expect(readDraftSnapshot({ shipping_address }).address.street).toBe("PO Box 12")
    const partialAddress = { first_name: "Anna", last_name: "Miller", city: "New York" }
    expect(readDraftSnapshot({ shipping_address: partialAddress }).address).toMatchObject({
      street: "",
      city: "New York",
      state: "",
      zip: "",
    })
  })

  it("F12: gives a nameless billing address the customer's name, and ignores the job site's phone", () => {
    const draft = {
      shipping_address: { ...JOB_SITE, phone: "212-555-0143" },
      billing_address: { ...ADDRESS, first_name: "", last_name: "", phone: "" },
      customer: { first_name: "Ada", last_name: "Walk-in" },
    }
    const { address, cellPhone } = readDraftSnapshot(draft)
    expect(address).toMatchObject({ firstName: "Ada", street: "12 Main St Apt 4" })
    expect(cellPhone).toBeNull()
  })

  it("F12: gives a nameless shipping address the name of the draft's customer", () => {
    const shipping_address = { ...ADDRESS, first_name: "", last_name: "" }
    const customer = { first_name: "Ada", last_name: "Walk-in" }
    expect(readDraftSnapshot({ shipping_address, customer }).address).toMatchObject({
      firstName: "Ada",
      lastName: "Walk-in",
      city: "New York",
    })
  })

  it.each<[string, Partial<CartRecord>, string]>([
    ["an invalid zip", { shipping_address: { ...ADDRESS, postal_code: "1011" } }, "postal_code"],
    ["an invalid state", { shipping_address: { ...ADDRESS, province: "Ontario" } }, "province"],
    [
      "a country outside the US",
      { shipping_address: { ...ADDRESS, country_code: "ca" } },
      "country_code",
    ],
  ])("F5: reports %s as the problem", (_name, changes, part) => {
    const reading = readDraft(changes)
    expect(reading.ok ? [] : reading.problems.map(({ field }) => field)).toEqual([
      `shipping_address.${part}`,
    ])
  })
})
