import fc from "fast-check"
import { parseUsState } from "../../../src/domain/us-state"

describe("parseUsState (F6)", () => {
  it.each([
    ["NY", "NY"],
    ["ny", "NY"],
    [" Ny ", "NY"],
    ["us-ny", "NY"],
    ["US-NY", "NY"],
    ["us_ny", "NY"],
    ["N.Y.", "NY"],
    ["New York", "NY"],
    ["new  york", "NY"],
    ["NEW-YORK", "NY"],
    ["District of Columbia", "DC"],
    ["Washington, D.C.", "DC"],
    ["Washington", "WA"],
    ["West Virginia", "WV"],
    ["us-virginia", "VA"],
    ["Puerto Rico", "PR"],
    ["PR", "PR"],
    ["U.S. Virgin Islands", "VI"],
    ["Virgin Islands", "VI"],
    ["Guam", "GU"],
    ["American Samoa", "AS"],
    ["mp", "MP"],
    ["AA", "AA"],
    ["ae", "AE"],
    ["us-ap", "AP"],
    ["Armed Forces Pacific", "AP"],
  ])("F6: reads %j as %s", (text, code) => {
    expect(parseUsState(text)).toBe(code)
  })

  it.each([
    "",
    " ",
    "XX",
    "ON",
    "ca-on",
    "Ontario",
    "New",
    "NYC",
    "us-",
    "us",
    "constructor",
    "  us ",
  ])("F6: returns null for %j", (text) => {
    expect(parseUsState(text)).toBeNull()
  })

  it("F6: returns two capital letters or null for any value and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.anything()), (value) => {
        expect(parseUsState(value) ?? "NY").toMatch(/^[A-Z]{2}$/)
      })
    )
  })
})
