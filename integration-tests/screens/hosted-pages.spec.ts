import type { Browser, Page } from "playwright-core"
import { type Caller, buildOrder, startWithCaller } from "../unit/sandbox/caller"
import { openBrowser } from "./browser"

/** A purchase with the longest realistic texts. */
const LONG = {
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

  const file = async (changes: Record<string, unknown> = {}) => {
    const path = "/application/ecommerce/orders"
    const { json } = await caller.post(path, buildOrder({ ...LONG, ...changes }))
    return { token: String(json.token), url: String(json.url) }
  }

  const decided = async (outcome: "approve" | "sign" | "decline") => {
    const { token, url } = await file()
    await caller.sandbox.control.decision(token, { outcome })
    return url
  }

  /** One URL of each kind of page. */
  async function pages(): Promise<string[]> {
    const approved = await decided("approve")
    const signed = await decided("sign")
    return [
      (await file()).url,
      approved,
      `${approved}&offer=102`,
      signed,
      `${signed.replace("/apply?", "/apply/done?")}&to=return`,
      await decided("decline"),
      (await file({ street: "PO Box 12" })).url,
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
    const { url, token } = await file({ lastName, orderId: `cart_${lastName}-1` })
    await page.goto(url)
    await page.getByRole("heading", { name: heading }).waitFor()
    const applications = await caller.sandbox.control.applications({ lastName })
    expect(applications.map(({ tip }) => tip)).toEqual([token])
    await page.close()
  })

  it("show a decision made elsewhere, also after a late click", async () => {
    const page = await browser.newPage()
    const { url, token } = await file({ orderId: "cart_elsewhere-1" })
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
    const window = await browser.newContext({ viewport: { width, height: 844 } })
    const page = await window.newPage()
    for (const address of await pages()) {
      await page.goto(address, { waitUntil: "domcontentloaded" })
      expect([address, await whatSticksOut(page)]).toEqual([address, []])
    }
    await window.close()
  })
})

/** The elements that are wider than the window, or than their card. */
async function whatSticksOut(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const inCards = Array.from(document.querySelectorAll(".card *, .sandbox *"))
    const wide = inCards.filter((element) => {
      const card = element.closest(".card, .sandbox")
      const edge = card?.getBoundingClientRect().right ?? clientWidth
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().right > edge
    })
    const words = wide.map(({ tagName, textContent }) => `${tagName} ${textContent.trim()}`)
    return scrollWidth > clientWidth ? ["the page", ...words] : words
  })
}
