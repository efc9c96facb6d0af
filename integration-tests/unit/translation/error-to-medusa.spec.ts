import { MedusaError } from "@medusajs/framework/utils"
import { FinancingError } from "../../../src/financing-api"
import {
  toAuthorizationError,
  toMerchantError,
  toShopperError,
} from "../../../src/translation/error-to-medusa"
import { userError } from "../../../src/translation/user-error"

const FAILED = new FinancingError({
  code: "server_error",
  outcome: "in-doubt",
  operation: "settle",
  httpStatus: 503,
  correlationId: "c-123",
  message: "settle: the service failed while it worked on it (HTTP 503).",
  shopperMessage: "Financing is not available right now.",
})

describe("errors as people read them", () => {
  it("shows a shopper the sentence and no code", () => {
    const error = toShopperError(FAILED)
    expect(error).toMatchObject({
      type: MedusaError.Types.INVALID_DATA,
      message: FAILED.shopperMessage,
    })
    expect(error.message).not.toMatch(/server_error|503|c-123|settle/)
  })

  it("shows a merchant the sentence, the code and where to look", () => {
    expect(toMerchantError(FAILED)).toMatchObject({
      type: MedusaError.Types.INVALID_DATA,
      message: `${FAILED.message} [server_error, c-123]`,
    })
  })

  it("N7: says that nothing was sent where only a status check has no answer", () => {
    expect(toMerchantError(FAILED, { isRead: true }).message).toMatch(/\[unreachable, c-123\]$/)
  })

  it.each([
    ["of the service", FAILED, FAILED.shopperMessage],
    ["in a sentence of ours", userError("Choose a payment method."), "Choose a payment method."],
    ["of a database", new TypeError("canary"), toShopperError(undefined).message],
  ])(
    "authorizes nothing by an error %s, in a type that core does not go on over",
    (_what, thrown, message) => {
      expect(toAuthorizationError(thrown)).toMatchObject({
        type: MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
        message,
      })
    }
  )

  it.each(["PAYMENT_AUTHORIZATION_ERROR", "PAYMENT_REQUIRES_MORE_ERROR"] as const)(
    "passes an answer of type %s to the caller that completes a cart",
    (type) => {
      const ours = userError("Sign your contract first.", type)
      expect(toAuthorizationError(ours)).toBe(ours)
    }
  )

  it.each(["INVALID_DATA", "PAYMENT_AUTHORIZATION_ERROR", "PAYMENT_REQUIRES_MORE_ERROR"] as const)(
    "lets our own sentence of type %s through",
    (type) => {
      const ours = userError("Sign your contract first.", type)
      expect(ours.type).toBe(MedusaError.Types[type])
      expect(toShopperError(ours)).toBe(ours)
      expect(toMerchantError(ours)).toBe(ours)
    }
  )

  it.each([
    [
      "a database's words in a type of ours",
      new MedusaError(MedusaError.Types.INVALID_DATA, "canary"),
    ],
    ["an unexpected state", new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "canary")],
    ["a conflict", new MedusaError(MedusaError.Types.CONFLICT, "canary")],
    ["a programming error", new TypeError("canary")],
    ["what is no error", "canary"],
    ["nothing", undefined],
  ])("G4: replaces the text of %s", (_what, thrown) => {
    for (const error of [toShopperError(thrown), toMerchantError(thrown)]) {
      expect(error.type).toBe(MedusaError.Types.INVALID_DATA)
      expect(error.message).not.toContain("canary")
      expect(error.cause).toBeUndefined()
    }
  })
})
