import { BigNumber, MathBN, MedusaError } from "@medusajs/framework/utils"
import fc from "fast-check"
import { toCents, toDecimal } from "../../../src/translation/amount"

/** Rounds half away from zero in integer arithmetic, without a decimals library. */
function roundToCents(digits: bigint, decimals: number): number {
  const unit = 10n ** BigInt(decimals)
  const magnitude = digits < 0n ? -digits : digits
  const rounded = (magnitude * 100n * 2n + unit) / (unit * 2n)
  return Number(digits < 0n ? -rounded : rounded) + 0
}

function formatDecimal(digits: bigint, decimals: number): string {
  const magnitude = (digits < 0n ? -digits : digits).toString().padStart(decimals + 1, "0")
  const split = magnitude.length - decimals
  const text = decimals === 0 ? magnitude : `${magnitude.slice(0, split)}.${magnitude.slice(split)}`
  return digits < 0n ? `-${text}` : text
}

function readOutcome(read: () => unknown): string {
  try {
    return `accepted: ${String(read())}`
  } catch (error) {
    return error instanceof MedusaError ? `${error.type}: ${error.message}` : String(error)
  }
}

const anyDecimal = fc.record({
  digits: fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }),
  places: fc.integer({ min: 0, max: 10 }),
})

describe("converting Medusa's numbers to cents (F1)", () => {
  it.each<[string, unknown]>([
    ["a number", 1136.0621],
    ["a numeric string", "1136.0621"],
    ["a padded string", " 1136.0621 "],
    ["Medusa's BigNumber", new BigNumber("1136.0621")],
    ["bignumber.js", MathBN.convert("1136.0621")],
    ["{ value, precision }", { value: "1136.0621", precision: 20 }],
    ["{ value } with a number", { value: 1136.0621 }],
    ["{ raw: { value } }", { raw: { value: "1136.0621", precision: 20 } }],
    ["{ numeric }", { numeric: 1136.0621 }],
    ["a structured clone of a BigNumber", structuredClone({ ...new BigNumber("1136.0621") })],
  ])("F1: reads %s", (_name, value) => {
    expect(toCents(value)).toBe(113606)
  })

  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["NaN", NaN],
    ["an infinity", Infinity],
    ["a word", "ten"],
    ["an empty string", ""],
    ["hexadecimal", "0x10"],
    ["a thousands separator", "1,000.00"],
    ["a boolean", true],
    ["an empty object", {}],
    ["an array", [10]],
    ["{ value: null }", { value: null }],
    ["{ value: NaN }", { value: NaN }],
    ["a bigint", 10n],
    ["a number above the safe integers", "1e30"],
  ])("F4: refuses %s with INVALID_DATA", (_name, value) => {
    expect(readOutcome(() => toCents(value, "The cart's total"))).toMatch(
      /^invalid_data: The cart's total .+\.$/
    )
  })

  it("F2: rounds once, half away from zero", () => {
    expect(toCents(-0.004)).toBe(0)
    expect(toCents("0.005")).toBe(1)
    expect(toCents("0.0049")).toBe(0)
    expect(toCents("1.005")).toBe(101)
    expect(toCents(1.005)).toBe(101)
    expect(toCents("-1.005")).toBe(-101)
    expect(toCents("2.4449")).toBe(244)
  })

  it("F2: rounds 5.005 with the noise of a division like the exact 5.005", () => {
    const third = MathBN.div(5, 3)
    const noisyAmount = MathBN.sub("10.005", MathBN.mult(third, 3))
    expect(noisyAmount.toFixed()).not.toBe("5.005")
    expect(toCents(noisyAmount)).toBe(501)
    expect(toCents(noisyAmount.toNumber())).toBe(501)
    expect(toCents({ value: noisyAmount.toPrecision(20), precision: 20 })).toBe(501)
  })

  it("F1: agrees with exact rational arithmetic in every number format", () => {
    fc.assert(
      fc.property(anyDecimal, ({ digits, places }) => {
        const text = formatDecimal(digits, places)
        const expected = roundToCents(digits, places)
        expect(toCents(text)).toBe(expected)
        expect(toCents(new BigNumber(text))).toBe(expected)
        expect(toCents({ value: text, precision: 20 })).toBe(expected)
        // A float represents 15 digits exactly.
        if (text.replace(/\D/g, "").length <= 15) {
          expect(toCents(Number(text))).toBe(expected)
        }
      })
    )
  })

  it("F1: returns an amount or throws INVALID_DATA for any input", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        try {
          expect(Number.isSafeInteger(toCents(value))).toBe(true)
        } catch (error) {
          expect(error).toMatchObject({ type: MedusaError.Types.INVALID_DATA })
        }
      })
    )
  })

  it("adds decimals exactly", () => {
    expect(toDecimal("0.1").plus(toDecimal(0.2)).toFixed()).toBe("0.3")
  })
})
