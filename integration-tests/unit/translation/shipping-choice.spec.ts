import { judgeShipping, needsShipping } from "../../../src/translation/shipping-choice"

const buildVariant = (profile: string | null) => ({
  variant: { product: { shipping_profile: profile === null ? null : { id: profile } } },
})
const sofa = {
  product_title: "Harbor Sofa",
  requires_shipping: true,
  ...buildVariant("sp_furniture"),
}
const piano = {
  product_title: "Grand Piano",
  requires_shipping: true,
  ...buildVariant("sp_freight"),
}
const plan = { requires_shipping: false, ...buildVariant(null) }
const buildMethod = (profile: string) => ({ shipping_option: { shipping_profile_id: profile } })

describe("the shipping choice of a cart before its application", () => {
  it.each([
    ["a method of the item's profile", [sofa, plan], [buildMethod("sp_furniture")]],
    [
      "a method for each of two profiles",
      [sofa, { ...sofa, ...buildVariant("sp_b") }],
      [buildMethod("sp_furniture"), buildMethod("sp_b")],
    ],
    ["no item to ship", [plan, { ...plan, variant: null }], []],
    ["an empty cart", [], null],
  ])("is complete with %s", (_name, items, shipping_methods) => {
    expect(judgeShipping({ items, shipping_methods })).toEqual([])
  })

  it.each([
    ["no method", [sofa], [], "first"],
    ["a method of another profile", [sofa], [buildMethod("sp_other")], "for Harbor Sofa"],
    [
      "a method for one of two profiles",
      [sofa, piano],
      [buildMethod("sp_furniture")],
      "for Grand Piano",
    ],
    ["a method whose option is gone", [sofa], [{ shipping_option: null }], "for Harbor Sofa"],
    [
      "the same item on two lines",
      [piano, piano],
      [buildMethod("sp_furniture")],
      "for Grand Piano",
    ],
    [
      "no matching method for five items",
      ["A", "B", "C", "D", "E"].map((product_title) => ({ ...sofa, product_title })),
      [buildMethod("sp_other")],
      "for A, B, C, D, and E",
    ],
    [
      "an item whose titles are blank",
      [{ ...sofa, product_title: " ", title: null }],
      [buildMethod("sp_other")],
      "for one of your items",
    ],
  ])("is missing with %s, and the message names the items", (...[, items, methods, words]) => {
    expect(judgeShipping({ items, shipping_methods: methods })).toEqual([
      { field: "shipping_methods", sentence: `Choose a shipping method ${words}.` },
    ])
  })

  it.each([
    ["whose variant is gone", [null, { ...piano, variant: null }], "Grand Piano", "it"],
    [
      "without a shipping profile",
      [sofa, { ...piano, ...buildVariant(null) }],
      "Grand Piano",
      "it",
    ],
    [
      "without a profile, twice",
      [
        { ...sofa, ...buildVariant(null) },
        { ...piano, ...buildVariant(null) },
      ],
      "Harbor Sofa and Grand Piano",
      "them",
    ],
  ])("is impossible for an item %s, which must be removed", (...[, items, names, pronoun]) => {
    const sentence = `${names} cannot be delivered. Please remove ${pronoun} from your cart.`
    expect([
      judgeShipping({ items, shipping_methods: [buildMethod("sp_furniture")] }),
      judgeShipping({ items, shipping_methods: [] }),
    ]).toEqual([[{ field: "items", sentence }], [{ field: "items", sentence }]])
  })

  it("is needed only for a cart with an item to ship", () => {
    expect([
      needsShipping({ items: [plan, sofa] }),
      needsShipping({ items: [plan, null] }),
    ]).toEqual([true, false])
  })
})
