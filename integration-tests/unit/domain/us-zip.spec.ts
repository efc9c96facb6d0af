import fc from "fast-check"
import { parseUsZip } from "../../../src/domain/us-zip"

describe("reading a US zip code (F5)", () => {
  it.each([
    ["10001", "10001"],
    [" 10001 ", "10001"],
    ["10001-1234", "10001"],
    ["10001 1234", "10001"],
    ["10001 - 1234", "10001"],
    ["10001–1234", "10001"],
    ["100011234", "10001"],
    ["00501", "00501"],
    ["02134", "02134"],
  ])("F5: %j is %s", (text, zip) => {
    expect(parseUsZip(text)).toBe(zip)
  })

  it.each([
    "",
    "1234",
    "123456",
    "K1A 0B1",
    "k1a0b1",
    "1000A",
    "10001-12",
    "00000",
    "１０００１",
    "SW1A 1AA",
  ])("F5: %j is no US zip code", (text) => {
    expect(parseUsZip(text)).toBeNull()
  })

  it("F5: never throws, whatever it is given, and answers five digits or null", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.anything()), (value) => {
        expect(parseUsZip(value) ?? "10001").toMatch(/^\d{5}$/)
      })
    )
  })
})
