import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core"
import { startStorefront, type Storefront } from "../../demo/storefront/server"
import { type Sandbox, startSandbox } from "../../src/sandbox"
import { eventually } from "../../tooling/clients/eventually"
import type { ShopClient } from "../../tooling/clients/shop-client"
import { findFreePort } from "../../tooling/free-port"
import "../../tooling/test-hosts.cjs"
import { CUSTOMER } from "../../tooling/shop-template/src/scripts/accounts"
import { formatFutureDay, SSN } from "../store/full-application-steps"
import { buildPerson } from "../store/pre-approval-steps"
import { readRunFacts } from "../store/run-facts"
import { type IsolatedShop, startIsolatedShop } from "../store/isolated-shop"
import { findAccessibilityViolations, openBrowser, takeScreenshot } from "./browser"

// Three different sites, as a shop, its Medusa and the service can be.
const SHOP = "http://www.shop.test"
const SERVICE = "http://financing.test"

const PHONE = { viewport: { width: 390, height: 844 } }

let service: Sandbox
/** The service's real URL. Only the browser resolves its public host name. */
let serviceUrl: string
let storefront: Storefront
let browser: Browser
let isolatedShop: IsolatedShop
let shop: ShopClient
let context: BrowserContext
let page: Page

beforeAll(async () => {
  const port = await findFreePort()
  const medusaPort = await findFreePort()
  // With its port, so that the service's postbacks arrive, too.
  const medusaUrl = `http://medusa.test:${medusaPort}`
  service = await startSandbox({ port, publicUrl: SERVICE, quiet: true })
  serviceUrl = `http://localhost:${port}`
  storefront = await startStorefront({
    port: 0,
    medusaUrl,
    serviceUrl: SERVICE,
    publishableKey: readRunFacts().facts.publishableKey,
  })
  const baseUrl = service.baseUrl.replace(SERVICE, serviceUrl)
  const settings = {
    admin: false,
    storefrontUrl: SHOP,
    backendUrl: medusaUrl,
    staging: { baseUrl, ...service.credentials.staging },
    pluginOptions: {
      storefrontPaths: { open: "/{country_code}/financing/{cart_id}" },
      checkout: { minimumAmount: 300, maximumAmount: 5_000 },
      fullApplication: { enabled: true },
      loanRateUnit: "percent",
      preApproval: { enabled: true },
    },
  }
  isolatedShop = await startIsolatedShop(settings, { port: medusaPort })
  shop = isolatedShop.shop
  const rules = [
    `MAP www.shop.test localhost:${storefront.port}`,
    `MAP medusa.test localhost:${medusaPort}`,
    `MAP financing.test localhost:${port}`,
  ]
  browser = await openBrowser([`--host-resolver-rules=${rules.join(", ")}`])
})

afterAll(async () => {
  await browser?.close()
  await storefront?.close()
  await service?.close()
})

type ContextOptions = BrowserContextOptions & { cart?: { id: string } }

/** Opens a browser whose storage holds this cart, or none. */
async function openContext({ cart, ...options }: ContextOptions = {}): Promise<void> {
  await context?.close()
  const localStorage = cart ? [{ name: "cart_us", value: cart.id }] : []
  const storageState = { cookies: [], origins: [{ origin: SHOP, localStorage }] }
  const defaults = { viewport: { width: 1440, height: 1000 }, reducedMotion: "reduce" as const }
  context = await browser.newContext({ ...defaults, storageState, ...options })
  context.setDefaultTimeout(30_000)
  page = await context.newPage()
}
afterAll(() => context?.close())

const openPage = (path: string) => page.goto(`${SHOP}/us${path}`)
const PAYMENT_PATH = "/checkout?step=payment"

/** The token of the newest application: a changed cart gets a new one. */
async function findToken(cartId: string): Promise<string> {
  const applications = await service.control.applications({ orderId: `${cartId}-` })
  return applications.at(-1)?.tip ?? ""
}

type Outcome = "approve" | "sign" | "decline" | "review"
async function decideApplication(cartId: string, ...outcomes: Outcome[]): Promise<void> {
  const token = await findToken(cartId)
  for (const outcome of outcomes) await service.control.decision(token, { outcome })
}

const clickButton = (name: string) => page.getByRole("button", { name, exact: true }).click()
const clickLink = (name: string) => page.getByRole("link", { name, exact: true }).click()
const fillField = (label: string, value: string) =>
  page.getByLabel(label, { exact: true }).fill(value)
async function waitForText(text: string | RegExp): Promise<void> {
  await page
    .getByText(text)
    .first()
    .waitFor()
    .catch(async (error: Error) => {
      throw new Error(`${error.message}\nThe page reads:\n${await page.innerText("body")}`)
    })
}
const chooseFinancing = () => page.getByLabel("Pay over time").check()
const readStorage = (name: string) => page.evaluate((key) => localStorage.getItem(key), name)

/** Waits for the order's page with an empty cart. */
async function waitForOrderPage(): Promise<void> {
  await page.waitForURL(/\/us\/order\/order_\w+\/confirmed$/)
  await waitForText("Thank you for your order")
  await page.getByLabel("0 in it").waitFor()
}

/** Presses Tab until the element with this name has the focus. */
async function focusByTab(name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab")
    const { tag, label } = await page.evaluate(() => {
      const active = document.activeElement
      const labels = active instanceof HTMLInputElement ? Array.from(active.labels ?? []) : []
      return {
        tag: active?.tagName,
        label: [active?.textContent, ...labels.map((element) => element.textContent)].join(" "),
      }
    })
    if (tag !== "BODY" && label.includes(name)) return
  }
  throw new Error(`The keyboard does not reach "${name}"`)
}

/** Returns by how many pixels the page is wider than the window. */
const measureOverflow = () =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function expectUsable(): Promise<void> {
  expect(await findAccessibilityViolations(page, "#shop")).toEqual([])
  expect(await measureOverflow()).toBeLessThanOrEqual(0)
}

describe("a shopper in the example storefront, on three sites", () => {
  it("buys from the product page through the service's pages to the confirmation", async () => {
    await openContext()
    await openPage("")
    await waitForText("Financing from $300 to $5,000")
    await waitForText("Test mode")
    await expectUsable()
    await takeScreenshot(page, "storefront")
    await page.getByRole("heading", { name: "Harbor Sofa", exact: true }).click()
    await waitForText("$1,299.00")
    await waitForText("Financing from $300 to $5,000")
    await expectUsable()
    await clickButton("Add to cart")
    await waitForText("Your cart")
    await page.getByLabel("1 in it").waitFor()
    await expectUsable()
    await clickLink("Go to checkout")
    await page.getByLabel("White-glove delivery").check()
    await expectUsable()
    await clickButton("Continue to payment")
    await chooseFinancing()
    await expectUsable()
    await takeScreenshot(page, "storefront-payment")
    await clickButton("Continue to financing")
    await page.waitForURL(`${SERVICE}/**`)
    await clickButton("See if I am approved")
    await clickButton("Continue with this offer")
    await page.getByRole("checkbox").check()
    await page.locator('button[value="sign"]').click()
    await waitForOrderPage()
    await expectUsable()
    await takeScreenshot(page, "storefront-confirmed")
  })

  it("applies by keyboard alone, goes back, and continues the same application", async () => {
    const cart = await shop.createCart()
    await openContext({ cart })
    await openPage(PAYMENT_PATH)
    await waitForText("Pay over time")
    await focusByTab("Pay over time")
    await page.keyboard.press("Space")
    await page.getByRole("button", { name: "Continue to financing" }).waitFor()
    await focusByTab("Continue to financing")
    await page.keyboard.press("Enter")
    await page.waitForURL(`${SERVICE}/**`)
    const firstUrl = page.url()
    await page.goBack()
    await chooseFinancing()
    await page.getByRole("button", { name: "Continue to financing" }).press("Enter")
    await page.waitForURL(firstUrl)
    await decideApplication(cart.id, "approve", "sign")
    await page.reload()
    await page.getByRole("button", { name: "Return to the shop" }).press("Enter")
    await waitForOrderPage()
  })

  it("applies in the dialog, which closes by itself, and sees the application's status", async () => {
    const cart = await shop.createCart()
    await openContext({ cart })
    await openPage(PAYMENT_PATH)
    await chooseFinancing()
    await page.getByLabel("In a window here").check()
    await clickButton("Continue to financing")
    const dialog = page.getByRole("dialog", { name: "Apply for financing" })
    await dialog.waitFor()
    const frame = page.frameLocator("iframe")
    await frame.getByRole("button", { name: "Return to the shop" }).waitFor()
    // A message from another origin and window is ignored.
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
    await waitForText("Your application is waiting for you")
    expect(await page.getByRole("link", { name: "Continue your application" }).count()).toBe(1)
    await decideApplication(cart.id, "approve", "sign")
    await waitForOrderPage()
  })

  it("sees the decline on returning, and pays with another method", async () => {
    const cart = await shop.createCart()
    await openContext({ cart })
    await openPage(PAYMENT_PATH)
    await chooseFinancing()
    await clickButton("Continue to financing")
    await page.waitForURL(`${SERVICE}/**`)
    await decideApplication(cart.id, "decline")
    await page.reload()
    await page.getByText("Return to the shop").click()
    await page.waitForURL(`${SHOP}/us${PAYMENT_PATH}`)
    await waitForText("Not approved")
    await waitForText(/Nothing was charged/)
    await expectUsable()
    await clickButton("Choose another payment method")
    await clickButton("Place the order")
    await waitForOrderPage()
  })

  it("sees a message when the service refuses an application, and pays another way (null token)", async () => {
    const cart = await shop.createCart({ address: { address_1: "12 PO Box Lane" } })
    await openContext({ cart, ...PHONE })
    await openPage(PAYMENT_PATH)
    await chooseFinancing()
    await clickButton("Continue to financing")
    await page
      .getByRole("alert")
      .filter({ hasText: /cannot be financed/ })
      .waitFor()
    expect(await page.getByRole("alert").getByRole("link").getAttribute("href")).toContain(SERVICE)
    await expectUsable()
    await page.getByLabel("Bank transfer").check()
    await clickButton("Place the order")
    await page.waitForURL(/confirmed$/)
  })

  it("sees a link to the open application, and a review become an order without a reload", async () => {
    const cart = await shop.createCart()
    const { session } = await shop.choosePaymentMethod(cart.id)
    await openContext({ cart, ...PHONE })
    await openPage("/cart")
    const resumeLink = page.getByRole("link", { name: "Continue your application" })
    expect(await resumeLink.getAttribute("href")).toBe(session.data.url)
    await expectUsable()
    await decideApplication(cart.id, "review")
    await openPage(PAYMENT_PATH)
    await waitForText("Your application is under review")
    await expectUsable()
    await decideApplication(cart.id, "approve", "sign")
    await waitForOrderPage()
  })

  it("continues in another browser by the link alone, signs, and sees the order", async () => {
    const cart = await shop.createCart()
    const { session } = await shop.choosePaymentMethod(cart.id)
    await openContext(PHONE)
    await page.goto(String(session.data.url))
    await clickButton("Return to the shop")
    await waitForText("Your application is waiting for you")
    await expectUsable()
    await clickLink("Continue your application")
    await page.waitForURL(`${SERVICE}/**`)
    await decideApplication(cart.id, "approve", "sign")
    await page.reload()
    await clickButton("Return to the shop")
    await waitForOrderPage()
    expect(await readStorage("cart_us")).toBeNull()
  })

  it("sees that a cart changed in a second tab needs a new application", async () => {
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    await shop.addItem(cart.id, { handle: "reading-lamp", quantity: 1 })
    await openContext({ cart })
    await openPage(PAYMENT_PATH)
    await waitForText("Your cart has changed")
    await waitForText(/cart was changed after you applied/)
    await eventually(async () => {
      expect((await service.control.applications({ orderId: `${cart.id}-` }))[0]?.status).toBe("O")
    })
    await page.reload()
    await waitForText("Your cart has changed")
    expect(await page.getByText("Application cancelled").count()).toBe(0)
    await chooseFinancing()
    await clickButton("Continue to financing")
    await page.waitForURL(`${SERVICE}/**`)
    await waitForText("Reading Lamp")
  })

  it("sees why a signed cart is not ordered, and can choose another method", async () => {
    const updateStock = (quantity: number) =>
      isolatedShop.query(
        `update inventory_level set stocked_quantity = ${quantity},
           raw_stocked_quantity = '{"value": "${quantity}", "precision": 20}'`
      )
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    await updateStock(0)
    try {
      await decideApplication(cart.id, "approve", "sign")
      await waitForRefusal(cart.id)
      await openContext({ cart, ...PHONE })
      await openPage(PAYMENT_PATH)
      await waitForText("Your order is not placed yet")
      await waitForText(/is not available in this quantity any more. Nothing was charged/)
      await page.getByRole("button", { name: "Choose another payment method" }).waitFor()
      await expectUsable()
    } finally {
      await updateStock(1_000_000)
    }
  })

  it("closes the tab during the review, and finds the order on the cart page", async () => {
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    await decideApplication(cart.id, "review")
    await openContext({ cart })
    await openPage(PAYMENT_PATH)
    await waitForText("Your application is under review")
    await page.close()
    await decideApplication(cart.id, "approve", "sign")
    page = await context.newPage()
    await waitForOrder(cart.id)
    await openPage("/cart")
    await waitForText("Your order was placed while you were away.")
    await clickLink("See your order")
    await waitForOrderPage()
    expect(await readStorage("cart_us")).toBeNull()
  })

  it("fills in the shop's own form on a phone, chooses an offer, signs, and sees the order", async () => {
    const cart = await shop.createCart()
    await openContext({ cart, ...PHONE })
    await openPage(PAYMENT_PATH)
    await chooseFinancing()
    await page.getByLabel("In our own form").check()
    await clickLink("Fill in the form")
    await page.getByLabel("How often are you paid?").selectOption("twice_per_month")
    await fillField("Social security number", SSN)
    await fillField("Date of birth", "2020-03-09")
    await fillField("Next payday", formatFutureDay(5))
    await fillField("Last payday", formatFutureDay(-9))
    await fillField("Monthly income, whole dollars", "4200")
    await expectUsable()
    await page.getByRole("button", { name: "Apply" }).press("Enter")
    await waitForText("has to be a day between 18 and 120 years ago")
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe(
      "personal.birth_date"
    )
    await fillField("Date of birth", "1987-03-09")
    await page.getByRole("button", { name: "Apply" }).press("Enter")
    await waitForText("Please agree to the lender's terms before you apply.")
    expect(await service.control.applications({ orderId: `${cart.id}-` })).toEqual([])
    const ssnField = page.getByLabel("Social security number")
    expect(await ssnField.getAttribute("type")).toBe("password")
    await page.getByRole("button", { name: "Show" }).click()
    expect(await ssnField.getAttribute("type")).toBe("text")
    await page.getByRole("button", { name: "Show" }).click()
    await page.getByLabel(/I agree that the demo's lender/).check()
    await page.getByRole("button", { name: "Apply" }).press("Enter")
    await waitForText(/a month · \d+ months/)
    await expectUsable()
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
    )
    expect(stored).not.toContain(SSN)
    await focusByTab("Choose this plan")
    await page.keyboard.press("Enter")
    await waitForText("Chosen")
    const signLink = page.getByRole("link", { name: "Continue to sign" })
    expect(await signLink.getAttribute("href")).toContain(SERVICE)
    await decideApplication(cart.id, "sign")
    await waitForOrderPage()
  })

  it("gets pre-approved as a guest after correcting a field, and pays for a cart with it", async () => {
    await openContext()
    await openPage("/pre-approval")
    const guest = buildPerson() as Record<string, string>
    await fillField("First name", String(guest.first_name))
    await fillField("Last name", "Early")
    await fillField("E-mail", String(guest.email))
    const phoneField = page.getByLabel("Mobile phone")
    await phoneField.fill("12")
    await expectUsable()
    await clickButton("Get pre-approved")
    await waitForText("has to be a US phone number")
    expect(await phoneField.getAttribute("aria-invalid")).toBe("true")
    await phoneField.fill(String(guest.cell_phone))
    await clickButton("Get pre-approved")
    await page.locator(".cf-pre-approval[data-status]").waitFor()
    expect(await readStorage("financing-claim")).toMatch(/^[\w-]{43}$/)
    const applications = await service.control.applications()
    const application = applications.find(({ customer }) => customer.lastName === "Early")
    await service.control.decision(application?.tip ?? "", { outcome: "approve" })
    await checkPreApprovals()
    const cart = await shop.createCart()
    await page.evaluate((id) => localStorage.setItem("cart_us", id), cart.id)
    await openPage(PAYMENT_PATH)
    await chooseFinancing()
    await waitForText("You are pre-approved up to $5,000. It is used for this order.")
    await expectUsable()
    await clickButton("Continue to financing")
    await page.waitForURL(`${SERVICE}/**`)
    await openPage(PAYMENT_PATH)
    await waitForText(/sent a link to your phone/)
    await decideApplication(cart.id, "sign")
    await waitForOrder(cart.id)
    await page.reload()
    await waitForOrderPage()
  })

  it("signs in, and is offered the same application in another browser", async () => {
    const cart = await shop.createCart({ email: CUSTOMER.email })
    const signIn = async () => {
      await openPage("/account")
      await fillField("E-mail", CUSTOMER.email)
      await fillField("Password", CUSTOMER.password)
      await expectUsable()
      await clickButton("Sign in")
      await waitForText(`Hello, ${CUSTOMER.firstName}`)
    }
    await openContext({ cart })
    await signIn()
    await openPage(PAYMENT_PATH)
    await chooseFinancing()
    await clickButton("Continue to financing")
    await page.waitForURL(`${SERVICE}/**`)
    const applicationUrl = page.url()
    await openContext(PHONE)
    await signIn()
    const resumeLink = page.getByRole("link", { name: "Continue your application" })
    expect(await resumeLink.getAttribute("href")).toBe(applicationUrl)
    await waitForText("See what you can spend")
    await expectUsable()
  })

  it("sees Spanish texts in a Spanish browser, reasons included", async () => {
    const cart = await shop.createCart({ items: [{ handle: "laptop-14", quantity: 3 }] })
    await openContext({ cart, locale: "es-US" })
    await openPage("")
    await waitForText("Financiación de $300 a $5,000")
    await openPage(PAYMENT_PATH)
    await waitForText(/total es demasiado alto/)
    expect(await page.getByLabel("Pay over time").isDisabled()).toBe(true)
    await expectUsable()
  })
})

/** Opens the service's page in the dialog over the checkout. */
async function openDialog(): Promise<void> {
  await chooseFinancing()
  await page.getByLabel("In a window here").check()
  await clickButton("Continue to financing")
  await page.getByRole("dialog", { name: "Apply for financing" }).waitFor()
}

const getStatusElement = () => page.locator(".cf-status")

describe("the kit's components", () => {
  it("request the shop's offer once for all prices of a page", async () => {
    await openContext()
    const requestMethods: string[] = []
    page.on("request", (request) => {
      if (request.url().includes("/store/consumer-financing/config"))
        requestMethods.push(request.method())
    })
    await openPage("")
    await waitForText("Test mode")
    const lines = page.locator(".cf-line")
    expect(await lines.count()).toBeGreaterThan(3)
    await page.waitForLoadState("networkidle")
    expect(requestMethods.filter((method) => method === "GET")).toHaveLength(1)
  })

  it("show a cart's new application instead of its old decline once the dialog is closed", async () => {
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    await decideApplication(cart.id, "decline")
    await openContext({ cart, ...PHONE })
    await openPage(PAYMENT_PATH)
    await waitForText("Not approved")
    // The page is not reloaded: a declined cart can be financed again once it has changed.
    await shop.addItem(cart.id, { handle: "reading-lamp", quantity: 1 })
    await openDialog()
    await clickButton("Close")
    await waitForText("Your application is waiting for you")
    expect(await page.getByText("Not approved").count()).toBe(0)
    await expectUsable()
    await decideApplication(cart.id, "approve", "sign")
    await waitForOrderPage()
  })

  it("go to the order from the dialog when no other component shows the status", async () => {
    const cart = await shop.createCart()
    await openContext({ cart })
    await openPage(PAYMENT_PATH)
    await openDialog()
    const frame = page.frameLocator("iframe")
    await decideApplication(cart.id, "approve", "sign")
    await frame.getByRole("button", { name: "Return to the shop" }).press("Enter")
    await waitForOrderPage()
  })

  it("go to the order of an application that was signed elsewhere, and show no error", async () => {
    const cart = await shop.createCart()
    await openContext({ cart })
    await openPage(PAYMENT_PATH)
    await chooseFinancing()
    await page.getByRole("button", { name: "Continue to financing" }).waitFor()
    const alerts: string[] = []
    await page.exposeFunction("tellAlert", (text: string) => void (text && alerts.push(text)))
    await page.evaluate(() => {
      const reportAlerts = () => {
        for (const element of Array.from(document.querySelectorAll("[role=alert]"))) {
          void (window as never as { tellAlert: (text: string) => void }).tellAlert(
            element.textContent
          )
        }
      }
      new MutationObserver(reportAlerts).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    await shop.choosePaymentMethod(cart.id)
    await decideApplication(cart.id, "approve", "sign")
    await waitForOrder(cart.id)
    await clickButton("Continue to financing")
    await waitForOrderPage()
    expect(alerts).toEqual([])
  })

  it("show the review, then the link to sign, then the confirmation on the order's page", async () => {
    const cart = await shop.createCart()
    await openContext({ cart, ...PHONE })
    await openPage(PAYMENT_PATH)
    await chooseFinancing()
    await clickButton("Continue to financing")
    await page.waitForURL(`${SERVICE}/**`)
    const signingUrl = page.url()
    await decideApplication(cart.id, "review")
    await page.reload()
    await page.getByText("Return to the shop").click()
    await page.waitForURL(/\/us\/order\/order_\w+\/confirmed$/)
    await waitForText("Your application is under review")
    await waitForText(/Nothing was charged/)
    await expectUsable()
    await takeScreenshot(page, "storefront-under-review")
    await decideApplication(cart.id, "approve")
    const link = getStatusElement().getByRole("link", { name: "Continue your application" })
    await link.waitFor()
    expect(await link.getAttribute("href")).toBe(signingUrl)
    await decideApplication(cart.id, "sign")
    await waitForText("Thank you for your order")
    expect(await getStatusElement().count()).toBe(0)
  })

  it("show on the order's page that its financing was not approved", async () => {
    const cart = await shop.createCart()
    const { session } = await shop.choosePaymentMethod(cart.id)
    await decideApplication(cart.id, "review")
    await openContext({ cart })
    await page.goto(String(session.data.url))
    await page.getByText("Return to the shop").click()
    await waitForText("Your application is under review")
    await decideApplication(cart.id, "decline")
    await waitForText("The financing of this order was not approved. Nothing was charged.")
    await waitForText("Your order was cancelled")
    expect(await page.getByRole("button", { name: "Choose another payment method" }).count()).toBe(
      0
    )
  })

  it.each([PHONE, { viewport: { width: 1440, height: 700 } }])(
    "scroll the decline and the payment methods into view ($viewport.width px wide)",
    async (options) => {
      const cart = await shop.createCart()
      const { session } = await shop.choosePaymentMethod(cart.id)
      await decideApplication(cart.id, "decline")
      await openContext({ cart, ...options })
      await page.goto(String(session.data.url))
      await page.getByText("Return to the shop").click()
      await waitForText("Not approved")
      const getTop = async () => (await getStatusElement().boundingBox())?.y ?? -1
      await eventually(async () => {
        expect(await getTop()).toBeGreaterThanOrEqual(0)
        // Below the demo's sticky header, with the kit's own margin.
        expect(await getTop()).toBeLessThan(200)
      })
      expect(
        await page.getByRole("group", { name: "How would you like to pay?" }).isVisible()
      ).toBe(true)
    }
  )
})

describe("the dialog over the checkout", () => {
  it("allows the service's page camera, microphone, location and payment, and no referrer", async () => {
    const cart = await shop.createCart()
    await openContext({ cart })
    await openPage(PAYMENT_PATH)
    await openDialog()
    await page.frameLocator("iframe").getByText("Return to the shop").waitFor()
    const frame = page.frames().find((candidate) => candidate.url().startsWith(SERVICE))
    const features = await frame?.evaluate(() => {
      type Policy = { allowsFeature: (name: string) => boolean }
      const { featurePolicy } = document as Document & { featurePolicy: Policy }
      const names = ["camera", "microphone", "geolocation", "payment"]
      return {
        allowed: names.filter((name) => featurePolicy.allowsFeature(name)),
        referrer: document.referrer,
      }
    })
    expect(features).toEqual({
      allowed: ["camera", "microphone", "geolocation", "payment"],
      referrer: "",
    })
  })

  it("offers the full window when the service forbids the frame, and navigates only on a click", async () => {
    const cart = await shop.createCart()
    await openContext({ cart, ...PHONE })
    await page.route(`${SERVICE}/**`, async (route) => {
      const url = route.request().url().replace(SERVICE, serviceUrl)
      const answer = await route.fetch({ url })
      const headers = { ...answer.headers(), "x-frame-options": "DENY" }
      await route.fulfill({ response: answer, headers })
    })
    await openPage(PAYMENT_PATH)
    await openDialog()
    const checkout = page.url()
    const fullWindowLink = page.getByRole("link", { name: "Open in the full window" })
    await waitForText("Nothing here?")
    await expectUsable()
    await takeScreenshot(page, "storefront-forbidden-frame")
    await page.waitForTimeout(4_000)
    expect(page.url()).toBe(checkout)
    await fullWindowLink.click()
    await page.waitForURL(`${SERVICE}/**`)
    await page.getByText("Return to the shop").waitFor()
    // The service's page keeps polling: a request may be on its way when the browser closes.
    await page.unrouteAll({ behavior: "ignoreErrors" })
  })
})

/** Polls the status as a storefront does, until there is an order. */
const waitForOrder = (cartId: string) =>
  eventually(async () => {
    const path = `/store/consumer-financing/carts/${cartId}/status`
    const { financing } = await shop.storeApi.get<{ financing: { order_id: string | null } }>(path)
    if (!financing.order_id) throw new Error("There is no order")
  })

/** Polls the status as a storefront does, until Medusa has refused the order. */
const waitForRefusal = (cartId: string) =>
  eventually(async () => {
    const path = `/store/consumer-financing/carts/${cartId}/status`
    const { financing } = await shop.storeApi.get<{ financing: { message_code: string } }>(path)
    expect(financing.message_code).toBe("out-of-stock")
  })

/** Checks all pre-approvals, as the schedule does later. */
async function checkPreApprovals(): Promise<void> {
  const { control } = isolatedShop.stores[0]
  const preApprovals = await control.queryGraph<{ id: string }>({
    entity: "financing_pre_approval",
    fields: ["id"],
  })
  for (const { id } of preApprovals) {
    await control.runWorkflow("check-pre-approval-of-financing", { pre_approval_id: id })
  }
}
