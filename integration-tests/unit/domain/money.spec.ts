import fc from "fast-check"
import {
  cents,
  fromDollars,
  inWords,
  subtract,
  sum,
  toDollars,
  ZERO_CENTS,
} from "../../../src/domain/money"

/** Up to the largest amount that a request may carry. */
const anyCents = fc.integer({ min: -999_999_999_99, max: 999_999_999_99 })

describe("money in cents", () => {
  it("is unchanged after a conversion to dollars and back", () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        expect(fromDollars(toDollars(cents(amount)))).toBe(cents(amount))
      }),
      { numRuns: 2_000 }
    )
  })

  it("converts to dollars with at most two decimals", () => {
    fc.assert(
      fc.property(anyCents, (amount) => {
        expect(String(toDollars(cents(amount)))).toMatch(/^-?\d+(\.\d{1,2})?$/)
      })
    )
  })

  it.each([0.5, Number.NaN, Infinity, -Infinity, Number.MAX_SAFE_INTEGER + 1, 1.0000001])(
    "F4: rejects %p as a number of cents",
    (amount) => {
      expect(() => cents(amount)).toThrow(
        new RangeError("An amount of money has to be a whole number of cents.")
      )
    }
  )

  it.each([null, undefined, Number.NaN, Infinity, 1.005, 0.001, 1136.0621, 1e-9, 1e300])(
    "F4, A22: returns null for %p dollars",
    (dollars) => {
      expect(fromDollars(dollars)).toBeNull()
    }
  )

  it.each([
    [0.1 + 0.2, 30],
    [1.1, 110],
    [4.35, 435],
    [1136.06, 113_606],
    [1.1 * 3, 330],
    [1100.1 * 3, 330_030],
    [171_798_691.01, 17_179_869_101],
    [-12.5, -1250],
    [0, 0],
  ])("converts %p dollars to %p cents despite binary fractions", (dollars, expected) => {
    expect(fromDollars(dollars)).toBe(expected)
  })

  it("has no negative zero", () => {
    expect(Object.is(cents(-0), 0)).toBe(true)
    expect(ZERO_CENTS).toBe(0)
  })

  it("adds and subtracts in cents", () => {
    expect(sum([])).toBe(0)
    expect(sum([cents(10), cents(20), cents(-5)])).toBe(25)
    expect(subtract(cents(100), cents(130))).toBe(-30)
  })

  it("is formatted with a dollar sign and two decimals", () => {
    expect(inWords(cents(113_606))).toBe("$1,136.06")
    expect(inWords(cents(5))).toBe("$0.05")
  })
})
