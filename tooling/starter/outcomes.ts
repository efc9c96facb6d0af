import type { FrameLocator, Page } from "playwright-core"
import type { Sandbox } from "../../src/sandbox"
import { SERVICE, SHOP } from "./hosts"
import { choose, fillCart, pick, signIn } from "./shopper"
import { DIALOG_EMAIL } from "./run-starter"

/** The payment method's title in the plugin's settings. */
const TITLE = "Pay over time"
const BY_HAND = "Manual Payment"
const HANDLE = "harbor-sofa"

export type Visit = {
  page: Page
  service: Sandbox
  /** Takes screenshots at desktop and phone width. */
  picture: (station: string) => Promise<void>
}
type Outcome = (visit: Visit) => Promise<void>

const continueButton = (page: Page) => page.getByRole("button", { name: "Continue to financing" })

async function chooseFinancing({ page }: Visit): Promise<void> {
  await fillCart(page, HANDLE)
  await choose(page, TITLE)
  await continueButton(page).waitFor()
}

/** Continues to the service's page. @returns the application's token */
async function goToService({ page, service }: Visit): Promise<string> {
  await continueButton(page).click()
  await page.waitForURL(`${SERVICE}/**`)
  return await latestToken(service)
}

async function latestToken(service: Sandbox): Promise<string> {
  const applications = await service.control.applications({})
  const token = applications.at(-1)?.tip
  if (!token) throw new Error("The service has no application")
  return token
}

/** Applies for financing through the checkout. @returns the application's token */
async function apply(visit: Visit): Promise<string> {
  await chooseFinancing(visit)
  return await goToService(visit)
}

/** Applies in the dialog, which the starter's copy opens for this e-mail address. @returns the application's token */
async function applyInDialog(visit: Visit): Promise<string> {
  const { page, service, picture } = visit
  await fillCart(page, HANDLE, { email: `${DIALOG_EMAIL}.${Date.now()}@example.com` })
  await choose(page, TITLE)
  await continueButton(page).click()
  await frameOf(page)
    .getByRole("heading", { name: /Finance your purchase/ })
    .waitFor()
  await picture("dialog")
  return await latestToken(service)
}

const frameOf = (page: Page) => page.frameLocator(".cf-dialog iframe")

const SIGNED = /You are all set/
const DECLINED = /cannot offer you financing/
const REVIEWED = /under review/

/** Returns to the shop. Waits for the decision's heading first, because the service's page polls once a second. */
async function leave(page: Page | FrameLocator, decided?: RegExp): Promise<void> {
  if (decided) await page.getByRole("heading", { name: decided }).waitFor()
  await page.getByRole("button", { name: "Return to the shop" }).click()
}

async function sign({ control }: Sandbox, token: string): Promise<void> {
  await control.decision(token, { outcome: "approve" })
  await control.decision(token, { outcome: "sign" })
}

/** Waits until the order's page shows the payment method. */
async function confirmed({ page, picture }: Visit, title = TITLE): Promise<void> {
  await page.waitForURL(/\/us\/order\/order_\w+\/confirmed/)
  await page.getByTestId("payment-method").filter({ hasText: title }).waitFor()
  await picture("confirmed")
}

/** Counts the orders in the customer's account. */
async function countOrders(page: Page): Promise<number> {
  await page.goto(`${SHOP}/us/account/orders`)
  const cards = page.getByTestId("order-card")
  await cards.or(page.getByTestId("no-orders-container")).first().waitFor()
  return await cards.count()
}

const STATUS = /\/us\/financing\/cart_\w+\/status/
const CHECKOUT = /\/us\/checkout\?step=payment/

/** Waits for the shop's message to a returning shopper. */
async function expectToRead(
  { page, picture }: Visit,
  words: RegExp,
  address = CHECKOUT
): Promise<void> {
  await page.waitForURL(address)
  await page.getByRole("status").filter({ hasText: words }).waitFor()
  await picture("back")
}

/** The outcomes of a purchase. Each ends with an order, or with a message and a next step. */
export const outcomes: Record<string, Outcome> = {
  "approved and signed": async (visit) => {
    const { page, service, picture } = visit
    await page.goto(`${SHOP}/us/products/${HANDLE}`)
    await page.locator(".cf-line").filter({ hasText: "$300 to $5,000" }).first().waitFor()
    await picture("product")
    await chooseFinancing(visit)
    await picture("chosen")
    await sign(service, await goToService(visit))
    await leave(page, SIGNED)
    await confirmed(visit)
    await expectEmptyCart(page)
  },
  "declined, then paid otherwise": async (visit) => {
    const { page, service, picture } = visit
    await service.control.decision(await apply(visit), { outcome: "decline" })
    await leave(page, DECLINED)
    await expectToRead(visit, /not approved/i)
    await choose(page, BY_HAND)
    await page.getByTestId("submit-order-button").waitFor()
    await picture("another method")
    await page.getByTestId("submit-order-button").click()
    await confirmed(visit, BY_HAND)
  },
  "left, and continued": async (visit) => {
    const { page, service } = visit
    const token = await apply(visit)
    await leave(page)
    await expectToRead(visit, /waiting for you/i)
    await page.getByRole("link", { name: "Continue your application" }).click()
    await page.waitForURL(`${SERVICE}/**`)
    await sign(service, token)
    await leave(page, SIGNED)
    await confirmed(visit)
  },
  "continued in another browser": async (visit) => {
    const { page, service } = visit
    const token = await apply(visit)
    // The shop keeps nothing else in the browser.
    await page.context().clearCookies()
    await leave(page)
    await expectToRead(visit, /waiting for you/i, /\/us\/financing\/cart_\w+\/status/)
    await page.getByRole("link", { name: "Continue your application" }).click()
    await page.waitForURL(`${SERVICE}/**`)
    await sign(service, token)
    await leave(page, SIGNED)
    await confirmed(visit)
  },
  "under review, then to sign, while the page waits": async (visit) => {
    const { page, service } = visit
    const token = await apply(visit)
    await service.control.decision(token, { outcome: "review" })
    await leave(page, REVIEWED)
    await expectToRead(visit, /under review/i, STATUS)
    await service.control.decision(token, { outcome: "approve" })
    await page.getByRole("link", { name: "Continue your application" }).click()
    await page.waitForURL(`${SERVICE}/**`)
    await service.control.decision(token, { outcome: "sign" })
    await leave(page, SIGNED)
    await confirmed(visit)
  },
  "logged in, and the order is among theirs at once": async (visit) => {
    const { page, service, picture } = visit
    await signIn(page)
    const before = await countOrders(page)
    await sign(service, await apply(visit))
    await leave(page, SIGNED)
    await confirmed(visit)
    if ((await countOrders(page)) !== before + 1) throw new Error("The order is not listed")
    await picture("orders")
  },
  "logged in and under review, then declined, on the page of the order": async (visit) => {
    const { page, service, picture } = visit
    await signIn(page)
    await service.control.decision(await apply(visit), { outcome: "review" })
    await leave(page, REVIEWED)
    await expectToRead(visit, /under review/i, STATUS)
    await countOrders(page)
    await page.getByTestId("order-details-link").first().click()
    await page
      .getByRole("status")
      .filter({ hasText: /under review/i })
      .waitFor()
    await picture("order under review")
    await service.control.decision(await latestToken(service), { outcome: "decline" })
    await page
      .getByRole("status")
      .filter({ hasText: /order was not approved/ })
      .waitFor()
    await picture("declined order")
  },
  "approved and signed in a dialog": async (visit) => {
    const { page, service } = visit
    await sign(service, await applyInDialog(visit))
    await leave(frameOf(page), SIGNED)
    await confirmed(visit)
    await expectEmptyCart(page)
  },
  "declined in a dialog, then paid otherwise": async (visit) => {
    const { page, service, picture } = visit
    await service.control.decision(await applyInDialog(visit), { outcome: "decline" })
    await leave(frameOf(page), DECLINED)
    await expectToRead(visit, /not approved/i, /\/us\/checkout/)
    await picture("declined")
    await page.goto(`${SHOP}/us/checkout?step=payment`)
    await choose(page, BY_HAND)
    await page.getByTestId("submit-order-button").click()
    await confirmed(visit, BY_HAND)
  },
  "a small cart shows why it cannot be financed": async ({ page, picture }) => {
    await fillCart(page, "reading-lamp")
    const method = page.getByRole("radio").filter({ hasText: TITLE })
    await method.filter({ hasText: /\$300/ }).waitFor()
    await picture("below the minimum")
  },
  "signed with the tab closed, and opened again later": async (visit) => {
    const { page, service } = visit
    const token = await apply(visit)
    await page.goto("about:blank")
    await sign(service, token)
    await page.waitForTimeout(5_000)
    await page.goto(`${SHOP}/us/checkout?step=payment`)
    await confirmed(visit)
    await expectEmptyCart(page)
  },
  "a missing state is named": async ({ page, picture }) => {
    await fillCart(page, HANDLE, { "shipping_address.province": "" })
    await pick(page, TITLE)
    await page.getByText(/Choose the US state/).waitFor()
    await picture("missing state")
  },
}

async function expectEmptyCart(page: Page): Promise<void> {
  await page.goto(`${SHOP}/us/cart`)
  await page.getByText("You don't have anything in your cart").first().waitFor()
}
