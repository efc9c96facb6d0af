import type { FinancingState } from "../../../src/storefront"
import {
  expireTags,
  landing,
  type LandingShop,
  type StoreSdk,
} from "../../../src/storefront/server"

const params = Promise.resolve({ locale: "es-US", countryCode: "us", cartId: "cart_1" })

/** Answers every request with one status; throws for null. */
const createSdk = (answer: { status: FinancingState | null; order_id: string | null } | null) =>
  ({
    client: {
      fetch: async () => {
        if (!answer) throw new Error("The page asked before it moved on")
        return { financing: answer }
      },
    },
  }) as StoreSdk

const createBrowser = (cartId: string, changes: Partial<LandingShop> = {}) => {
  const forgottenCarts: string[] = []
  const forgetCart = async () => void forgottenCarts.push(cartId)
  return { forgottenCarts, shop: { getCartId: async () => cartId, forgetCart, ...changes } }
}

const ARRIVAL_URL = "https://shop.example/us/financing/cart_1?here=1"

async function getRedirect(
  answer: { status: FinancingState | null; order_id: string | null },
  { shop = createBrowser("cart_1").shop } = {}
) {
  const { status, headers } = await landing(createSdk(answer), shop)(new Request(ARRIVAL_URL), {
    params,
  })
  expect(status).toBe(303)
  return headers.get("location")
}

describe("the landing route for shoppers from another site", () => {
  it.each(["/us/financing/cart_1", "/base/us/financing/cart_1", "//evil.example/cart_1"])(
    "at %s refreshes to its own path, so that the browser sends the shop's cookies",
    async (path) => {
      const request = new Request(`https://shop.example${path}`)
      const { shop } = createBrowser("cart_1")
      const answer = await landing(createSdk(null), shop)(request, { params })
      expect(answer.status).toBe(200)
      // Relative, so the browser keeps the base path and cannot leave the host.
      expect(answer.headers.get("refresh")).toBe("0; url=?here=1")
    }
  )

  it.each([
    ["ready-to-settle", "/us/order/order_1/confirmed"],
    ["funded", "/us/order/order_1/confirmed"],
    [null, "/us/order/order_1/confirmed"],
    ["under-review", "/us/financing/cart_1/status"],
    ["awaiting-customer", "/us/financing/cart_1/status"],
    ["needs-attention", "/us/financing/cart_1/status"],
    ["declined", "/us/financing/cart_1/status"],
    ["cancelled", "/us/financing/cart_1/status"],
  ] as const)("redirects an order that is %s to %s", async (status, path) => {
    const { shop, forgottenCarts } = createBrowser("cart_1")
    expect(await getRedirect({ status, order_id: "order_1" }, { shop })).toBe(path)
    expect(forgottenCarts).toEqual(["cart_1"])
  })

  it("redirects an open cart to the checkout, or in another browser to its status page", async () => {
    const openCart = { status: "awaiting-customer", order_id: null } as const
    expect(await getRedirect(openCart)).toBe("/us/checkout?step=payment")
    const { shop, forgottenCarts } = createBrowser("cart_2")
    expect(await getRedirect(openCart, { shop })).toBe("/us/financing/cart_1/status")
    expect(forgottenCarts).toEqual([])
  })

  it("keeps Next's base path", async () => {
    const placedOrder = { status: "funded", order_id: "order_1" } as const
    const { shop } = createBrowser("cart_1", { basePath: "/base" })
    expect(await getRedirect(placedOrder, { shop })).toBe("/base/us/order/order_1/confirmed")
  })

  it("fills the route's parameters into configured paths, and keeps unknown placeholders", async () => {
    const paths = { placed: "/{locale}/thanks/{order_id}?x={unknown}" }
    const { shop } = createBrowser("cart_1", { paths })
    const placedOrder = { status: "funded", order_id: "order_1" } as const
    expect(await getRedirect(placedOrder, { shop })).toBe("/es-US/thanks/order_1?x={unknown}")
  })
})

describe("expireTags", () => {
  it("expires each tag at once, and skips the empty tag of a visitor without a cache cookie", async () => {
    const revalidateTag = jest.fn()
    await expireTags(revalidateTag, Promise.resolve("carts-1"), "", "orders-1")
    expect(revalidateTag.mock.calls).toEqual([
      ["carts-1", { expire: 0 }],
      ["orders-1", { expire: 0 }],
    ])
  })
})
