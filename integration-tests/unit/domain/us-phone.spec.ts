import fc from "fast-check"
import { parseUsPhone } from "../../../src/domain/us-phone"

describe("parseUsPhone (F7)", () => {
  it.each([
    "2124567890",
    "212-456-7890",
    "(212) 456-7890",
    "212.456.7890",
    "+1 212 456 7890",
    "1-212-456-7890",
    "+1 (212) 456-7890 ext. 5",
    "  212 456 7890  ",
  ])("F7: reads %j as ten digits", (text) => {
    expect(parseUsPhone(text)).toBe("2124567890")
  })

  it.each([
    ["Puerto Rico", "787-234-5678", "7872345678"],
    ["Puerto Rico", "+1 939 234 5678", "9392345678"],
    ["the Virgin Islands", "340-642-1234", "3406421234"],
    ["Guam", "671-300-1234", "6713001234"],
    ["American Samoa", "684-733-1234", "6847331234"],
    ["the Northern Marianas", "670-234-5678", "6702345678"],
  ])("F7: accepts a number of %s", (_territory, text, digits) => {
    expect(parseUsPhone(text)).toBe(digits)
  })

  it.each([
    ["a Canadian number", "416-555-0123"],
    ["a Bahamian number", "242-356-1234"],
    ["a British number", "+44 20 7946 0958"],
    ["a number that is too short", "212 456 789"],
    ["a number that is too long", "212 456 78901"],
    ["an area code that does not exist", "555 123 4567"],
    ["words", "call me"],
    ["an empty text", ""],
    ["null", null],
    ["100,000 digits", "2".repeat(100_000)],
  ])("F7: returns null for %s", (_title, text) => {
    expect(parseUsPhone(text)).toBeNull()
  })

  it("F7: reads a number within a text of at most 40 characters", () => {
    expect(parseUsPhone("212-456-7890 (evenings, ring twice)".padEnd(40))).toBe("2124567890")
    expect(parseUsPhone("212-456-7890 (evenings, ring twice)".padEnd(41))).toBeNull()
  })

  it("F7: returns ten digits or null for any value and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.anything()), (value) => {
        expect(parseUsPhone(value) ?? "2124567890").toMatch(/^[2-9]\d{9}$/)
      })
    )
  })
})
