import fc from "fast-check"
import {
  codesOf,
  describeCode,
  isFunded,
  mayComeBack,
  readStatusCode,
  STATUS_CODES,
  type StatusCode,
} from "../../../src/domain/status-codes"

const CODES = Object.keys(STATUS_CODES) as StatusCode[]
const listCodesBySource = (source: string) =>
  CODES.filter((code) => STATUS_CODES[code].source === source)

describe("status codes", () => {
  it("are 14: the contract explains three, shows two without a meaning, and nine are assumptions", () => {
    expect(CODES).toHaveLength(14)
    expect(listCodesBySource("contract")).toEqual(["S", "U", "B"])
    expect(listCodesBySource("code only")).toEqual(["A", "C"])
    expect(listCodesBySource("assumption")).toHaveLength(9)
  })

  it.each(CODES)("reads %s as itself, and describes it", (code) => {
    expect(readStatusCode(code)).toBe(code)
    expect(describeCode(code)).toMatch(/\w{4,}/)
  })

  it("describes each code differently", () => {
    expect(new Set(CODES.map(describeCode)).size).toBe(14)
  })

  it.each([
    null,
    undefined,
    "",
    "s",
    " S",
    "S ",
    "SS",
    "ok",
    "toString",
    "__proto__",
    "constructor",
  ])("reads %j as unknown, never as success (G8)", (status) => {
    expect(readStatusCode(status)).toBe("unknown")
  })

  it("reads any string without throwing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (status) => {
        const code = readStatusCode(status)
        expect(code === "unknown" || code === status).toBe(true)
      })
    )
  })

  it("treats only C and L as funded", () => {
    expect([...CODES, "unknown" as const].filter(isFunded)).toEqual(["C", "L"])
    expect(isFunded(null)).toBe(false)
  })

  it("belong to the expected phases", () => {
    expect(codesOf("applying")).toEqual(["P", "Z", "R", "A"])
    expect(codesOf("in-review")).toEqual(["W", "M"])
    expect(codesOf("ready")).toEqual(["S"])
    expect(codesOf("ended")).toEqual(["X", "U", "O", "T"])
    expect(codesOf("re-sign")).toEqual(["B"])
    expect(codesOf("unknown")).toEqual(["unknown"])
  })

  it("treats only X as an end that may be reversed", () => {
    expect([...CODES, "unknown" as const].filter(mayComeBack)).toEqual(["X"])
  })

  it("describes an unknown code", () => {
    expect(describeCode("unknown")).toBe("a status this plugin does not know")
  })
})
