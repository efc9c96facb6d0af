import { customerLinkOf } from "../../../src/domain/customer-link"

const waitingApplication = {
  kind: "hosted",
  customer_url: "https://financing.example/apply?app=1",
  code: "P",
  order_id: null,
  end_reason: null,
  cancelling: false,
}

describe("customerLinkOf", () => {
  it.each([null, "P", "Z", "R", "A", "B"])(
    "returns the link while the customer must act: %s",
    (code) => {
      expect(customerLinkOf({ ...waitingApplication, code })).toBe(waitingApplication.customer_url)
    }
  )

  it.each(["W", "M", "S", "C", "L", "X", "U", "O", "T", "?"])(
    "returns no link while the customer has nothing to do, or for an unknown code: %s",
    (code) => {
      expect(customerLinkOf({ ...waitingApplication, code })).toBeNull()
    }
  )

  it("returns no link for an application that is ending, or that has no URL", () => {
    expect(customerLinkOf({ ...waitingApplication, end_reason: "the cart was changed" })).toBeNull()
    expect(customerLinkOf({ ...waitingApplication, cancelling: true })).toBeNull()
    expect(customerLinkOf({ ...waitingApplication, customer_url: null })).toBeNull()
  })

  it("returns no link for a financing request until it has an order", () => {
    const requestApplication = { ...waitingApplication, kind: "virtual-cart" }
    expect(customerLinkOf(requestApplication)).toBeNull()
    expect(customerLinkOf({ ...requestApplication, code: "B", order_id: "order_1" })).toBe(
      waitingApplication.customer_url
    )
  })
})
