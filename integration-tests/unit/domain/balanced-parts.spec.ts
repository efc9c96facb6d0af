import fc from "fast-check"
import { balance, takeOff, worth, type Parts } from "../../../src/domain/balanced-parts"
import { cents } from "../../../src/domain/money"

const parts = (nets: number[], shipping: number, taxes: number): Parts => ({
  nets: nets.map(cents),
  shipping: cents(shipping),
  taxes: cents(taxes),
})

const amount = fc.integer({ min: 0, max: 500_000_000 })
const anyParts = fc
  .tuple(fc.array(amount, { maxLength: 8 }), amount, amount)
  .map(([nets, shipping, taxes]) => parts(nets, shipping, taxes))

describe("the parts of an amount (F2)", () => {
  it("F2: a rounding difference goes to the taxes", () => {
    expect(balance(parts([1000, 500], 100, 80), cents(1681))).toEqual(parts([1000, 500], 100, 81))
    expect(balance(parts([1000, 500], 100, 80), cents(1679))).toEqual(parts([1000, 500], 100, 79))
  })

  it("F2: without taxes, a rounding difference goes to the largest item", () => {
    expect(balance(parts([500, 1000], 100, 0), cents(1601))).toEqual(parts([500, 1001], 100, 0))
    expect(balance(parts([500, 1000], 100, 0), cents(1599))).toEqual(parts([500, 999], 100, 0))
  })

  it("F2: a deduction larger than the taxes lowers the largest item", () => {
    expect(balance(parts([500, 1000], 100, 1), cents(1598))).toEqual(parts([500, 998], 100, 0))
  })

  it("F2: a gift card lowers the items in proportion, then shipping, then taxes", () => {
    const cart = parts([1000, 500], 100, 80)
    expect(balance(cart, cents(1380), cents(300))).toEqual(parts([800, 400], 100, 80))
    expect(balance(cart, cents(130), cents(1550))).toEqual(parts([0, 0], 50, 80))
    expect(balance(cart, cents(30), cents(1650))).toEqual(parts([0, 0], 0, 30))
  })

  it("F2: a large deduction lowers all items in proportion, and none below zero", () => {
    expect(balance(parts([300, 200, 100], 0, 0), cents(60))).toEqual(parts([30, 20, 10], 0, 0))
    expect(balance(parts([300, 200, 100], 50, 0), cents(0))).toEqual(parts([0, 0, 0], 0, 0))
  })

  it("F2: any parts add up to any total, and no part is negative", () => {
    fc.assert(
      fc.property(anyParts, amount, amount, (given, total, credit) => {
        const balanced = balance(given, cents(total), cents(credit))
        expect(worth(balanced)).toBe(total)
        expect(
          Math.min(balanced.shipping, balanced.taxes, ...balanced.nets)
        ).toBeGreaterThanOrEqual(0)
        expect(balanced.nets).toHaveLength(given.nets.length)
      })
    )
  })

  it("F2: takeOff deducts exactly the amount, or everything if the amount is larger", () => {
    fc.assert(
      fc.property(anyParts, amount, (given, off) => {
        const left = takeOff(given, cents(off))
        expect(worth(left)).toBe(Math.max(0, worth(given) - off))
        expect(left.nets.every((net, index) => net >= 0 && net <= (given.nets[index] ?? 0))).toBe(
          true
        )
      })
    )
  })

  it("F2: balance throws for a negative total", () => {
    expect(() => balance(parts([1], 0, 0), cents(-1))).toThrow(
      new RangeError("Parts cannot add up to less than nothing.")
    )
  })
})
