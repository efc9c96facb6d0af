import { logUnexpected } from "../../../src/providers/consumer-financing/needs"
import { toRefundError } from "../../../src/modules/consumer-financing/operations/call-refund"
import { toMerchantError, toShopperError } from "../../../src/translation/error-to-medusa"
import { userError } from "../../../src/translation/user-error"

function logged(thrown: unknown): string[] {
  const lines: string[] = []
  logUnexpected({ error: (line) => void lines.push(String(line)) }, thrown)
  return lines
}

/** What a database or a parser may throw. */
const unforeseen = () => new TypeError("canary")

describe("an unforeseen error", () => {
  it.each([
    ["as it was thrown", unforeseen],
    ["in the sentence for a merchant", () => toMerchantError(unforeseen())],
    ["in the sentence for a shopper", () => toShopperError(unforeseen())],
    ["of a refund in doubt", () => toRefundError(unforeseen(), { isInDoubt: true })],
  ])("is in the log with its place, and without its words (G4): %s", (_what, thrown) => {
    const [line, ...others] = logged(thrown())
    expect(others).toEqual([])
    expect(line).toMatch(/^consumer-financing: TypeError\n\s+at /)
    expect(line).not.toContain("canary")
  })

  it("is not what a person can read in full", () => {
    expect(logged(userError("Sign your contract first."))).toEqual([])
    expect(logged(toMerchantError(userError("Nothing was sent.")))).toEqual([])
  })
})
