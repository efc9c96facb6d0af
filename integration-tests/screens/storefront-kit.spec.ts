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
let apart: IsolatedShop
let shop: ShopClient
let visit: BrowserContext
let page: Page

beforeAll(async () => {
  const port = await findFreePort()
  const at = await findFreePort()
  // With its port, so that the service's postbacks arrive, too.
  const medusaUrl = `http://medusa.test:${at}`
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
  apart = await startIsolatedShop(settings, { port: at })
  shop = apart.shop
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

type Entering = BrowserContextOptions & { cart?: { id: string } }

/** Opens a browser whose storage holds this cart, or none. */
async function enter({ cart, ...options }: Entering = {}): Promise<void> {
  await visit?.close()
  const localStorage = cart ? [{ name: "cart_us", value: cart.id }] : []
  const storageState = { cookies: [], origins: [{ origin: SHOP, localStorage }] }
  const window = { viewport: { width: 1440, height: 1000 }, reducedMotion: "reduce" as const }
  visit = await browser.newContext({ ...window, storageState, ...options })
  visit.setDefaultTimeout(30_000)
  page = await visit.newPage()
}
afterAll(() => visit?.close())

const open = (path: string) => page.goto(`${SHOP}/us${path}`)
const PAYMENT = "/checkout?step=payment"

/** The token of the newest application: a changed cart gets a new one. */
async function tokenOf(cartId: string): Promise<string> {
  const applications = await service.control.applications({ orderId: `${cartId}-` })
  return applications.at(-1)?.tip ?? ""
}

type Outcome = "approve" | "sign" | "decline" | "review"
async function decide(cartId: string, ...outcomes: Outcome[]): Promise<void> {
  const token = await tokenOf(cartId)
  for (const outcome of outcomes) await service.control.decision(token, { outcome })
}

const press = (name: string) => page.getByRole("button", { name, exact: true }).click()
const follow = (name: string) => page.getByRole("link", { name, exact: true }).click()
const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
async function see(text: string | RegExp): Promise<void> {
  await page
    .getByText(text)
    .first()
    .waitFor()
    .catch(async (error: Error) => {
      throw new Error(`${error.message}\nThe page reads:\n${await page.innerText("body")}`)
    })
}
const financing = () => page.getByLabel("Pay over time").check()
const kept = (name: string) => page.evaluate((key) => localStorage.getItem(key), name)

/** Waits for the order's page with an empty cart. */
async function orderShown(): Promise<void> {
  await page.waitForURL(/\/us\/order\/order_\w+\/confirmed$/)
  await see("Thank you for your order")
  await page.getByLabel("0 in it").waitFor()
}

/** Presses Tab until the element with this name has the focus. */
async function tabTo(name: string): Promise<void> {
  for (let steps = 0; steps < 30; steps += 1) {
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

/** Returns by how many pixels the page is wider than the window. */
const sticksOut = () =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function expectUsable(): Promise<void> {
  expect(await findAccessibilityViolations(page, "#shop")).toEqual([])
  expect(await sticksOut()).toBeLessThanOrEqual(0)
}

describe("a shopper in the example storefront, on three sites", () => {
  it("buys from the product page through the service's pages to the confirmation", async () => {
    await enter()
    await open("")
    await see("Financing from $300 to $5,000")
    await see("Test mode")
    await expectUsable()
    await takeScreenshot(page, "storefront")
    await page.getByRole("heading", { name: "Harbor Sofa", exact: true }).click()
    await see("$1,299.00")
    await see("Financing from $300 to $5,000")
    await expectUsable()
    await press("Add to cart")
    await see("Your cart")
    await page.getByLabel("1 in it").waitFor()
    await expectUsable()
    await follow("Go to checkout")
    await page.getByLabel("White-glove delivery").check()
    await expectUsable()
    await press("Continue to payment")
    await financing()
    await expectUsable()
    await takeScreenshot(page, "storefront-payment")
    await press("Continue to financing")
    await page.waitForURL(`${SERVICE}/**`)
    await press("See if I am approved")
    await press("Continue with this offer")
    await page.getByRole("checkbox").check()
    await page.locator('button[value="sign"]').click()
    await orderShown()
    await expectUsable()
    await takeScreenshot(page, "storefront-confirmed")
  })

  it("applies by keyboard alone, goes back, and continues the same application", async () => {
    const cart = await shop.createCart()
    await enter({ cart })
    await open(PAYMENT)
    await see("Pay over time")
    await tabTo("Pay over time")
    await page.keyboard.press("Space")
    await page.getByRole("button", { name: "Continue to financing" }).waitFor()
    await tabTo("Continue to financing")
    await page.keyboard.press("Enter")
    await page.waitForURL(`${SERVICE}/**`)
    const first = page.url()
    await page.goBack()
    await financing()
    await page.getByRole("button", { name: "Continue to financing" }).press("Enter")
    await page.waitForURL(first)
    await decide(cart.id, "approve", "sign")
    await page.reload()
    await page.getByRole("button", { name: "Return to the shop" }).press("Enter")
    await orderShown()
  })

  it("applies in the dialog, which closes by itself, and sees the application's status", async () => {
    const cart = await shop.createCart()
    await enter({ cart })
    await open(PAYMENT)
    await financing()
    await page.getByLabel("In a window here").check()
    await press("Continue to financing")
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
    await see("Your application is waiting for you")
    expect(await page.getByRole("link", { name: "Continue your application" }).count()).toBe(1)
    await decide(cart.id, "approve", "sign")
    await orderShown()
  })

  it("sees the decline on returning, and pays with another method", async () => {
    const cart = await shop.createCart()
    await enter({ cart })
    await open(PAYMENT)
    await financing()
    await press("Continue to financing")
    await page.waitForURL(`${SERVICE}/**`)
    await decide(cart.id, "decline")
    await page.reload()
    await page.getByText("Return to the shop").click()
    await page.waitForURL(`${SHOP}/us${PAYMENT}`)
    await see("Not approved")
    await see(/Nothing was charged/)
    await expectUsable()
    await press("Choose another payment method")
    await press("Place the order")
    await orderShown()
  })

  it("sees a message when the service refuses an application, and pays another way (null token)", async () => {
    const cart = await shop.createCart({ address: { address_1: "12 PO Box Lane" } })
    await enter({ cart, ...PHONE })
    await open(PAYMENT)
    await financing()
    await press("Continue to financing")
    await page
      .getByRole("alert")
      .filter({ hasText: /cannot be financed/ })
      .waitFor()
    expect(await page.getByRole("alert").getByRole("link").getAttribute("href")).toContain(SERVICE)
    await expectUsable()
    await page.getByLabel("Bank transfer").check()
    await press("Place the order")
    await page.waitForURL(/confirmed$/)
  })

  it("sees a link to the open application, and a review become an order without a reload", async () => {
    const cart = await shop.createCart()
    const { session } = await shop.choosePaymentMethod(cart.id)
    await enter({ cart, ...PHONE })
    await open("/cart")
    const resume = page.getByRole("link", { name: "Continue your application" })
    expect(await resume.getAttribute("href")).toBe(session.data.url)
    await expectUsable()
    await decide(cart.id, "review")
    await open(PAYMENT)
    await see("Your application is under review")
    await expectUsable()
    await decide(cart.id, "approve", "sign")
    await orderShown()
  })

  it("continues in another browser by the link alone, signs, and sees the order", async () => {
    const cart = await shop.createCart()
    const { session } = await shop.choosePaymentMethod(cart.id)
    await enter(PHONE)
    await page.goto(String(session.data.url))
    await press("Return to the shop")
    await see("Your application is waiting for you")
    await expectUsable()
    await follow("Continue your application")
    await page.waitForURL(`${SERVICE}/**`)
    await decide(cart.id, "approve", "sign")
    await page.reload()
    await press("Return to the shop")
    await orderShown()
    expect(await kept("cart_us")).toBeNull()
  })

  it("sees that a cart changed in a second tab needs a new application", async () => {
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    await shop.addItem(cart.id, { handle: "reading-lamp", quantity: 1 })
    await enter({ cart })
    await open(PAYMENT)
    await see("Your cart has changed")
    await see(/cart was changed after you applied/)
    await eventually(async () => {
      expect((await service.control.applications({ orderId: `${cart.id}-` }))[0]?.status).toBe("O")
    })
    await page.reload()
    await see("Your cart has changed")
    expect(await page.getByText("Application cancelled").count()).toBe(0)
    await financing()
    await press("Continue to financing")
    await page.waitForURL(`${SERVICE}/**`)
    await see("Reading Lamp")
  })

  it("sees why a signed cart is not ordered, and can choose another method", async () => {
    const stock = (quantity: number) =>
      apart.query(
        `update inventory_level set stocked_quantity = ${quantity},
           raw_stocked_quantity = '{"value": "${quantity}", "precision": 20}'`
      )
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    await stock(0)
    try {
      await decide(cart.id, "approve", "sign")
      await untilRefused(cart.id)
      await enter({ cart, ...PHONE })
      await open(PAYMENT)
      await see("Your order is not placed yet")
      await see(/is not available in this quantity any more. Nothing was charged/)
      await page.getByRole("button", { name: "Choose another payment method" }).waitFor()
      await expectUsable()
    } finally {
      await stock(1_000_000)
    }
  })

  it("closes the tab during the review, and finds the order on the cart page", async () => {
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    await decide(cart.id, "review")
    await enter({ cart })
    await open(PAYMENT)
    await see("Your application is under review")
    await page.close()
    await decide(cart.id, "approve", "sign")
    page = await visit.newPage()
    await untilOrdered(cart.id)
    await open("/cart")
    await see("Your order was placed while you were away.")
    await follow("See your order")
    await orderShown()
    expect(await kept("cart_us")).toBeNull()
  })

  it("fills in the shop's own form on a phone, chooses an offer, signs, and sees the order", async () => {
    const cart = await shop.createCart()
    await enter({ cart, ...PHONE })
    await open(PAYMENT)
    await financing()
    await page.getByLabel("In our own form").check()
    await follow("Fill in the form")
    await page.getByLabel("How often are you paid?").selectOption("twice_per_month")
    await fill("Social security number", SSN)
    await fill("Date of birth", "2020-03-09")
    await fill("Next payday", formatFutureDay(5))
    await fill("Last payday", formatFutureDay(-9))
    await fill("Monthly income, whole dollars", "4200")
    await expectUsable()
    await page.getByRole("button", { name: "Apply" }).press("Enter")
    await see("has to be a day between 18 and 120 years ago")
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe(
      "personal.birth_date"
    )
    await fill("Date of birth", "1987-03-09")
    await page.getByRole("button", { name: "Apply" }).press("Enter")
    await see("Please agree to the lender's terms before you apply.")
    expect(await service.control.applications({ orderId: `${cart.id}-` })).toEqual([])
    const number = page.getByLabel("Social security number")
    expect(await number.getAttribute("type")).toBe("password")
    await page.getByRole("button", { name: "Show" }).click()
    expect(await number.getAttribute("type")).toBe("text")
    await page.getByRole("button", { name: "Show" }).click()
    await page.getByLabel(/I agree that the demo's lender/).check()
    await page.getByRole("button", { name: "Apply" }).press("Enter")
    await see(/a month · \d+ months/)
    await expectUsable()
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
    )
    expect(stored).not.toContain(SSN)
    await tabTo("Choose this plan")
    await page.keyboard.press("Enter")
    await see("Chosen")
    const sign = page.getByRole("link", { name: "Continue to sign" })
    expect(await sign.getAttribute("href")).toContain(SERVICE)
    await decide(cart.id, "sign")
    await orderShown()
  })

  it("gets pre-approved as a guest after correcting a field, and pays for a cart with it", async () => {
    await enter()
    await open("/pre-approval")
    const guest = buildPerson() as Record<string, string>
    await fill("First name", String(guest.first_name))
    await fill("Last name", "Early")
    await fill("E-mail", String(guest.email))
    const phone = page.getByLabel("Mobile phone")
    await phone.fill("12")
    await expectUsable()
    await press("Get pre-approved")
    await see("has to be a US phone number")
    expect(await phone.getAttribute("aria-invalid")).toBe("true")
    await phone.fill(String(guest.cell_phone))
    await press("Get pre-approved")
    await page.locator(".cf-pre-approval[data-status]").waitFor()
    expect(await kept("financing-claim")).toMatch(/^[\w-]{43}$/)
    const applications = await service.control.applications()
    const asked = applications.find(({ customer }) => customer.lastName === "Early")
    await service.control.decision(asked?.tip ?? "", { outcome: "approve" })
    await checkPreApprovals()
    const cart = await shop.createCart()
    await page.evaluate((id) => localStorage.setItem("cart_us", id), cart.id)
    await open(PAYMENT)
    await financing()
    await see("You are pre-approved up to $5,000. It is used for this order.")
    await expectUsable()
    await press("Continue to financing")
    await page.waitForURL(`${SERVICE}/**`)
    await open(PAYMENT)
    await see(/sent a link to your phone/)
    await decide(cart.id, "sign")
    await untilOrdered(cart.id)
    await page.reload()
    await orderShown()
  })

  it("signs in, and is offered the same application in another browser", async () => {
    const cart = await shop.createCart({ email: CUSTOMER.email })
    const signIn = async () => {
      await open("/account")
      await fill("E-mail", CUSTOMER.email)
      await fill("Password", CUSTOMER.password)
      await expectUsable()
      await press("Sign in")
      await see(`Hello, ${CUSTOMER.firstName}`)
    }
    await enter({ cart })
    await signIn()
    await open(PAYMENT)
    await financing()
    await press("Continue to financing")
    await page.waitForURL(`${SERVICE}/**`)
    const began = page.url()
    await enter(PHONE)
    await signIn()
    const resume = page.getByRole("link", { name: "Continue your application" })
    expect(await resume.getAttribute("href")).toBe(began)
    await see("See what you can spend")
    await expectUsable()
  })

  it("sees Spanish texts in a Spanish browser, reasons included", async () => {
    const cart = await shop.createCart({ items: [{ handle: "laptop-14", quantity: 3 }] })
    await enter({ cart, locale: "es-US" })
    await open("")
    await see("Financiación de $300 a $5,000")
    await open(PAYMENT)
    await see(/total es demasiado alto/)
    expect(await page.getByLabel("Pay over time").isDisabled()).toBe(true)
    await expectUsable()
  })
})

/** Opens the service's page in the dialog over the checkout. */
async function openDialog(): Promise<void> {
  await financing()
  await page.getByLabel("In a window here").check()
  await press("Continue to financing")
  await page.getByRole("dialog", { name: "Apply for financing" }).waitFor()
}

const status = () => page.locator(".cf-status")

describe("the kit's components", () => {
  it("request the shop's offer once for all prices of a page", async () => {
    await enter()
    const asked: string[] = []
    page.on("request", (request) => {
      if (request.url().includes("/store/consumer-financing/config")) asked.push(request.method())
    })
    await open("")
    await see("Test mode")
    const lines = page.locator(".cf-line")
    expect(await lines.count()).toBeGreaterThan(3)
    await page.waitForLoadState("networkidle")
    expect(asked.filter((method) => method === "GET")).toHaveLength(1)
  })

  it("show a cart's new application instead of its old decline once the dialog is closed", async () => {
    const cart = await shop.createCart()
    await shop.choosePaymentMethod(cart.id)
    await decide(cart.id, "decline")
    await enter({ cart, ...PHONE })
    await open(PAYMENT)
    await see("Not approved")
    // The page is not reloaded: a declined cart can be financed again once it has changed.
    await shop.addItem(cart.id, { handle: "reading-lamp", quantity: 1 })
    await openDialog()
    await press("Close")
    await see("Your application is waiting for you")
    expect(await page.getByText("Not approved").count()).toBe(0)
    await expectUsable()
    await decide(cart.id, "approve", "sign")
    await orderShown()
  })

  it("go to the order from the dialog when no other component shows the status", async () => {
    const cart = await shop.createCart()
    await enter({ cart })
    await open(PAYMENT)
    await openDialog()
    const frame = page.frameLocator("iframe")
    await decide(cart.id, "approve", "sign")
    await frame.getByRole("button", { name: "Return to the shop" }).press("Enter")
    await orderShown()
  })

  it("go to the order of an application that was signed elsewhere, and show no error", async () => {
    const cart = await shop.createCart()
    await enter({ cart })
    await open(PAYMENT)
    await financing()
    await page.getByRole("button", { name: "Continue to financing" }).waitFor()
    const alerts: string[] = []
    await page.exposeFunction("tellAlert", (text: string) => void (text && alerts.push(text)))
    await page.evaluate(() => {
      const look = () => {
        for (const one of Array.from(document.querySelectorAll("[role=alert]"))) {
          void (window as never as { tellAlert: (text: string) => void }).tellAlert(one.textContent)
        }
      }
      new MutationObserver(look).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    await shop.choosePaymentMethod(cart.id)
    await decide(cart.id, "approve", "sign")
    await untilOrdered(cart.id)
    await press("Continue to financing")
    await orderShown()
    expect(alerts).toEqual([])
  })

  it("show the review, then the link to sign, then the confirmation on the order's page", async () => {
    const cart = await shop.createCart()
    await enter({ cart, ...PHONE })
    await open(PAYMENT)
    await financing()
    await press("Continue to financing")
    await page.waitForURL(`${SERVICE}/**`)
    const signing = page.url()
    await decide(cart.id, "review")
    await page.reload()
    await page.getByText("Return to the shop").click()
    await page.waitForURL(/\/us\/order\/order_\w+\/confirmed$/)
    await see("Your application is under review")
    await see(/Nothing was charged/)
    await expectUsable()
    await takeScreenshot(page, "storefront-under-review")
    await decide(cart.id, "approve")
    const link = status().getByRole("link", { name: "Continue your application" })
    await link.waitFor()
    expect(await link.getAttribute("href")).toBe(signing)
    await decide(cart.id, "sign")
    await see("Thank you for your order")
    expect(await status().count()).toBe(0)
  })

  it("show on the order's page that its financing was not approved", async () => {
    const cart = await shop.createCart()
    const { session } = await shop.choosePaymentMethod(cart.id)
    await decide(cart.id, "review")
    await enter({ cart })
    await page.goto(String(session.data.url))
    await page.getByText("Return to the shop").click()
    await see("Your application is under review")
    await decide(cart.id, "decline")
    await see("The financing of this order was not approved. Nothing was charged.")
    await see("Your order was cancelled")
    expect(await page.getByRole("button", { name: "Choose another payment method" }).count()).toBe(
      0
    )
  })

  it.each([PHONE, { viewport: { width: 1440, height: 700 } }])(
    "scroll the decline and the payment methods into view ($viewport.width px wide)",
    async (window) => {
      const cart = await shop.createCart()
      const { session } = await shop.choosePaymentMethod(cart.id)
      await decide(cart.id, "decline")
      await enter({ cart, ...window })
      await page.goto(String(session.data.url))
      await page.getByText("Return to the shop").click()
      await see("Not approved")
      const top = async () => (await status().boundingBox())?.y ?? -1
      await eventually(async () => {
        expect(await top()).toBeGreaterThanOrEqual(0)
        // Below the demo's sticky header, with the kit's own margin.
        expect(await top()).toBeLessThan(200)
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
    await enter({ cart })
    await open(PAYMENT)
    await openDialog()
    await page.frameLocator("iframe").getByText("Return to the shop").waitFor()
    const frame = page.frames().find((one) => one.url().startsWith(SERVICE))
    const seen = await frame?.evaluate(() => {
      type Policy = { allowsFeature: (name: string) => boolean }
      const { featurePolicy } = document as Document & { featurePolicy: Policy }
      const names = ["camera", "microphone", "geolocation", "payment"]
      return {
        allowed: names.filter((name) => featurePolicy.allowsFeature(name)),
        referrer: document.referrer,
      }
    })
    expect(seen).toEqual({
      allowed: ["camera", "microphone", "geolocation", "payment"],
      referrer: "",
    })
  })

  it("offers the full window when the service forbids the frame, and navigates only on a click", async () => {
    const cart = await shop.createCart()
    await enter({ cart, ...PHONE })
    await page.route(`${SERVICE}/**`, async (route) => {
      const url = route.request().url().replace(SERVICE, serviceUrl)
      const answer = await route.fetch({ url })
      const headers = { ...answer.headers(), "x-frame-options": "DENY" }
      await route.fulfill({ response: answer, headers })
    })
    await open(PAYMENT)
    await openDialog()
    const checkout = page.url()
    const offer = page.getByRole("link", { name: "Open in the full window" })
    await see("Nothing here?")
    await expectUsable()
    await takeScreenshot(page, "storefront-forbidden-frame")
    await page.waitForTimeout(4_000)
    expect(page.url()).toBe(checkout)
    await offer.click()
    await page.waitForURL(`${SERVICE}/**`)
    await page.getByText("Return to the shop").waitFor()
    // The service's page keeps polling: a request may be on its way when the browser closes.
    await page.unrouteAll({ behavior: "ignoreErrors" })
  })
})

/** Polls the status as a storefront does, until there is an order. */
const untilOrdered = (cartId: string) =>
  eventually(async () => {
    const path = `/store/consumer-financing/carts/${cartId}/status`
    const { financing } = await shop.storeApi.get<{ financing: { order_id: string | null } }>(path)
    if (!financing.order_id) throw new Error("There is no order")
  })

/** Polls the status as a storefront does, until Medusa has refused the order. */
const untilRefused = (cartId: string) =>
  eventually(async () => {
    const path = `/store/consumer-financing/carts/${cartId}/status`
    const { financing } = await shop.storeApi.get<{ financing: { message_code: string } }>(path)
    expect(financing.message_code).toBe("out-of-stock")
  })

/** Checks all pre-approvals, as the schedule does later. */
async function checkPreApprovals(): Promise<void> {
  const { control } = apart.stores[0]
  const all = await control.queryGraph<{ id: string }>({
    entity: "financing_pre_approval",
    fields: ["id"],
  })
  for (const { id } of all) {
    await control.runWorkflow("check-pre-approval-of-financing", { pre_approval_id: id })
  }
}
