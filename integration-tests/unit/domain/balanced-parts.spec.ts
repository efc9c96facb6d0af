import fc from "fast-check"
import { balance, takeOff, worth, type Parts } from "../../../src/domain/balanced-parts"
import { cents } from "../../../src/domain/money"

const buildParts = (nets: number[], shipping: number, taxes: number): Parts => ({
  nets: nets.map(cents),
  shipping: cents(shipping),
  taxes: cents(taxes),
})

const anyAmount = fc.integer({ min: 0, max: 500_000_000 })
const anyParts = fc
  .tuple(fc.array(anyAmount, { maxLength: 8 }), anyAmount, anyAmount)
  .map(([nets, shipping, taxes]) => buildParts(nets, shipping, taxes))

describe("the parts of an amount (F2)", () => {
  it("F2: a rounding difference goes to the taxes", () => {
    expect(balance(buildParts([1000, 500], 100, 80), cents(1681))).toEqual(
      buildParts([1000, 500], 100, 81)
    )
    expect(balance(buildParts([1000, 500], 100, 80), cents(1679))).toEqual(
      buildParts([1000, 500], 100, 79)
    )
  })

  it("F2: without taxes, a rounding difference goes to the largest item", () => {
    expect(balance(buildParts([500, 1000], 100, 0), cents(1601))).toEqual(
      buildParts([500, 1001], 100, 0)
    )
    expect(balance(buildParts([500, 1000], 100, 0), cents(1599))).toEqual(
      buildParts([500, 999], 100, 0)
    )
  })

  it("F2: a deduction larger than the taxes lowers the largest item", () => {
    expect(balance(buildParts([500, 1000], 100, 1), cents(1598))).toEqual(
      buildParts([500, 998], 100, 0)
    )
  })

  it("F2: a gift card lowers the items in proportion, then shipping, then taxes", () => {
    const cart = buildParts([1000, 500], 100, 80)
    expect(balance(cart, cents(1380), cents(300))).toEqual(buildParts([800, 400], 100, 80))
    expect(balance(cart, cents(130), cents(1550))).toEqual(buildParts([0, 0], 50, 80))
    expect(balance(cart, cents(30), cents(1650))).toEqual(buildParts([0, 0], 0, 30))
  })

  it("F2: a large deduction lowers all items in proportion, and none below zero", () => {
    expect(balance(buildParts([300, 200, 100], 0, 0), cents(60))).toEqual(
      buildParts([30, 20, 10], 0, 0)
    )
    expect(balance(buildParts([300, 200, 100], 50, 0), cents(0))).toEqual(
      buildParts([0, 0, 0], 0, 0)
    )
  })

  it("F2: any parts add up to any total, and no part is negative", () => {
    fc.assert(
      fc.property(anyParts, anyAmount, anyAmount, (original, total, credit) => {
        const balanced = balance(original, cents(total), cents(credit))
        expect(worth(balanced)).toBe(total)
        expect(
          Math.min(balanced.shipping, balanced.taxes, ...balanced.nets)
        ).toBeGreaterThanOrEqual(0)
        expect(balanced.nets).toHaveLength(original.nets.length)
      })
    )
  })

  it("F2: takeOff deducts exactly the amount, or everything if the amount is larger", () => {
    fc.assert(
      fc.property(anyParts, anyAmount, (original, deduction) => {
        const remaining = takeOff(original, cents(deduction))
        expect(worth(remaining)).toBe(Math.max(0, worth(original) - deduction))
        expect(
          remaining.nets.every((net, index) => net >= 0 && net <= (original.nets[index] ?? 0))
        ).toBe(true)
      })
    )
  })

  it("F2: balance throws for a negative total", () => {
    expect(() => balance(buildParts([1], 0, 0), cents(-1))).toThrow(
      new RangeError("Parts cannot add up to less than nothing.")
    )
  })
})
