import { cents } from "../../../src/domain/money"
import { toUpdateCartRequest } from "../../../src/translation/update-cart-request"

const ADDRESS = {
  firstName: "Dana",
  lastName: "Shopper",
  street: "350 Fifth Avenue",
  city: "New York",
  state: "NY",
  zip: "10118",
}

test("F2: what is attached to a pre-approval is the cart, to the cent, and nothing of its customer", () => {
  const request = toUpdateCartRequest({
    snapshot: {
      cartId: "cart_01",
      email: "dana@shop.example",
      cellPhone: "2125550143",
      address: ADDRESS,
      items: [
        {
          lineItemId: "a",
          variantId: null,
          title: "Sofa",
          sku: "S",
          quantity: 2,
          net: cents(500),
          listPrice: null,
        },
      ],
      shipping: cents(49),
      taxes: cents(88),
      total: cents(637),
    },
    token: "token-1",
    orderId: "cart_01-2",
  })
  expect(request).toEqual({
    applicationToken: "token-1",
    body: {
      orderId: "cart_01-2",
      loanAmount: 6.37,
      shipping: 0.49,
      taxes: 0.88,
      items: [{ description: "Sofa", quantity: 2, price: 2.5, sku: "S" }],
    },
  })
})
