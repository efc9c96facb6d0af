import { judgeShipping, needsShipping } from "../../../src/translation/shipping-choice"

const of = (profile: string | null) => ({
  variant: { product: { shipping_profile: profile === null ? null : { id: profile } } },
})
const sofa = { requires_shipping: true, ...of("sp_furniture") }
const plan = { requires_shipping: false, ...of(null) }
const by = (profile: string) => ({ shipping_option: { shipping_profile_id: profile } })

describe("the shipping of a cart that is to be applied for", () => {
  it.each([
    ["a method of its profile", [sofa, plan], [by("sp_furniture")]],
    [
      "one for each of two profiles",
      [sofa, { ...sofa, ...of("sp_b") }],
      [by("sp_furniture"), by("sp_b")],
    ],
    ["nothing to send", [plan, { ...plan, variant: null }], []],
    ["nothing in it", [], null],
  ])("is chosen with %s", (_what, items, shipping_methods) => {
    expect(judgeShipping({ items, shipping_methods })).toEqual([])
  })

  it.each([
    ["no method", [sofa], []],
    ["a method of another profile", [sofa], [by("sp_other")]],
    ["a method for one of two profiles", [sofa, { ...sofa, ...of("sp_b") }], [by("sp_furniture")]],
    ["a method whose option is gone", [sofa], [{ shipping_option: null }]],
    ["an item of no profile", [{ ...sofa, ...of(null) }], [by("sp_furniture")]],
  ])("is missing with %s", (_what, items, shipping_methods) => {
    expect(judgeShipping({ items, shipping_methods })).toEqual([
      { field: "shipping_methods", sentence: "Choose a shipping method first." },
    ])
  })

  it("cannot be chosen for something whose variant is gone", () => {
    const items = [null, { ...sofa, variant: null }]
    expect(judgeShipping({ items, shipping_methods: [by("sp_furniture")] })).toMatchObject([
      { field: "items", sentence: expect.stringContaining("cannot be delivered") as string },
    ])
  })

  it("is needed for what is sent", () => {
    expect([
      needsShipping({ items: [plan, sofa] }),
      needsShipping({ items: [plan, null] }),
    ]).toEqual([true, false])
  })
})
