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
const MEDUSA_ELSEWHERE = "http://medusa.test"
const SERVICE = "http://financing.test"

let service: Sandbox
let storefront: Awaited<ReturnType<typeof startStarterStorefront>>
let browser: Browser
let sameSite: IsolatedShop
let elsewhere: IsolatedShop
let visit: BrowserContext
let page: Page

const portOf = (url: string) => Number(new URL(url).port)

beforeAll(async () => {
  const port = await findFreePort()
  service = await startSandbox({ port, publicUrl: SERVICE, quiet: true })
  storefront = await startStarterStorefront((path) => elsewhere.shop.storeApi.get(path))
  const baseUrl = service.baseUrl.replace(SERVICE, `http://localhost:${port}`)
  const shop = {
    admin: false,
    storefrontUrl: SHOP,
    staging: { baseUrl, ...service.credentials.staging },
  }
  const open = "/{country_code}/financing/{cart_id}"
  sameSite = await startIsolatedShop({ ...shop, backendUrl: MEDUSA })
  elsewhere = await startIsolatedShop({
    ...shop,
    backendUrl: MEDUSA_ELSEWHERE,
    pluginOptions: { storefrontPaths: { open } },
  })
  const rules = [
    [SHOP, storefront.port],
    [MEDUSA, portOf(sameSite.stores[0].url)],
    [MEDUSA_ELSEWHERE, portOf(elsewhere.stores[0].url)],
    [SERVICE, port],
  ].map(([url, at]) => `MAP ${new URL(String(url)).hostname} localhost:${at}`)
  browser = await openBrowser([`--host-resolver-rules=${rules.join(", ")}`])
})

afterAll(async () => {
  await browser?.close()
  storefront?.close()
  await service?.close()
})

beforeEach(async () => {
  visit = await browser.newContext()
  visit.setDefaultTimeout(30_000)
  page = await visit.newPage()
})

afterEach(() => visit.close())

/** Creates a cart with financing chosen, and opens it in the shopper's browser. */
async function shopper(shop: ShopClient) {
  const cart = await shop.createCart()
  const { session } = await shop.choosePaymentMethod(cart.id)
  const [application] = await service.control.applications({ orderId: `${cart.id}-` })
  const url = String(session.data.url)
  expect(url).toContain(`${SERVICE}/`)
  await page.goto(`${SHOP}/us/begin/${cart.id}?url=${encodeURIComponent(url)}`)
  return { cart, url, token: application?.tip ?? "" }
}

const heading = async () => await page.getByRole("heading").first().innerText()

/** Returns to the shop by keyboard, which also works in a frame of another site. */
const leave = (where: Pick<Page, "getByRole">) =>
  where.getByRole("button", { name: "Return to the shop" }).press("Enter")

async function approve(token: string): Promise<void> {
  await service.control.decision(token, { outcome: "approve" })
  await service.control.decision(token, { outcome: "sign" })
}

async function expectOrder(cartId: string): Promise<void> {
  await page.waitForURL(/\/us\/order\/order_\w+\/confirmed$/)
  expect(await heading()).toMatch(new RegExp(`^Order order_\\w+, cart ${cartId}$`))
}

async function expectCheckout(cartId: string): Promise<void> {
  await page.waitForURL(`${SHOP}/us/checkout?step=payment`)
  expect(await heading()).toBe(`Checkout of ${cartId}`)
}

describe("a shopper with a SameSite=Strict cart cookie who returns from the service", () => {
  it("lands on the order when approved", async () => {
    const { cart, token } = await shopper(sameSite.shop)
    await approve(token)
    await page.getByRole("link", { name: "Pay" }).click()
    await leave(page)
    await expectOrder(cart.id)
  })

  it("lands in the checkout of their cart when declined", async () => {
    const { cart, token } = await shopper(sameSite.shop)
    await service.control.decision(token, { outcome: "decline" })
    await page.getByRole("link", { name: "Pay" }).click()
    await leave(page)
    await expectCheckout(cart.id)
  })

  it("lands in the checkout of their cart when nothing is decided", async () => {
    const { cart } = await shopper(sameSite.shop)
    await page.getByRole("link", { name: "Pay" }).click()
    await leave(page)
    await expectCheckout(cart.id)
  })

  it("leaves a frame for the checkout of their cart, or for the order when approved", async () => {
    const { cart, url, token } = await shopper(sameSite.shop)
    const framed = `${SHOP}/us/frame?url=${encodeURIComponent(url)}`
    await page.goto(framed)
    await leave(page.frameLocator("iframe"))
    await expectCheckout(cart.id)
    await approve(token)
    await page.goto(framed)
    await leave(page.frameLocator("iframe"))
    await expectOrder(cart.id)
  })

  it("can follow a link out of a frame when the page does not redirect", async () => {
    const { cart, url } = await shopper(sameSite.shop)
    await page.route(`${MEDUSA}/**`, async (route) => {
      const url = route.request().url().replace(MEDUSA, sameSite.stores[0].url)
      const answer = await route.fetch({ url })
      const { refresh: _, ...headers } = answer.headers()
      await route.fulfill({ response: answer, headers })
    })
    await page.goto(`${SHOP}/us/frame?url=${encodeURIComponent(url)}`)
    const frame = page.frameLocator("iframe")
    await leave(frame)
    await frame.getByRole("link", { name: /^Continue to / }).press("Enter")
    await expectCheckout(cart.id)
    await page.unrouteAll({ behavior: "ignoreErrors" })
  })
})

describe("a shopper whose shop and Medusa have different domains", () => {
  it("lands in the checkout of their cart through the documented page", async () => {
    const { cart } = await shopper(elsewhere.shop)
    const landed: string[] = []
    page.on("framenavigated", (frame) => landed.push(frame.url()))
    await page.getByRole("link", { name: "Pay" }).click()
    await leave(page)
    await expectCheckout(cart.id)
    expect(landed).toContain(`${SHOP}/us/financing/${cart.id}`)
  })

  it("leaves a frame for the checkout of their cart, and lands on the order when approved", async () => {
    const { cart, url, token } = await shopper(elsewhere.shop)
    const framed = `${SHOP}/us/frame?url=${encodeURIComponent(url)}`
    await page.goto(framed)
    await leave(page.frameLocator("iframe"))
    await expectCheckout(cart.id)
    await approve(token)
    await page.goto(url)
    await leave(page)
    await page.waitForURL(/\/us\/order\/order_\w+\/confirmed$/)
  })
})
