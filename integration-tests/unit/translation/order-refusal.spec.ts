import { MedusaError } from "@medusajs/framework/utils"
import { ORDER_REFUSAL_CODES } from "../../../src/domain/shopper-codes"
import {
  describeOrderRefusal,
  findOrderRefusal,
  readOrderRefusal,
} from "../../../src/translation/order-refusal"

const { Types } = MedusaError

describe("the reason why Medusa refuses to complete a cart", () => {
  it.each([
    [Types.NOT_ALLOWED, "Promotion usage exceeds the limit.", "promotion-used-up"],
    [Types.NOT_ALLOWED, "Promotion usage exceeds the budget limit.", "promotion-used-up"],
    [
      Types.NOT_ALLOWED,
      "Not enough stock available for item iitem_1 at location sloc_1",
      "out-of-stock",
    ],
    [Types.NOT_ALLOWED, "Some variant does not have the required inventory", "out-of-stock"],
    [
      Types.INVALID_DATA,
      "Sales channel sc_1 is not associated with any stock location for variant variant_1.",
      "out-of-stock",
    ],
    [
      Types.INVALID_DATA,
      "No shipping method selected but the cart contains items that require shipping.",
      "shipping-unavailable",
    ],
    [
      Types.INVALID_DATA,
      "The cart items require shipping profiles that are not satisfied by the current shipping methods",
      "shipping-unavailable",
    ],
    [Types.INVALID_DATA, "Tickets are for sale from Monday.", "order-refused"],
    [Types.NOT_FOUND, "Seat 12 was not found", "order-refused"],
  ])("for type %s with the message %j is %s", (type, message, code) => {
    expect(readOrderRefusal(new MedusaError(type, message))).toBe(code)
    // Workflows pass errors on as plain objects.
    expect(readOrderRefusal({ type, message, name: "Error" })).toBe(code)
  })

  it.each([
    [new MedusaError(Types.UNEXPECTED_STATE, "Timed-out acquiring lock.")],
    [new MedusaError(Types.CONFLICT, "Cart is already being completed by another request")],
    [new MedusaError(Types.PAYMENT_REQUIRES_MORE_ERROR, "Please sign first.")],
    [new TypeError("Cannot read properties of undefined (reading 'stock')")],
    ["a string"],
    [undefined],
  ])("is null for %s", (error) => {
    expect(readOrderRefusal(error)).toBeNull()
  })

  it("is read back from the text of its review case", () => {
    for (const code of ORDER_REFUSAL_CODES) {
      expect(findOrderRefusal(describeOrderRefusal(code, "Medusa says no."))).toBe(code)
    }
    expect(findOrderRefusal("The customer signed, but there is no order yet.")).toBeNull()
    expect(findOrderRefusal(null)).toBeNull()
  })
})
