import type { Browser, BrowserContext, Page } from "playwright-core"
import type { Shopper } from "./shopper"
import type { StorefrontAccess } from "./http-shopper"

/** Milliseconds. Long enough for a store on a busy machine. */
const TIMEOUT_MS = 30_000

const DECISIONS = ["approve", "choose-offer", "sign"]

/** A shopper who uses the storefront and the service's pages in a browser context of their own. */
export function createBrowserShopper(
  browser: Browser,
  { storefrontUrl, simulatorUrl }: StorefrontAccess
): Shopper {
  let context: BrowserContext | undefined
  let currentPage: Page | undefined
  const shopUrl = `${storefrontUrl}/us`
  const serviceOrigin = new URL(simulatorUrl).origin

  const getPage = async (): Promise<Page> => {
    context ??= await browser.newContext({ reducedMotion: "reduce" })
    context.setDefaultTimeout(TIMEOUT_MS)
    currentPage ??= await context.newPage()
    return currentPage
  }
  const readLocalStorage = async (name: string) => {
    const page = await getPage()
    return (await page.evaluate((key) => localStorage.getItem(key), name)) ?? ""
  }
  const openPaymentStep = async () => {
    const page = await getPage()
    if (!page.url().includes("step=payment")) await page.goto(`${shopUrl}/checkout?step=payment`)
    await page.getByLabel("Pay over time").check()
    return page
  }
  /** Ticks the required boxes on the service's page and clicks the button, if the page has it. */
  const pressButton = async (page: Page, decision: string) => {
    const button = page.locator(`button[name="decision"][value="${decision}"]`).first()
    if ((await button.count()) === 0) return
    for (const checkbox of await page.locator("input[type=checkbox][required]").all())
      await checkbox.check()
    await Promise.all([page.waitForEvent("load"), button.click()])
  }
  return {
    reset: async () => {
      await context?.close()
      context = currentPage = undefined
    },
    fillCart: async (items) => {
      const page = await getPage()
      for (const { handle, quantity } of items) {
        await page.goto(`${shopUrl}/products/${handle}`)
        await page.getByLabel("Quantity").selectOption(String(quantity))
        await page.getByRole("button", { name: "Add to cart" }).click()
        await page.waitForURL(`${shopUrl}/cart`)
      }
      await page.getByRole("link", { name: "Go to checkout" }).click()
      await page.getByLabel("Standard delivery").check()
      await page.getByRole("button", { name: "Continue to payment" }).click()
      await page.waitForURL(/step=payment/)
      return await readLocalStorage("cart_us")
    },
    chooseFinancing: async () => {
      const page = await openPaymentStep()
      await page.getByRole("button", { name: "Continue to financing" }).click()
      await page.waitForURL(`${serviceOrigin}/**`)
      return page.url()
    },
    completeApplication: async (url) => {
      const page = await getPage()
      let exitUrl: string | undefined
      page.on("request", (request) => {
        const isOutsideService =
          request.isNavigationRequest() && new URL(request.url()).origin !== serviceOrigin
        if (isOutsideService) exitUrl ??= request.url()
      })
      if (page.url() !== url) await page.goto(url)
      for (const decision of DECISIONS) await pressButton(page, decision)
      return exitUrl
    },
    submitApplication: async (url) => {
      const page = await getPage()
      await page.goto(url)
      await pressButton(page, "approve")
    },
    returnToShop: async () => {
      const page = await getPage()
      await page.waitForURL(/\/order\/\w+\/confirmed/)
      const orderNumberText = page.getByText(/^#\d+$/)
      return { landing: page.url(), orderNumber: (await orderNumberText.innerText()).slice(1) }
    },
    applyInShop: async (_, { personal, employment }) => {
      const page = await openPaymentStep()
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
      const page = await getPage()
      const offer = page
        .getByRole("listitem")
        .filter({ hasText: `${months} months` })
        .first()
      await offer.getByRole("button", { name: "Choose this plan" }).click()
      return (await page.getByRole("link", { name: "Continue to sign" }).getAttribute("href")) ?? ""
    },
    requestPreApproval: async (person) => {
      const page = await getPage()
      await page.goto(`${shopUrl}/pre-approval`)
      await page.getByLabel("First name").fill(person.first_name)
      await page.getByLabel("Last name").fill(person.last_name)
      await page.getByLabel("E-mail").fill(person.email)
      await page.getByLabel("Mobile phone").fill(person.cell_phone)
      await page.getByRole("button", { name: "Get pre-approved" }).click()
      const link = page.getByRole("link", { name: "Go on with your application" })
      const url = (await link.getAttribute("href")) ?? ""
      return { claim: await readLocalStorage("financing-claim"), url }
    },
    attachClaim: async () => {
      await (await openPaymentStep()).locator(".cf-option .notice").waitFor()
    },
  }
}
