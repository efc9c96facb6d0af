import type { HttpTypes } from "@medusajs/framework/types"
import { createHarness, startExtraStore } from "./harness"
import { expectInvariants } from "./invariants"
import { getLandingUrl } from "./return-page"
import { sendStoreRequest } from "./pre-approval-steps"
import { waitForOrder, signApplication, disablePostbacks } from "./purchase-steps"
import { getHttpRefusal } from "./setting-steps"
import { type ShopClient, createShopClient } from "../../tooling/clients/shop-client"

const { run, admin, simulator } = createHarness()
const { adminApi } = admin

/** A sales channel that sells what the shop sells, with a publishable key of its own. */
async function createSalesChannel(name: string) {
  const { sales_channel } = await adminApi.post<HttpTypes.AdminSalesChannelResponse>(
    "/admin/sales-channels",
    { name }
  )
  const { products } = await adminApi.get<HttpTypes.AdminProductListResponse>(
    "/admin/products?fields=id&limit=100"
  )
  const { stock_locations } = await adminApi.get<HttpTypes.AdminStockLocationListResponse>(
    "/admin/stock-locations?fields=id"
  )
  const { api_key } = await adminApi.post<HttpTypes.AdminApiKeyResponse>("/admin/api-keys", {
    title: name,
    type: "publishable",
  })
  const { id } = sales_channel
  const add = [id]
  await adminApi.post(`/admin/sales-channels/${id}/products`, {
    add: products.map((product) => product.id),
  })
  await adminApi.post(`/admin/api-keys/${api_key.id}/sales-channels`, { add })
  for (const location of stock_locations) {
    await adminApi.post(`/admin/stock-locations/${location.id}/sales-channels`, { add })
  }
  return { id, keyId: api_key.id, key: api_key.token }
}

type Channel = Awaited<ReturnType<typeof createSalesChannel>>
type StorefrontConfig = Record<
  "is_available" | "title" | "environment" | "minimum_amount" | "flows",
  unknown
>

let outlet: Channel
let trade: Channel
let app: Channel
let url: string
let shops: Record<"main" | "outlet" | "trade" | "app", ShopClient>

beforeAll(async () => {
  outlet = await createSalesChannel("Outlet")
  trade = await createSalesChannel("Trade")
  app = await createSalesChannel("App")
  const extraStore = await startExtraStore({
    pluginOptions: {
      checkout: { title: "Harbor Financing", minimumAmount: 300, maximumAmount: 5_000 },
      preApproval: { enabled: true },
      appSchemes: ["exampleshop"],
      storefronts: {
        [outlet.id]: {
          url: "https://outlet.example",
          paths: { placed: "/{locale}/thanks/{order_id}?cart={cart_id}", open: "/{locale}/pay" },
        },
        [app.id]: { url: "exampleshop://checkout", paths: { open: "/pay/{cart_id}" } },
        [trade.id]: { enabled: false },
      },
    },
  })
  url = extraStore.url
  const { regions, publishableKey } = run.facts
  const createShop = (key: string) => createShopClient(url, { regions, publishableKey: key })
  shops = {
    main: createShop(publishableKey),
    outlet: createShop(outlet.key),
    trade: createShop(trade.key),
    app: createShop(app.key),
  }
})

afterAll(async () => {
  for (const { id, keyId } of [outlet, trade, app]) {
    await adminApi.post(`/admin/api-keys/${keyId}/revoke`)
    await adminApi.delete(`/admin/api-keys/${keyId}`)
    await adminApi.delete(`/admin/sales-channels/${id}`)
  }
})

async function readConfig(key: string) {
  const answer = await sendStoreRequest("config", {
    storeUrl: url,
    headers: { "x-publishable-api-key": key },
  })
  return { headers: answer.headers, ...((await answer.json()) as { config: StorefrontConfig }) }
}

/** The return address at the server that has the storefronts configured. */
const getExtraStoreUrl = (address: string | undefined) => {
  const { pathname } = new URL(String(address))
  return `${url}${pathname}`
}

describe("two storefronts of one shop", () => {
  it.each([
    ["main", "/us/checkout?step=payment", (order: string) => `/us/order/${order}/confirmed`],
    ["outlet", "/pay", (order: string, cart: string) => `/thanks/${order}?cart=${cart}`],
  ] as const)("each get their own return pages: %s", async (name, openPath, buildPlacedPath) => {
    const origin =
      name === "outlet"
        ? "https://outlet.example"
        : (run.settings.storefrontUrl ?? "http://localhost:8000")
    const shop = shops[name]
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    const { tip: token, ...application } = await simulator.findCartApplication(cart.id)
    await disablePostbacks(token)
    expect(await getLandingUrl(getExtraStoreUrl(application.cancelUrl))).toBe(
      `${origin}${openPath}`
    )
    await signApplication(token)
    const landingUrl = await getLandingUrl(getExtraStoreUrl(application.returnUrl))
    const order = await waitForOrder(cart.id)
    expect(landingUrl).toBe(`${origin}${buildPlacedPath(order.id, cart.id)}`)
    // A query does not change the redirect.
    const forgedUrl = `${getExtraStoreUrl(application.returnUrl)}?storefront=https://evil.example&sales_channel_id=${trade.id}`
    expect(await getLandingUrl(forgedUrl)).toBe(landingUrl)
    await expectInvariants(cart.id)
  })
})

/** The order page's address from the cart's status. */
async function getOrderUrl(shop: ShopClient, cartId: string) {
  const path = `/store/consumer-financing/carts/${cartId}/status`
  return (await shop.storeApi.get<{ financing: { order_url: string | null } }>(path)).financing
    .order_url
}

describe("a storefront with a locale in its paths", () => {
  it("has the cart's locale in its return addresses and its order URL", async () => {
    const shop = shops.outlet
    const cart = await shop.createCart()
    await shop.updateCart(cart.id, { locale: "es-US" })
    await shop.choosePaymentMethod(cart.id)
    const { tip: token, ...application } = await simulator.findCartApplication(cart.id)
    await disablePostbacks(token)
    expect(await getLandingUrl(getExtraStoreUrl(application.cancelUrl))).toBe(
      "https://outlet.example/es-US/pay"
    )
    expect(await getOrderUrl(shop, cart.id)).toBeNull()
    await signApplication(token)
    const landingUrl = await getLandingUrl(getExtraStoreUrl(application.returnUrl))
    const order = await waitForOrder(cart.id)
    expect(landingUrl).toBe(`https://outlet.example/es-US/thanks/${order.id}?cart=${cart.id}`)
    expect(await getOrderUrl(shop, cart.id)).toBe(landingUrl)
  })
})

describe("a storefront that is an app", () => {
  it("gets returning shoppers by its own scheme, whatever the query contains", async () => {
    const shop = shops.app
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    const { cancelUrl } = await simulator.findCartApplication(cart.id)
    const appUrl = `exampleshop://checkout/pay/${cart.id}`
    expect(await getLandingUrl(getExtraStoreUrl(cancelUrl))).toBe(appUrl)
    expect(
      await getLandingUrl(`${getExtraStoreUrl(cancelUrl)}?scheme=evilapp&url=evilapp://x`)
    ).toBe(appUrl)
  })
})

describe("a storefront with financing turned off", () => {
  it("is reported as unavailable, finances no cart and gets no pre-approval", async () => {
    const cart = await shops.trade.createCart()
    const path = `/store/consumer-financing/carts/${cart.id}/eligibility`
    expect(await shops.trade.storeApi.get(path)).toMatchObject({
      eligibility: { is_available: false, is_ready: false, reason: "excluded-sales-channel" },
    })
    const refusal = await getHttpRefusal(shops.trade.choosePaymentMethod(cart.id))
    expect(refusal).toMatchObject({ status: 400 })
    expect(refusal.message).toContain("Financing is not available in this shop.")
    expect((await simulator.calls({ orderId: cart.id })).length).toBe(0)
    const preApproval = await sendStoreRequest("pre-approvals", {
      storeUrl: url,
      headers: { "x-publishable-api-key": trade.key },
      body: {},
    })
    expect(preApproval.status).toBe(404)
    expect((await readConfig(trade.key)).config).toMatchObject({
      is_available: false,
      flows: { hosted: false, own_form: false, pre_approval: false },
    })
  })
})

describe("the storefront's config route", () => {
  it("returns title, limits, environment and flows, cacheable for a minute", async () => {
    const { config, headers } = await readConfig(outlet.key)
    expect(config).toEqual({
      is_available: true,
      title: "Harbor Financing",
      description: "Apply for financing and pay for your order month by month.",
      minimum_amount: 300,
      maximum_amount: 5_000,
      currency_code: "usd",
      environment: "staging",
      flows: { hosted: true, own_form: false, pre_approval: true },
    })
    expect(headers.get("cache-control")).toMatch(/^public, max-age=60\b/)
    expect(headers.get("vary")?.toLowerCase()).toContain("x-publishable-api-key")
  })

  it("returns 400 without a publishable key", async () => {
    expect((await fetch(`${url}/store/consumer-financing/config`)).status).toBe(400)
  })
})
