import type { Browser, BrowserContext, Page } from "playwright-core"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { findFreePort } from "../../tooling/free-port"
import type { ShopClient } from "../../tooling/clients/shop-client"
import { type IsolatedShop, startIsolatedShop } from "../store/isolated-shop"
import { openBrowser } from "./browser"
import { startStarterStorefront } from "./starter-storefront"

// Three sites: the shop's (www.shop.test with api.shop.test), the service's, and Medusa's where it has a
// domain of its own.
const SHOP = "http://www.shop.test"
const MEDUSA = "http://api.shop.test"
const SEPARATE_MEDUSA = "http://medusa.test"
const SERVICE = "http://financing.test"

let service: Sandbox
let storefront: Awaited<ReturnType<typeof startStarterStorefront>>
let browser: Browser
let sameSiteShop: IsolatedShop
let crossSiteShop: IsolatedShop
let context: BrowserContext
let page: Page

const getPort = (url: string) => Number(new URL(url).port)

beforeAll(async () => {
  const port = await findFreePort()
  service = await startSandbox({ port, publicUrl: SERVICE, quiet: true })
  storefront = await startStarterStorefront((path) => crossSiteShop.shop.storeApi.get(path))
  const baseUrl = service.baseUrl.replace(SERVICE, `http://localhost:${port}`)
  const settings = {
    admin: false,
    storefrontUrl: SHOP,
    staging: { baseUrl, ...service.credentials.staging },
  }
  const open = "/{country_code}/financing/{cart_id}"
  sameSiteShop = await startIsolatedShop({ ...settings, backendUrl: MEDUSA })
  crossSiteShop = await startIsolatedShop({
    ...settings,
    backendUrl: SEPARATE_MEDUSA,
    pluginOptions: { storefrontPaths: { open } },
  })
  const rules = [
    [SHOP, storefront.port],
    [MEDUSA, getPort(sameSiteShop.stores[0].url)],
    [SEPARATE_MEDUSA, getPort(crossSiteShop.stores[0].url)],
    [SERVICE, port],
  ].map(([url, targetPort]) => `MAP ${new URL(String(url)).hostname} localhost:${targetPort}`)
  browser = await openBrowser([`--host-resolver-rules=${rules.join(", ")}`])
})

afterAll(async () => {
  await browser?.close()
  storefront?.close()
  await service?.close()
})

beforeEach(async () => {
  context = await browser.newContext()
  context.setDefaultTimeout(30_000)
  page = await context.newPage()
})

afterEach(() => context.close())

/** Creates a cart with financing chosen, and opens it in the shopper's browser. */
async function openShopperCart(shop: ShopClient) {
  const cart = await shop.createCart()
  const { session } = await shop.choosePaymentMethod(cart.id)
  const [application] = await service.control.applications({ orderId: `${cart.id}-` })
  const url = String(session.data.url)
  expect(url).toContain(`${SERVICE}/`)
  await page.goto(`${SHOP}/us/begin/${cart.id}?url=${encodeURIComponent(url)}`)
  return { cart, url, token: application?.tip ?? "" }
}

const readHeading = async () => await page.getByRole("heading").first().innerText()

/** Returns to the shop by keyboard, which also works in a frame of another site. */
const returnToShop = (target: Pick<Page, "getByRole">) =>
  target.getByRole("button", { name: "Return to the shop" }).press("Enter")

async function approveApplication(token: string): Promise<void> {
  await service.control.decision(token, { outcome: "approve" })
  await service.control.decision(token, { outcome: "sign" })
}

async function expectOrder(cartId: string): Promise<void> {
  await page.waitForURL(/\/us\/order\/order_\w+\/confirmed$/)
  expect(await readHeading()).toMatch(new RegExp(`^Order order_\\w+, cart ${cartId}$`))
}

async function expectCheckout(cartId: string): Promise<void> {
  await page.waitForURL(`${SHOP}/us/checkout?step=payment`)
  expect(await readHeading()).toBe(`Checkout of ${cartId}`)
}

describe("a shopper with a SameSite=Strict cart cookie who returns from the service", () => {
  it("lands on the order when approved", async () => {
    const { cart, token } = await openShopperCart(sameSiteShop.shop)
    await approveApplication(token)
    await page.getByRole("link", { name: "Pay" }).click()
    await returnToShop(page)
    await expectOrder(cart.id)
  })

  it("lands in the checkout of their cart when declined", async () => {
    const { cart, token } = await openShopperCart(sameSiteShop.shop)
    await service.control.decision(token, { outcome: "decline" })
    await page.getByRole("link", { name: "Pay" }).click()
    await returnToShop(page)
    await expectCheckout(cart.id)
  })

  it("lands in the checkout of their cart when nothing is decided", async () => {
    const { cart } = await openShopperCart(sameSiteShop.shop)
    await page.getByRole("link", { name: "Pay" }).click()
    await returnToShop(page)
    await expectCheckout(cart.id)
  })

  it("leaves a frame for the checkout of their cart, or for the order when approved", async () => {
    const { cart, url, token } = await openShopperCart(sameSiteShop.shop)
    const frameUrl = `${SHOP}/us/frame?url=${encodeURIComponent(url)}`
    await page.goto(frameUrl)
    await returnToShop(page.frameLocator("iframe"))
    await expectCheckout(cart.id)
    await approveApplication(token)
    await page.goto(frameUrl)
    await returnToShop(page.frameLocator("iframe"))
    await expectOrder(cart.id)
  })

  it("can follow a link out of a frame when the page does not redirect", async () => {
    const { cart, url } = await openShopperCart(sameSiteShop.shop)
    await page.route(`${MEDUSA}/**`, async (route) => {
      const url = route.request().url().replace(MEDUSA, sameSiteShop.stores[0].url)
      const answer = await route.fetch({ url })
      const { refresh: _, ...headers } = answer.headers()
      await route.fulfill({ response: answer, headers })
    })
    await page.goto(`${SHOP}/us/frame?url=${encodeURIComponent(url)}`)
    const frame = page.frameLocator("iframe")
    await returnToShop(frame)
    await frame.getByRole("link", { name: /^Continue to / }).press("Enter")
    await expectCheckout(cart.id)
    await page.unrouteAll({ behavior: "ignoreErrors" })
  })
})

describe("a shopper whose shop and Medusa have different domains", () => {
  it("lands in the checkout of their cart through the documented page", async () => {
    const { cart } = await openShopperCart(crossSiteShop.shop)
    const visitedUrls: string[] = []
    page.on("framenavigated", (frame) => visitedUrls.push(frame.url()))
    await page.getByRole("link", { name: "Pay" }).click()
    await returnToShop(page)
    await expectCheckout(cart.id)
    expect(visitedUrls).toContain(`${SHOP}/us/financing/${cart.id}`)
  })

  it("leaves a frame for the checkout of their cart, and lands on the order when approved", async () => {
    const { cart, url, token } = await openShopperCart(crossSiteShop.shop)
    const frameUrl = `${SHOP}/us/frame?url=${encodeURIComponent(url)}`
    await page.goto(frameUrl)
    await returnToShop(page.frameLocator("iframe"))
    await expectCheckout(cart.id)
    await approveApplication(token)
    await page.goto(url)
    await returnToShop(page)
    await page.waitForURL(/\/us\/order\/order_\w+\/confirmed$/)
  })
})
