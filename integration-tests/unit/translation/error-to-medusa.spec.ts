import { MedusaError } from "@medusajs/framework/utils"
import { MERCHANT_ERRORS } from "../../../src/domain/merchant-errors"
import { FinancingError } from "../../../src/financing-api"
import {
  toAuthorizationError,
  toMerchantError,
  toShopperError,
} from "../../../src/translation/error-to-medusa"
import { userError } from "../../../src/translation/user-error"

const SERVICE_ERROR = new FinancingError({
  code: "server_error",
  outcome: "in-doubt",
  operation: "settle",
  httpStatus: 503,
  correlationId: "c-123",
  message: "settle: the service failed while it worked on it (HTTP 503).",
  shopperMessage: "Financing is not available right now.",
})

describe("errors for shoppers and merchants", () => {
  it("show shoppers the message without a code", () => {
    const error = toShopperError(SERVICE_ERROR)
    expect(error).toMatchObject({
      type: MedusaError.Types.INVALID_DATA,
      message: SERVICE_ERROR.shopperMessage,
    })
    expect(error.message).not.toMatch(/server_error|503|c-123|settle/)
  })

  it("show merchants the message, the code and the correlation ID", () => {
    expect(toMerchantError(SERVICE_ERROR)).toMatchObject({
      type: MedusaError.Types.INVALID_DATA,
      message: `${SERVICE_ERROR.message} [server_error, c-123]`,
    })
  })

  it("N7, N12: show merchants a status check in doubt as unanswered, without code or ID", () => {
    expect(toMerchantError(SERVICE_ERROR, { isRead: true }).message).toBe(
      MERCHANT_ERRORS.unreachable
    )
  })

  it.each([
    ["an error of the service", SERVICE_ERROR, SERVICE_ERROR.shopperMessage],
    ["our own message", userError("Choose a payment method."), "Choose a payment method."],
    ["an unexpected error", new TypeError("canary"), toShopperError(undefined).message],
  ])(
    "turn %s into an authorization error, which stops core's cart completion",
    (_name, thrown, message) => {
      expect(toAuthorizationError(thrown)).toMatchObject({
        type: MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
        message,
      })
    }
  )

  it.each(["PAYMENT_AUTHORIZATION_ERROR", "PAYMENT_REQUIRES_MORE_ERROR"] as const)(
    "pass our own error of type %s to the cart completion unchanged",
    (type) => {
      const error = userError("Sign your contract first.", type)
      expect(toAuthorizationError(error)).toBe(error)
    }
  )

  it.each(["INVALID_DATA", "PAYMENT_AUTHORIZATION_ERROR", "PAYMENT_REQUIRES_MORE_ERROR"] as const)(
    "pass our own error of type %s to shoppers and merchants unchanged",
    (type) => {
      const error = userError("Sign your contract first.", type)
      expect(error.type).toBe(MedusaError.Types[type])
      expect(toShopperError(error)).toBe(error)
      expect(toMerchantError(error)).toBe(error)
    }
  )

  it.each([
    [
      "a foreign error with one of our types",
      new MedusaError(MedusaError.Types.INVALID_DATA, "canary"),
    ],
    ["an unexpected state", new MedusaError(MedusaError.Types.UNEXPECTED_STATE, "canary")],
    ["a conflict", new MedusaError(MedusaError.Types.CONFLICT, "canary")],
    ["a programming error", new TypeError("canary")],
    ["a thrown string", "canary"],
    ["undefined", undefined],
  ])("G4: hide the text of %s", (_name, thrown) => {
    for (const error of [toShopperError(thrown), toMerchantError(thrown)]) {
      expect(error.type).toBe(MedusaError.Types.INVALID_DATA)
      expect(error.message).not.toContain("canary")
      expect(error.cause).toBeUndefined()
    }
  })
})
