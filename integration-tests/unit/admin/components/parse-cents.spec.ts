import fc from "fast-check"
import { parseCents } from "../../../../src/admin/components/parse-cents"

describe("parseCents (F1)", () => {
  it.each([
    ["120.50", 12_050],
    ["120.5", 12_050],
    ["$120", 12_000],
    [" 1,250.00 ", 125_000],
    ["$1,250,000", 125_000_000],
    ["0.01", 1],
  ])("F1: reads %j as %d cents", (text, cents) => {
    expect(parseCents(text)).toBe(cents)
  })

  it.each(["12,50", "1.250,50", "1,25", "1,2500", "12.345", "-5", "1e3", "", "12 50", "€12"])(
    "F1: returns null for %j, which is ambiguous or no amount",
    (text) => {
      expect(parseCents(text)).toBeNull()
    }
  )

  it("F1: reads every amount in US format, with and without thousands separators", () => {
    const formatter = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
        expect(parseCents((cents / 100).toFixed(2))).toBe(cents)
        expect(parseCents(formatter.format(cents / 100))).toBe(cents)
      })
    )
  })
})
