import { logUnexpected } from "../../../src/providers/consumer-financing/needs"
import { toRefundError } from "../../../src/modules/consumer-financing/operations/call-refund"
import { toMerchantError, toShopperError } from "../../../src/translation/error-to-medusa"
import { userError } from "../../../src/translation/user-error"

function logged(thrown: unknown): string[] {
  const lines: string[] = []
  logUnexpected({ error: (line) => void lines.push(String(line)) }, thrown)
  return lines
}

/** An error as a database or a parser may throw it. */
const unforeseen = () => new TypeError("canary")

describe("an unexpected error", () => {
  it.each([
    ["as it was thrown", unforeseen],
    ["in an error for a merchant", () => toMerchantError(unforeseen())],
    ["in an error for a shopper", () => toShopperError(unforeseen())],
    ["in the error of a refund in doubt", () => toRefundError(unforeseen(), { isInDoubt: true })],
  ])("is logged with its stack and without its message (G4): %s", (_what, thrown) => {
    const [line, ...others] = logged(thrown())
    expect(others).toEqual([])
    expect(line).toMatch(/^consumer-financing: TypeError\n\s+at /)
    expect(line).not.toContain("canary")
  })

  it("does not include a user-facing error, which is not logged", () => {
    expect(logged(userError("Sign your contract first."))).toEqual([])
    expect(logged(toMerchantError(userError("Nothing was sent.")))).toEqual([])
  })
})
