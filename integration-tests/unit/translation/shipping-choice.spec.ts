import { judgeShipping, needsShipping } from "../../../src/translation/shipping-choice"

const of = (profile: string | null) => ({
  variant: { product: { shipping_profile: profile === null ? null : { id: profile } } },
})
const sofa = { product_title: "Harbor Sofa", requires_shipping: true, ...of("sp_furniture") }
const piano = { product_title: "Grand Piano", requires_shipping: true, ...of("sp_freight") }
const plan = { requires_shipping: false, ...of(null) }
const by = (profile: string) => ({ shipping_option: { shipping_profile_id: profile } })

describe("the shipping choice of a cart before its application", () => {
  it.each([
    ["a method of the item's profile", [sofa, plan], [by("sp_furniture")]],
    [
      "a method for each of two profiles",
      [sofa, { ...sofa, ...of("sp_b") }],
      [by("sp_furniture"), by("sp_b")],
    ],
    ["no item to ship", [plan, { ...plan, variant: null }], []],
    ["an empty cart", [], null],
  ])("is complete with %s", (_what, items, shipping_methods) => {
    expect(judgeShipping({ items, shipping_methods })).toEqual([])
  })

  it.each([
    ["no method", [sofa], [], "first"],
    ["a method of another profile", [sofa], [by("sp_other")], "for Harbor Sofa"],
    ["a method for one of two profiles", [sofa, piano], [by("sp_furniture")], "for Grand Piano"],
    ["a method whose option is gone", [sofa], [{ shipping_option: null }], "for Harbor Sofa"],
    ["the same item on two lines", [piano, piano], [by("sp_furniture")], "for Grand Piano"],
    [
      "no matching method for five items",
      ["A", "B", "C", "D", "E"].map((product_title) => ({ ...sofa, product_title })),
      [by("sp_other")],
      "for A, B, C, D, and E",
    ],
    [
      "an item whose titles are blank",
      [{ ...sofa, product_title: " ", title: null }],
      [by("sp_other")],
      "for one of your items",
    ],
  ])("is missing with %s, and the message names the items", (...[, items, methods, words]) => {
    expect(judgeShipping({ items, shipping_methods: methods })).toEqual([
      { field: "shipping_methods", sentence: `Choose a shipping method ${words}.` },
    ])
  })

  it.each([
    ["whose variant is gone", [null, { ...piano, variant: null }], "Grand Piano", "it"],
    ["without a shipping profile", [sofa, { ...piano, ...of(null) }], "Grand Piano", "it"],
    [
      "without a profile, twice",
      [
        { ...sofa, ...of(null) },
        { ...piano, ...of(null) },
      ],
      "Harbor Sofa and Grand Piano",
      "them",
    ],
  ])("is impossible for an item %s, which must be removed", (...[, items, names, which]) => {
    const sentence = `${names} cannot be delivered. Please remove ${which} from your cart.`
    expect([
      judgeShipping({ items, shipping_methods: [by("sp_furniture")] }),
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
