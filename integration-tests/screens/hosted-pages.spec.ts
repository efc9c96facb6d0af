import type { Browser, Page } from "playwright-core"
import { type Caller, buildOrder, startWithCaller } from "../unit/sandbox/caller"
import { openBrowser } from "./browser"

/** A purchase with the longest realistic texts. */
const LONG_ORDER = {
  orderId: "cart_01M8A4HDB9WZ8179D7XDM63C2P-1",
  firstName: "Wilhelmina-Alexandra",
  lastName: "Featherstonehaugh-Cholmondeley",
  email: "wilhelmina.alexandra.featherstonehaugh@mailbox.example.com",
  loanAmount: 4812.4,
  applicationItems: [
    { description: "Walnut chair with arms and a high back", quantity: 12, price: 300 },
    { description: "Overlongarticlenamewithoutanyspace-XL-2026", quantity: 1, price: 1150 },
  ],
}

describe("the simulator's pages", () => {
  let caller: Caller
  let browser: Browser
  beforeAll(async () => {
    caller = await startWithCaller()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await caller.sandbox.close()
  })

  const createApplication = async (changes: Record<string, unknown> = {}) => {
    const path = "/application/ecommerce/orders"
    const { json } = await caller.post(path, buildOrder({ ...LONG_ORDER, ...changes }))
    return { token: String(json.token), url: String(json.url) }
  }

  const createDecidedApplication = async (outcome: "approve" | "sign" | "decline") => {
    const { token, url } = await createApplication()
    await caller.sandbox.control.decision(token, { outcome })
    return url
  }

  /** One URL of each kind of page. */
  async function listPageUrls(): Promise<string[]> {
    const approved = await createDecidedApplication("approve")
    const signed = await createDecidedApplication("sign")
    return [
      (await createApplication()).url,
      approved,
      `${approved}&offer=102`,
      signed,
      `${signed.replace("/apply?", "/apply/done?")}&to=return`,
      await createDecidedApplication("decline"),
      (await createApplication({ street: "PO Box 12" })).url,
      caller.sandbox.url,
    ]
  }

  it.each([
    ["Approved", "You are all set"],
    ["Declined", "We cannot offer you financing today"],
    ["Review", "Your application is under review"],
    ["Mismatch", "We could not verify your details"],
    ["Slow", "We are verifying your details"],
  ])("show the outcome that the last name %s triggers", async (lastName, heading) => {
    const page = await browser.newPage()
    const { url, token } = await createApplication({ lastName, orderId: `cart_${lastName}-1` })
    await page.goto(url)
    await page.getByRole("heading", { name: heading }).waitFor()
    const applications = await caller.sandbox.control.applications({ lastName })
    expect(applications.map(({ tip }) => tip)).toEqual([token])
    await page.close()
  })

  it("show a decision made elsewhere, also after a late click", async () => {
    const page = await browser.newPage()
    const { url, token } = await createApplication({ orderId: "cart_elsewhere-1" })
    // The page polls every second: it must not learn of the decision before the click.
    await page.route("**/apply/state?*", (route) => route.abort())
    await page.goto(url)
    await caller.sandbox.control.decision(token, { outcome: "review" })
    await page.getByRole("button", { name: "See if I am approved" }).click()
    await page.getByRole("heading", { name: "Your application is under review" }).waitFor()
    await page.unroute("**/apply/state?*")
    await caller.sandbox.control.decision(token, { outcome: "decline" })
    await page.getByRole("heading", { name: "We cannot offer you financing today" }).waitFor()
    await page.close()
  })

  it.each([320, 390, 1440])("fit a window %i pixels wide, long names included", async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 844 } })
    const page = await context.newPage()
    for (const url of await listPageUrls()) {
      await page.goto(url, { waitUntil: "domcontentloaded" })
      expect([url, await listOverflowingElements(page)]).toEqual([url, []])
    }
    await context.close()
  })
})

/** The elements that are wider than the window, or than their card. */
async function listOverflowingElements(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const elements = Array.from(document.querySelectorAll(".card *, .sandbox *"))
    const overflowing = elements.filter((element) => {
      const card = element.closest(".card, .sandbox")
      const edge = card?.getBoundingClientRect().right ?? clientWidth
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().right > edge
    })
    const descriptions = overflowing.map(
      ({ tagName, textContent }) => `${tagName} ${textContent.trim()}`
    )
    return scrollWidth > clientWidth ? ["the page", ...descriptions] : descriptions
  })
}
