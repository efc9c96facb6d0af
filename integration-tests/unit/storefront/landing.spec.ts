import { landing, type StoreSdk } from "../../../src/storefront/server"

const params = Promise.resolve({ countryCode: "us", cartId: "cart_1" })
const cookies = { getCartId: async () => "cart_1", forgetCart: async () => undefined }

/** Nothing may be asked before the page has moved on by itself. */
const sdk = new Proxy({} as StoreSdk, {
  get: () => {
    throw new Error("Somebody was asked")
  },
})

describe("the page that shoppers land on, coming from another site", () => {
  it.each([
    ["/us/financing/cart_1", "0; url=/us/financing/cart_1?here=1"],
    ["//evil.example/cart_1", "0; url=/evil.example/cart_1?here=1"],
  ])("at %s moves on within the shop, so that the shop's cookies come along", async (path, to) => {
    const answer = await landing(sdk, cookies)(new Request(`https://shop.example${path}`), {
      params,
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get("refresh")).toBe(to)
  })
})
