import type { Browser, BrowserContext, Page } from "playwright-core"
import type { Shopper } from "./shopper"
import type { ShopFront } from "./shopper-over-http"

/** Milliseconds. Long enough for a store on a busy machine. */
const PATIENCE = 30_000

const PAGES = ["approve", "choose-offer", "sign"]

/** A shopper who uses the storefront and the service's pages in a browser context of their own. */
export function shopperInBrowser(
  browser: Browser,
  { storefrontUrl, simulatorUrl }: ShopFront
): Shopper {
  let visit: BrowserContext | undefined
  let window: Page | undefined
  const shop = `${storefrontUrl}/us`
  const service = new URL(simulatorUrl).origin

  const pageOf = async (): Promise<Page> => {
    visit ??= await browser.newContext({ reducedMotion: "reduce" })
    visit.setDefaultTimeout(PATIENCE)
    window ??= await visit.newPage()
    return window
  }
  const kept = async (name: string) => {
    const page = await pageOf()
    return (await page.evaluate((key) => localStorage.getItem(key), name)) ?? ""
  }
  const toPayment = async () => {
    const page = await pageOf()
    if (!page.url().includes("step=payment")) await page.goto(`${shop}/checkout?step=payment`)
    await page.getByLabel("Pay over time").check()
    return page
  }
  /** Ticks the required boxes on the service's page and clicks the button, if the page has it. */
  const press = async (page: Page, decision: string) => {
    const button = page.locator(`button[name="decision"][value="${decision}"]`).first()
    if ((await button.count()) === 0) return
    for (const box of await page.locator("input[type=checkbox][required]").all()) await box.check()
    await Promise.all([page.waitForEvent("load"), button.click()])
  }
  return {
    startAgain: async () => {
      await visit?.close()
      visit = window = undefined
    },
    fillCart: async (wishes) => {
      const page = await pageOf()
      for (const { handle, quantity } of wishes) {
        await page.goto(`${shop}/products/${handle}`)
        await page.getByLabel("Quantity").selectOption(String(quantity))
        await page.getByRole("button", { name: "Add to cart" }).click()
        await page.waitForURL(`${shop}/cart`)
      }
      await page.getByRole("link", { name: "Go to checkout" }).click()
      await page.getByLabel("Standard delivery").check()
      await page.getByRole("button", { name: "Continue to payment" }).click()
      await page.waitForURL(/step=payment/)
      return await kept("cart_us")
    },
    chooseFinancing: async () => {
      const page = await toPayment()
      await page.getByRole("button", { name: "Continue to financing" }).click()
      await page.waitForURL(`${service}/**`)
      return page.url()
    },
    signAt: async (url) => {
      const page = await pageOf()
      let left: string | undefined
      page.on("request", (request) => {
        const isAway = request.isNavigationRequest() && new URL(request.url()).origin !== service
        if (isAway) left ??= request.url()
      })
      if (page.url() !== url) await page.goto(url)
      for (const decision of PAGES) await press(page, decision)
      return left
    },
    applyAt: async (url) => {
      const page = await pageOf()
      await page.goto(url)
      await press(page, "approve")
    },
    comeBack: async () => {
      const page = await pageOf()
      await page.waitForURL(/\/order\/\w+\/confirmed/)
      const number = page.getByText(/^#\d+$/)
      return { landing: page.url(), orderNumber: (await number.innerText()).slice(1) }
    },
    applyInShop: async (_, { personal, employment }) => {
      const page = await toPayment()
      await page.getByLabel("In our own form").check()
      await page.getByRole("link", { name: "Fill in the form" }).click()
      await page.getByLabel("Social security number").fill(personal.ssn)
      await page.getByLabel("Date of birth").fill(personal.birth_date)
      await page.getByLabel("How often are you paid?").selectOption(employment.pay_cycle)
      await page.getByLabel("Next payday").fill(employment.next_pay_date)
      await page.getByLabel("Monthly income").fill(String(employment.monthly_income))
      await page.getByLabel(/I agree that the demo's lender/).check()
      await page.getByRole("button", { name: "Apply", exact: true }).click()
      await page.getByRole("heading", { name: "Here is what you can choose" }).waitFor()
    },
    chooseOffer: async (_, months) => {
      const page = await pageOf()
      const offer = page
        .getByRole("listitem")
        .filter({ hasText: `${months} months` })
        .first()
      await offer.getByRole("button", { name: "Choose this plan" }).click()
      return (await page.getByRole("link", { name: "Continue to sign" }).getAttribute("href")) ?? ""
    },
    askPreApproval: async (person) => {
      const page = await pageOf()
      await page.goto(`${shop}/pre-approval`)
      await page.getByLabel("First name").fill(person.first_name)
      await page.getByLabel("Last name").fill(person.last_name)
      await page.getByLabel("E-mail").fill(person.email)
      await page.getByLabel("Mobile phone").fill(person.cell_phone)
      await page.getByRole("button", { name: "Get pre-approved" }).click()
      const link = page.getByRole("link", { name: "Go on with your application" })
      const url = (await link.getAttribute("href")) ?? ""
      return { claim: await kept("financing-claim"), url }
    },
    bringClaim: async () => {
      await (await toPayment()).locator(".cf-option .notice").waitFor()
    },
  }
}
