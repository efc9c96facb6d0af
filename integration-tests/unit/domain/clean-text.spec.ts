import fc from "fast-check"
import { cleanLine, shortLine } from "../../../src/domain/clean-text"

describe("cleanLine (F10)", () => {
  it.each([
    ["keeps unicode", "Zoë Müller-Ñandú", "Zoë Müller-Ñandú"],
    ["keeps other scripts", "李 小龍", "李 小龍"],
    ["keeps apostrophes", "O’Brien", "O’Brien"],
    ["composes accents", "Zoe\u0308", "Zoë"],
    ["removes control characters", "An\u0000na\u0007", "Anna"],
    ["removes invisible characters", "An\u200bna\u202e", "Anna"],
    ["replaces line breaks and tabs with a space", "Anna\r\n\tMaria", "Anna Maria"],
    ["collapses white space to one space", "Anna\u00a0 \u3000Maria", "Anna Maria"],
    ["leaves no double space around a removed character", "Anna \u200b Maria", "Anna Maria"],
    ["trims", "  Anna  ", "Anna"],
    ["removes lone surrogates", "Anna\ud83d", "Anna"],
  ])("F10: %s", (_title, text, cleaned) => {
    expect(cleanLine(text, 50)).toBe(cleaned)
  })

  it("F10: cuts at whole characters", () => {
    expect(cleanLine("😀😀😀", 2)).toBe("😀😀")
    expect(cleanLine("Anna Maria", 5)).toBe("Anna")
  })

  it("F10: cuts only at a given length, and shortLine marks the cut", () => {
    expect(cleanLine("x".repeat(5_000))).toHaveLength(5_000)
    expect(shortLine("😀😀😀", 3)).toBe("😀😀😀")
    expect(shortLine("😀😀😀😀", 3)).toBe("😀😀…")
    expect(shortLine("Anna Maria", 6)).toBe("Anna…")
  })

  it("F10: is idempotent, keeps within the length, and never throws", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.integer({ min: 1, max: 40 }),
        (text, length) => {
          const cleaned = cleanLine(text, length)
          expect(Array.from(cleaned).length).toBeLessThanOrEqual(length)
          expect(cleaned).toBe(cleaned.trim())
          expect(cleanLine(cleaned, length)).toBe(cleaned)
        }
      )
    )
    expect(cleanLine(undefined, 5)).toBe("")
    expect(cleanLine({ toString: () => "x" }, 5)).toBe("")
  })
})
