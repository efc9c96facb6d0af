import fc from "fast-check"
import { cleanLine, shortLine } from "../../../src/domain/clean-text"

describe("one visible line of text (F10)", () => {
  it.each([
    ["keeps unicode", "Zoë Müller-Ñandú", "Zoë Müller-Ñandú"],
    ["keeps other scripts", "李 小龍", "李 小龍"],
    ["keeps apostrophes", "O’Brien", "O’Brien"],
    ["composes accents", "Zoe\u0308", "Zoë"],
    ["removes control characters", "An\u0000na\u0007", "Anna"],
    ["removes invisible characters", "An\u200bna\u202e", "Anna"],
    ["makes line breaks and tabs a space", "Anna\r\n\tMaria", "Anna Maria"],
    ["makes any white space one space", "Anna\u00a0 \u3000Maria", "Anna Maria"],
    ["leaves no double space where something unseen stood", "Anna \u200b Maria", "Anna Maria"],
    ["trims", "  Anna  ", "Anna"],
    ["removes half characters", "Anna\ud83d", "Anna"],
  ])("F10: %s", (_what, text, cleaned) => {
    expect(cleanLine(text, 50)).toBe(cleaned)
  })

  it("F10: cuts at whole characters", () => {
    expect(cleanLine("😀😀😀", 2)).toBe("😀😀")
    expect(cleanLine("Anna Maria", 5)).toBe("Anna")
  })

  it("F10: is whole unless a length is named, and marks where it is cut short", () => {
    expect(cleanLine("x".repeat(5_000))).toHaveLength(5_000)
    expect(shortLine("😀😀😀", 3)).toBe("😀😀😀")
    expect(shortLine("😀😀😀😀", 3)).toBe("😀😀…")
    expect(shortLine("Anna Maria", 6)).toBe("Anna…")
  })

  it("F10: is stable, within its length and never throws", () => {
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
