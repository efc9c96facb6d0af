import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import type { ShopClient } from "../../tooling/clients/shop-client"
import { freePort } from "../../tooling/free-port"
import { dayIn, SSN } from "../store/full-application-steps"
import { person } from "../store/pre-approval-steps"
import { runFacts } from "../store/run-facts"
import { type ShopApart, startShopApart } from "../store/shop-apart"
import { barriersOn, openBrowser } from "./browser"
import { serveKitShop } from "./kit-shop/serve"

// Three sites that share nothing, as a shop, its Medusa and the service can be.
const SHOP = "http://www.shop.test"
const MEDUSA = "http://medusa.test"
const SERVICE = "http://financing.test"

let service: Sandbox
let storefront: Awaited<ReturnType<typeof serveKitShop>>
let browser: Browser
let apart: ShopApart
let shop: ShopClient
let visit: BrowserContext
let page: Page

beforeAll(async () => {
  const port = await freePort()
  service = await startSandbox({ port, publicUrl: SERVICE, quiet: true })
  storefront = await serveKitShop()
  const baseUrl = service.baseUrl.replace(SERVICE, `http://localhost:${port}`)
  apart = await startShopApart({
    admin: false,
    storefrontUrl: SHOP,
    backendUrl: MEDUSA,
    staging: { baseUrl, ...service.credentials.staging },
    pluginOptions: {
      checkout: { minimumAmount: 300, maximumAmount: 5_000 },
      fullApplication: { enabled: true },
      preApproval: { enabled: true },
    },
  })
  shop = apart.shop
  const at = new URL(apart.stores[0].url).port
  const rules = [
    `MAP www.shop.test localhost:${storefront.port}`,
    `MAP medusa.test localhost:${at}`,
    `MAP financing.test localhost:${port}`,
  ]
  browser = await openBrowser([`--host-resolver-rules=${rules.join(", ")}`])
})

afterAll(async () => {
  await browser?.close()
  await storefront?.close()
  await service?.close()
})

const enter = async (options: BrowserContextOptions = {}) => {
  visit = await browser.newContext({ reducedMotion: "reduce", ...options })
  visit.setDefaultTimeout(30_000)
  page = await visit.newPage()
}

beforeEach(() => enter())
afterEach(() => visit.close())

/** A page of the shop, for whoever holds the cart. */
async function open(path: string, cartId = "", further: Record<string, string> = {}) {
  const known = { medusa: MEDUSA, key: runFacts().facts.publishableKey, cart: cartId, ...further }
  await page.goto(
    `${SHOP}/us/${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(known)}`
  )
}

/** Of the newest application: a changed cart gets another one. */
async function tokenOf(cartId: string): Promise<string> {
  const applications = await service.control.applications({ orderId: `${cartId}-` })
  return applications.at(-1)?.tip ?? ""
}

type Outcome = "approve" | "sign" | "decline" | "review"
async function decide(cartId: string, ...outcomes: Outcome[]): Promise<void> {
  const token = await tokenOf(cartId)
  for (const outcome of outcomes) await service.control.decision(token, { outcome })
}

const orderShown = () => page.getByText(/^Order order_\w+$/).waitFor()
const see = (text: string | RegExp) => page.getByText(text).first().waitFor()

/** Presses Tab until the focus is on what has this name. */
async function tabTo(name: string): Promise<void> {
  for (let steps = 0; steps < 20; steps += 1) {
    await page.keyboard.press("Tab")
    const { tag, label } = await page.evaluate(() => {
      const at = document.activeElement
      const labels = at instanceof HTMLInputElement ? Array.from(at.labels ?? []) : []
      return {
        tag: at?.tagName,
        label: [at?.textContent, ...labels.map((one) => one.textContent)].join(" "),
      }
    })
    if (tag !== "BODY" && label.includes(name)) return
  }
  throw new Error(`The keyboard does not reach "${name}"`)
}

/** What does not fit the window. */
const sticksOut = () =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function expectUsable(): Promise<void> {
  expect(await barriersOn(page, "#shop")).toEqual([])
  expect(await sticksOut()).toBeLessThanOrEqual(0)
}

describe("a shopper with the kit's parts, on three sites", () => {
  it("chooses financing by keyboard alone, signs at the service and lands on the order", async () => {
    const cart = await shop.createCart()
    await open("checkout", cart.id)
    await see("Financing from $300 to $5,000")
    await see("Test mode")
    await see("Pay over time")
    await tabTo("By hand")
    await page.keyboard.press("ArrowDown")
    await tabTo("Continue to financing")
    await expectUsable()
    await page.keyboard.press("Enter")
    await page.waitForURL(`${SERVICE}/**`)
    // Back in the browser, and on again: the same application.
    const first = page.url()
    await page.goBack()
    await page.getByLabel("Pay over time").check()
    await page.getByRole("button", { name: "Continue to financing" }).press("Enter")
    await page.waitForURL(first)
    await decide(cart.id, "approve", "sign")
    await page.reload()
    await page.getByRole("button", { name: "Return to the shop" }).press("Enter")
    await orderShown()
  })

  it("goes through the dialog by its frame, which leaves by itself, and is told how it stands", async () => {
    const cart = await shop.createCart()
    await open("checkout", cart.id, { mode: "dialog" })
    await page.getByLabel("Pay over time").check()
    await page.getByRole("button", { name: "Continue to financing" }).click()
    const dialog = page.getByRole("dialog", { name: "Apply for financing" })
    await dialog.waitFor()
    const frame = page.frameLocator("iframe")
    await frame.getByRole("button", { name: "Return to the shop" }).waitFor()
    // Another site's word, and another window's, is not heard.
    await page.evaluate(() => window.postMessage("pt-close", "*"))
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press("Tab")
      const isWithin = await page.evaluate(
        () =>
          document.activeElement === document.body || !!document.activeElement?.closest("dialog")
      )
      expect(isWithin).toBe(true)
    }
    expect(await dialog.isVisible()).toBe(true)
    await frame.getByRole("button", { name: "Return to the shop" }).press("Enter")
    await see("Your application is waiting for you")
    expect(await page.getByRole("link", { name: "Continue your application" }).count()).toBe(1)
    await decide(cart.id, "approve", "sign")
    await orderShown()
  })

  it("is told of a decline where they land, and pays otherwise", async () => {
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    await decide(cart.id, "decline")
    await open("checkout?step=payment", cart.id)
    await see("Not approved")
    await see(/Nothing was charged/)
    await expectUsable()
    await page.getByRole("button", { name: "Choose another payment method" }).click()
    await page.getByLabel("By hand").check()
    await page.getByRole("button", { name: "Place the order" }).click()
    await orderShown()
  })

  it("sees a review turn into an order while they look, and in another browser what is left to do", async () => {
    const cart = await shop.createCart()
    const { session } = await shop.choosePaymentMethod(cart.id)
    await visit.close()
    await enter({ viewport: { width: 390, height: 844 } })
    await open("checkout", cart.id)
    const resume = page.getByRole("link", { name: "Continue your application" })
    expect(await resume.getAttribute("href")).toBe(session.data.url)
    await decide(cart.id, "review")
    await open("checkout?step=payment", cart.id)
    await see("Your application is under review")
    await expectUsable()
    await decide(cart.id, "approve", "sign")
    await orderShown()
  })

  it("is told to apply anew for a cart that a second tab changed, and finds the order of a closed one", async () => {
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    await shop.addItem(cart.id, { handle: "reading-lamp", quantity: 1 })
    await open("checkout?step=payment", cart.id)
    await see(/cart was changed after you applied|cancelled/)
    await shop.choosePaymentMethod(cart.id)
    await decide(cart.id, "approve", "sign")
    await open("checkout?step=payment", cart.id)
    await orderShown()
  })

  it("fills in the shop's own form at 390 pixels, compares the offers, chooses one and is led to sign", async () => {
    await visit.close()
    await enter({ viewport: { width: 390, height: 844 } })
    const cart = await shop.createCart()
    await open("apply", cart.id)
    const fill = (label: string, value: string) =>
      page.getByLabel(label, { exact: true }).fill(value)
    await page.getByLabel("How often are you paid?").selectOption("twice_per_month")
    await fill("Social security number", SSN)
    await fill("Date of birth", "2020-03-09")
    await fill("Next payday", dayIn(5))
    await fill("Last payday", dayIn(-9))
    await fill("Monthly income, whole dollars", "4200")
    await expectUsable()
    await page.getByRole("button", { name: "Apply" }).press("Enter")
    await see("has to be a day between 18 and 120 years ago")
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe(
      "personal.birth_date"
    )
    await fill("Date of birth", "1987-03-09")
    await page.getByRole("button", { name: "Apply" }).press("Enter")
    await see(/a month · \d+ months/)
    await expectUsable()
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
    )
    expect(kept).not.toContain(SSN)
    await tabTo("Choose this plan")
    await page.keyboard.press("Enter")
    await see("Chosen")
    const href = await page.getByRole("link", { name: "Continue to sign" }).getAttribute("href")
    expect(href).toContain(SERVICE)
  })

  it("asks for a pre-approval, corrects what is named, and keeps the claim", async () => {
    await open("pre-approval")
    const { first_name, last_name, email, cell_phone } = person() as Record<string, string>
    await page.getByLabel("First name").fill(String(first_name))
    await page.getByLabel("Last name").fill(String(last_name))
    await page.getByLabel("E-mail").fill(String(email))
    const phone = page.getByLabel("Mobile phone")
    await phone.fill("12")
    await expectUsable()
    await page.getByRole("button", { name: "Get pre-approved" }).click()
    await see("has to be a US phone number")
    expect(await phone.getAttribute("aria-invalid")).toBe("true")
    await phone.fill(String(cell_phone))
    await page.getByRole("button", { name: "Get pre-approved" }).click()
    await page.locator(".cf-pre-approval[data-status]").waitFor()
    expect(await page.evaluate(() => localStorage.getItem("financing-claim"))).toMatch(
      /^[\w-]{43}$/
    )
  })

  it("reads Spanish where the shop speaks it, reasons included", async () => {
    const cart = await shop.createCart({ items: [{ handle: "laptop-14", quantity: 3 }] })
    await open("checkout", cart.id, { language: "es" })
    await see("Financiación de $300 a $5,000")
    await see(/total es demasiado alto/)
    expect(await page.getByLabel("Pay over time").isDisabled()).toBe(true)
    await expectUsable()
  })
})
