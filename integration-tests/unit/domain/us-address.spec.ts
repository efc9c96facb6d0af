import fc from "fast-check"
import {
  isBlankAddress,
  isPoBox,
  isSamePlace,
  parseUsZip,
  readUsAddress,
  type TypedAddress,
} from "../../../src/domain/us-address"

const TYPED_ADDRESS: TypedAddress = {
  first_name: "Anna",
  last_name: "Miller",
  address_1: "12 Main St.",
  address_2: "Apt 4",
  city: "New York",
  province: "us-ny",
  postal_code: "10001-1234",
  country_code: "us",
}

function listRefusedFields(changes: TypedAddress): string[] {
  const reading = readUsAddress({ ...TYPED_ADDRESS, ...changes }, "shipping_address")
  return reading.ok ? [] : reading.problems.map(({ field }) => field)
}

describe("readUsAddress", () => {
  it("returns the fields of endpoint 2", () => {
    expect(readUsAddress(TYPED_ADDRESS, "shipping_address")).toEqual({
      ok: true,
      address: {
        firstName: "Anna",
        lastName: "Miller",
        street: "12 Main St. Apt 4",
        city: "New York",
        state: "NY",
        zip: "10001",
      },
    })
  })

  it.each<[string, TypedAddress, string]>([
    [
      "San Juan, country pr, no province",
      { country_code: "pr", province: null, postal_code: "00901" },
      "PR",
    ],
    ["a municipality as the province", { country_code: "PR", province: "Carolina" }, "PR"],
    [
      "a municipality's code that is also a state's code",
      { country_code: "pr", province: "CA" },
      "PR",
    ],
    ["country gu", { country_code: "gu", province: "" }, "GU"],
    ["country vi", { country_code: "vi", province: "St. Thomas" }, "VI"],
    ["country as", { country_code: "as" }, "AS"],
    ["country mp", { country_code: "mp" }, "MP"],
    ["country us, province us-pr", { province: "us-pr", postal_code: "00901" }, "PR"],
    ["country us, province by name", { province: "Puerto Rico" }, "PR"],
  ])("F6: reads the state of an address in a territory: %s", (_title, changes, state) => {
    expect(readUsAddress({ ...TYPED_ADDRESS, ...changes }, "shipping_address")).toMatchObject({
      ok: true,
      address: { state },
    })
  })

  it.each<[string, TypedAddress, string]>([
    ["no first name", { first_name: " " }, "first_name"],
    ["a first name without a letter", { first_name: "123" }, "first_name"],
    ["no last name", { last_name: null }, "last_name"],
    ["no street", { address_1: "", address_2: null }, "address_1"],
    ["a PO box (F8)", { address_1: "P.O. Box 12" }, "address_1"],
    ["a PO box in the second line (F8)", { address_2: "PO Box 12" }, "address_1"],
    ["no city", { city: "\u200b" }, "city"],
    ["no state (F6)", { province: undefined }, "province"],
    ["a Canadian province (F6)", { province: "ON" }, "province"],
    ["a Canadian zip (F5)", { postal_code: "K1A 0B1" }, "postal_code"],
    ["a zip of four digits (F5)", { postal_code: "1000" }, "postal_code"],
    ["another country (F3)", { country_code: "ca" }, "country_code"],
    ["no country (F3)", { country_code: null }, "country_code"],
  ])("refuses %s and names the field", (_title, changes, field) => {
    expect(listRefusedFields(changes)).toEqual([`shipping_address.${field}`])
  })

  it("reports every wrong field at once, each with a message", () => {
    const reading = readUsAddress({ country_code: "US" }, "billing_address")
    const problems = reading.ok ? [] : reading.problems
    expect(problems.map(({ field }) => field)).toEqual([
      "billing_address.first_name",
      "billing_address.last_name",
      "billing_address.address_1",
      "billing_address.city",
      "billing_address.province",
      "billing_address.postal_code",
    ])
    for (const { sentence } of problems) {
      expect(sentence).toMatch(/^[A-Z].+\.$/)
    }
  })

  it("reports only the country for an address abroad", () => {
    const reading = readUsAddress({ country_code: "ca" }, "shipping_address")
    const problems = reading.ok ? [] : reading.problems
    expect(problems.map(({ sentence }) => sentence)).toEqual([
      "Financing is available for addresses in the United States only.",
    ])
  })

  it("asks for a missing country and does not call the address abroad", () => {
    const reading = readUsAddress({ ...TYPED_ADDRESS, country_code: "" }, "shipping_address")
    const problems = reading.ok ? [] : reading.problems
    expect(problems.map(({ sentence }) => sentence)).toEqual([
      "Choose the country of your address.",
    ])
    expect(problems.map(({ reason }) => reason)).toEqual([undefined])
    const listReasons = (country_code: string) => {
      const otherReading = readUsAddress({ ...TYPED_ADDRESS, country_code }, "shipping_address")
      return otherReading.ok ? [] : otherReading.problems.map(({ reason }) => reason)
    }
    expect([listReasons("ca"), listReasons("pr")]).toEqual([["abroad"], []])
  })

  it("never quotes the shopper's input", () => {
    const secret = "Canary-7f3a"
    const reading = readUsAddress(
      { ...TYPED_ADDRESS, province: secret, postal_code: secret, address_1: `PO Box 1 ${secret}` },
      "shipping_address"
    )
    expect(JSON.stringify(reading)).not.toContain(secret)
  })

  it("never throws", () => {
    const anyText = fc.option(fc.string({ unit: "binary" }))
    const keys = Object.keys(TYPED_ADDRESS)
    const anyAddress = fc.record(Object.fromEntries(keys.map((key) => [key, anyText])))
    fc.assert(fc.property(anyAddress, (address) => void readUsAddress(address, "shipping_address")))
  })
})

describe("comparing the shipping and billing address (F9)", () => {
  it.each<[string, TypedAddress]>([
    ["the same address", {}],
    ["different case", { address_1: "12 MAIN ST.", city: "new york" }],
    ["different punctuation and spacing", { address_1: "12  Main St,", address_2: "Apt. 4" }],
    ["the apartment in the first line", { address_1: "12 Main St Apt 4", address_2: null }],
    ["the state's name", { province: "New York" }],
    ["the zip without its +4", { postal_code: "10001" }],
    ["a missing country", { country_code: null }],
    ["a different name", { first_name: "Ben" }],
  ])("F9: treats %s as the same place", (_title, changes) => {
    expect(isSamePlace(TYPED_ADDRESS, { ...TYPED_ADDRESS, ...changes })).toBe(true)
  })

  it.each<[string, TypedAddress]>([
    ["a different number", { address_1: "13 Main St." }],
    ["a different apartment", { address_2: "Apt 5" }],
    ["a different city", { city: "Albany" }],
    ["a different state", { province: "NJ" }],
    ["a different zip", { postal_code: "10002" }],
    ["the same address in another country", { country_code: "de" }],
    ["an unreadable state", { province: "ON" }],
    ["a word that moved from the street to the city", { address_2: "Apt 4 New", city: "York" }],
  ])("F9: treats %s as a different place", (_title, changes) => {
    expect(isSamePlace(TYPED_ADDRESS, { ...TYPED_ADDRESS, ...changes })).toBe(false)
  })

  it("F9: treats a territory given as country and as state as the same place", () => {
    const asCountry = { ...TYPED_ADDRESS, country_code: "pr", province: null, postal_code: "00901" }
    const asState = {
      ...TYPED_ADDRESS,
      country_code: "us",
      province: "us-pr",
      postal_code: "00901",
    }
    expect(isSamePlace(asCountry, asState)).toBe(true)
    expect(isSamePlace(asCountry, { ...asState, province: "us-vi" })).toBe(false)
  })

  it("F9: treats an address without street, city and zip as blank", () => {
    expect(isBlankAddress({ country_code: "us", province: "NY", first_name: "Anna" })).toBe(true)
    expect(isBlankAddress({ address_1: " ", city: "", postal_code: null })).toBe(true)
    expect(isBlankAddress({ postal_code: "10001" })).toBe(false)
    expect(isBlankAddress({ city: "New York" })).toBe(false)
    expect(isBlankAddress({ address_1: "12 Main St." })).toBe(false)
    expect(isBlankAddress({ address_2: "Apt 4" })).toBe(false)
  })
})

describe("parseUsZip (F5)", () => {
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
  ])("F5: reads %j as %s", (text, zip) => {
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
  ])("F5: returns null for %j", (text) => {
    expect(parseUsZip(text)).toBeNull()
  })

  it("F5: returns five digits or null for any value and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.anything()), (value) => {
        expect(parseUsZip(value) ?? "10001").toMatch(/^\d{5}$/)
      })
    )
  })
})

describe("isPoBox (F8)", () => {
  it.each([
    "PO Box 12",
    "P.O. Box 12",
    "p.o.box 12",
    "P. O. BOX 12",
    "P O Box 12",
    "POBox12",
    "P/O Box 12",
    "PO-Box 12",
    "PO Box #12",
    "PO Box No. 12",
    "PO Box: 12",
    "PO Box A12",
    "PO Box A",
    "PO Box A  ",
    "POB 12",
    "Post Office Box 12",
    "post  office\nbox 12",
    "123 Main St PO Box 45",
    "PO Box 45, 123 Main St",
  ])("F8: recognizes %j as a PO box", (street) => {
    expect(isPoBox(street)).toBe(true)
  })

  it.each([
    "Box Canyon Rd",
    "12 Box Canyon Rd",
    "123 PO Box Lane",
    "1 Post Office Road",
    "1 Post Office Square",
    "22 Poblano St",
    "5 Po Boxwood Ct",
    "RR 2 Box 18",
    "HC 1 Box 200",
    "PSC 3 Box 1200",
    "100 Depot Box 9",
    "Mailbox 12",
    "123 Main St",
    "",
  ])("F8: recognizes %j as no PO box", (street) => {
    expect(isPoBox(street)).toBe(false)
  })

  it("F8: never throws and does not hang on long lines", () => {
    fc.assert(fc.property(fc.string(), (street) => typeof isPoBox(street) === "boolean"))
    const startedAt = performance.now()
    isPoBox("p.o. ".repeat(20_000) + "p o box".repeat(20_000))
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})
