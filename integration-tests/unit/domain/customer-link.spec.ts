import { customerLinkOf } from "../../../src/domain/customer-link"

const waiting = {
  kind: "hosted",
  customer_url: "https://financing.example/apply?app=1",
  code: "P",
  order_id: null,
  end_reason: null,
  cancelling: false,
}

describe("the link that staff may hand out", () => {
  it.each([null, "P", "Z", "R", "A", "B"])(
    "is there while the customer has something to do: %s",
    (code) => {
      expect(customerLinkOf({ ...waiting, code })).toBe(waiting.customer_url)
    }
  )

  it.each(["W", "M", "S", "C", "L", "X", "U", "O", "T", "?"])(
    "is none while the customer has nothing to do, or the code is unknown: %s",
    (code) => {
      expect(customerLinkOf({ ...waiting, code })).toBeNull()
    }
  )

  it("is none when the application is to end, or the plugin knows no address", () => {
    expect(customerLinkOf({ ...waiting, end_reason: "the cart was changed" })).toBeNull()
    expect(customerLinkOf({ ...waiting, cancelling: true })).toBeNull()
    expect(customerLinkOf({ ...waiting, customer_url: null })).toBeNull()
  })

  it("is a request's own matter until the request became an order", () => {
    const request = { ...waiting, kind: "virtual-cart" }
    expect(customerLinkOf(request)).toBeNull()
    expect(customerLinkOf({ ...request, code: "B", order_id: "order_1" })).toBe(
      waiting.customer_url
    )
  })
})
