import { logUnexpected } from "../../../src/providers/consumer-financing/needs"
import { toRefundError } from "../../../src/modules/consumer-financing/operations/call-refund"
import { toMerchantError, toShopperError } from "../../../src/translation/error-to-medusa"
import { userError } from "../../../src/translation/user-error"

function listLoggedLines(error: unknown): string[] {
  const lines: string[] = []
  logUnexpected({ error: (line) => void lines.push(String(line)) }, error)
  return lines
}

/** An error as a database or a parser may throw it. */
const createUnexpectedError = () => new TypeError("canary")

describe("an unexpected error", () => {
  it.each([
    ["as it was thrown", createUnexpectedError],
    ["in an error for a merchant", () => toMerchantError(createUnexpectedError())],
    ["in an error for a shopper", () => toShopperError(createUnexpectedError())],
    [
      "in the error of a refund in doubt",
      () => toRefundError(createUnexpectedError(), { isInDoubt: true }),
    ],
  ])("is logged with its stack and without its message (G4): %s", (_name, createError) => {
    const [line, ...otherLines] = listLoggedLines(createError())
    expect(otherLines).toEqual([])
    expect(line).toMatch(/^consumer-financing: TypeError\n\s+at /)
    expect(line).not.toContain("canary")
  })

  it("does not include a user-facing error, which is not logged", () => {
    expect(listLoggedLines(userError("Sign your contract first."))).toEqual([])
    expect(listLoggedLines(toMerchantError(userError("Nothing was sent.")))).toEqual([])
  })
})
