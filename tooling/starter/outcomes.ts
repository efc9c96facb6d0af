import type { FrameLocator, Page } from "playwright-core"
import type { Sandbox } from "../../src/sandbox"
import { SERVICE, SHOP } from "./hosts"
import { choosePaymentMethod, fillCart, submitPaymentMethod, signIn } from "./shopper"
import { DIALOG_EMAIL } from "./run-starter"

/** The payment method's title in the plugin's settings. */
const FINANCING_TITLE = "Pay over time"
const MANUAL_PAYMENT_TITLE = "Manual Payment"
const PRODUCT_HANDLE = "harbor-sofa"

export type Visit = {
  page: Page
  service: Sandbox
  /** Takes screenshots at desktop and phone width. */
  takeScreenshots: (station: string) => Promise<void>
}
type Outcome = (visit: Visit) => Promise<void>

const getContinueButton = (page: Page) =>
  page.getByRole("button", { name: "Continue to financing" })

async function chooseFinancing({ page }: Visit): Promise<void> {
  await fillCart(page, PRODUCT_HANDLE)
  await choosePaymentMethod(page, FINANCING_TITLE)
  await getContinueButton(page).waitFor()
}

/** Continues to the service's page. @returns the application's token */
async function goToService({ page, service }: Visit): Promise<string> {
  await getContinueButton(page).click()
  await page.waitForURL(`${SERVICE}/**`)
  return await getLatestToken(service)
}

async function getLatestToken(service: Sandbox): Promise<string> {
  const applications = await service.control.applications({})
  const token = applications.at(-1)?.tip
  if (!token) throw new Error("The service has no application")
  return token
}

/** Applies for financing through the checkout. @returns the application's token */
async function applyForFinancing(visit: Visit): Promise<string> {
  await chooseFinancing(visit)
  return await goToService(visit)
}

/** Applies in the dialog, which the starter's copy opens for this e-mail address. @returns the application's token */
async function applyInDialog(visit: Visit): Promise<string> {
  const { page, service, takeScreenshots } = visit
  await fillCart(page, PRODUCT_HANDLE, { email: `${DIALOG_EMAIL}.${Date.now()}@example.com` })
  await choosePaymentMethod(page, FINANCING_TITLE)
  await getContinueButton(page).click()
  await getDialogFrame(page)
    .getByRole("heading", { name: /Finance your purchase/ })
    .waitFor()
  await takeScreenshots("dialog")
  return await getLatestToken(service)
}

const getDialogFrame = (page: Page) => page.frameLocator(".cf-dialog iframe")

const SIGNED_HEADING = /You are all set/
const DECLINED_HEADING = /cannot offer you financing/
const REVIEW_HEADING = /under review/

/** Returns to the shop. Waits for the decision's heading first, because the service's page polls once a second. */
async function returnToShop(page: Page | FrameLocator, decided?: RegExp): Promise<void> {
  if (decided) await page.getByRole("heading", { name: decided }).waitFor()
  await page.getByRole("button", { name: "Return to the shop" }).click()
}

async function signContract({ control }: Sandbox, token: string): Promise<void> {
  await control.decision(token, { outcome: "approve" })
  await control.decision(token, { outcome: "sign" })
}

/** Waits until the order's page shows the payment method. */
async function expectConfirmation(
  { page, takeScreenshots }: Visit,
  title = FINANCING_TITLE
): Promise<void> {
  await page.waitForURL(/\/us\/order\/order_\w+\/confirmed/)
  await page.getByTestId("payment-method").filter({ hasText: title }).waitFor()
  await takeScreenshots("confirmed")
}

/** Counts the orders in the customer's account. */
async function countOrders(page: Page): Promise<number> {
  await page.goto(`${SHOP}/us/account/orders`)
  const cards = page.getByTestId("order-card")
  await cards.or(page.getByTestId("no-orders-container")).first().waitFor()
  return await cards.count()
}

const STATUS_URL = /\/us\/financing\/cart_\w+\/status/
const CHECKOUT_URL = /\/us\/checkout\?step=payment/

/** Waits for the shop's message to a returning shopper. */
async function expectMessage(
  { page, takeScreenshots }: Visit,
  words: RegExp,
  address = CHECKOUT_URL
): Promise<void> {
  await page.waitForURL(address)
  await page.getByRole("status").filter({ hasText: words }).waitFor()
  await takeScreenshots("back")
}

/** The outcomes of a purchase. Each ends with an order, or with a message and a next step. */
export const OUTCOMES: Record<string, Outcome> = {
  "approved and signed": async (visit) => {
    const { page, service, takeScreenshots } = visit
    await page.goto(`${SHOP}/us/products/${PRODUCT_HANDLE}`)
    await page.locator(".cf-line").filter({ hasText: "$300 to $5,000" }).first().waitFor()
    await takeScreenshots("product")
    await chooseFinancing(visit)
    await takeScreenshots("chosen")
    await signContract(service, await goToService(visit))
    await returnToShop(page, SIGNED_HEADING)
    await expectConfirmation(visit)
    await expectEmptyCart(page)
  },
  "declined, then paid otherwise": async (visit) => {
    const { page, service, takeScreenshots } = visit
    await service.control.decision(await applyForFinancing(visit), { outcome: "decline" })
    await returnToShop(page, DECLINED_HEADING)
    await expectMessage(visit, /not approved/i)
    await choosePaymentMethod(page, MANUAL_PAYMENT_TITLE)
    await page.getByTestId("submit-order-button").waitFor()
    await takeScreenshots("another method")
    await page.getByTestId("submit-order-button").click()
    await expectConfirmation(visit, MANUAL_PAYMENT_TITLE)
  },
  "left, and continued": async (visit) => {
    const { page, service } = visit
    const token = await applyForFinancing(visit)
    await returnToShop(page)
    await expectMessage(visit, /waiting for you/i)
    await page.getByRole("link", { name: "Continue your application" }).click()
    await page.waitForURL(`${SERVICE}/**`)
    await signContract(service, token)
    await returnToShop(page, SIGNED_HEADING)
    await expectConfirmation(visit)
  },
  "continued in another browser": async (visit) => {
    const { page, service } = visit
    const token = await applyForFinancing(visit)
    // The shop keeps nothing else in the browser.
    await page.context().clearCookies()
    await returnToShop(page)
    await expectMessage(visit, /waiting for you/i, /\/us\/financing\/cart_\w+\/status/)
    await page.getByRole("link", { name: "Continue your application" }).click()
    await page.waitForURL(`${SERVICE}/**`)
    await signContract(service, token)
    await returnToShop(page, SIGNED_HEADING)
    await expectConfirmation(visit)
  },
  "under review, then to sign, while the page waits": async (visit) => {
    const { page, service } = visit
    const token = await applyForFinancing(visit)
    await service.control.decision(token, { outcome: "review" })
    await returnToShop(page, REVIEW_HEADING)
    await expectMessage(visit, /under review/i, STATUS_URL)
    await service.control.decision(token, { outcome: "approve" })
    await page.getByRole("link", { name: "Continue your application" }).click()
    await page.waitForURL(`${SERVICE}/**`)
    await service.control.decision(token, { outcome: "sign" })
    await returnToShop(page, SIGNED_HEADING)
    await expectConfirmation(visit)
  },
  "logged in, and the order is among theirs at once": async (visit) => {
    const { page, service, takeScreenshots } = visit
    await signIn(page)
    const before = await countOrders(page)
    await signContract(service, await applyForFinancing(visit))
    await returnToShop(page, SIGNED_HEADING)
    await expectConfirmation(visit)
    if ((await countOrders(page)) !== before + 1) throw new Error("The order is not listed")
    await takeScreenshots("orders")
  },
  "logged in and under review, then declined, on the page of the order": async (visit) => {
    const { page, service, takeScreenshots } = visit
    await signIn(page)
    await service.control.decision(await applyForFinancing(visit), { outcome: "review" })
    await returnToShop(page, REVIEW_HEADING)
    await expectMessage(visit, /under review/i, STATUS_URL)
    await countOrders(page)
    await page.getByTestId("order-details-link").first().click()
    await page
      .getByRole("status")
      .filter({ hasText: /under review/i })
      .waitFor()
    await takeScreenshots("order under review")
    await service.control.decision(await getLatestToken(service), { outcome: "decline" })
    await page
      .getByRole("status")
      .filter({ hasText: /order was not approved/ })
      .waitFor()
    await takeScreenshots("declined order")
  },
  "approved and signed in a dialog": async (visit) => {
    const { page, service } = visit
    await signContract(service, await applyInDialog(visit))
    await returnToShop(getDialogFrame(page), SIGNED_HEADING)
    await expectConfirmation(visit)
    await expectEmptyCart(page)
  },
  "declined in a dialog, then paid otherwise": async (visit) => {
    const { page, service, takeScreenshots } = visit
    await service.control.decision(await applyInDialog(visit), { outcome: "decline" })
    await returnToShop(getDialogFrame(page), DECLINED_HEADING)
    await expectMessage(visit, /not approved/i, /\/us\/checkout/)
    await takeScreenshots("declined")
    await page.goto(`${SHOP}/us/checkout?step=payment`)
    await choosePaymentMethod(page, MANUAL_PAYMENT_TITLE)
    await page.getByTestId("submit-order-button").click()
    await expectConfirmation(visit, MANUAL_PAYMENT_TITLE)
  },
  "a small cart shows why it cannot be financed": async ({ page, takeScreenshots }) => {
    await fillCart(page, "reading-lamp")
    const method = page.getByRole("radio").filter({ hasText: FINANCING_TITLE })
    await method.filter({ hasText: /\$300/ }).waitFor()
    await takeScreenshots("below the minimum")
  },
  "signed with the tab closed, and opened again later": async (visit) => {
    const { page, service } = visit
    const token = await applyForFinancing(visit)
    await page.goto("about:blank")
    await signContract(service, token)
    await page.waitForTimeout(5_000)
    await page.goto(`${SHOP}/us/checkout?step=payment`)
    await expectConfirmation(visit)
    await expectEmptyCart(page)
  },
  "a missing state is named": async ({ page, takeScreenshots }) => {
    await fillCart(page, PRODUCT_HANDLE, { "shipping_address.province": "" })
    await submitPaymentMethod(page, FINANCING_TITLE)
    await page.getByText(/Choose the US state/).waitFor()
    await takeScreenshots("missing state")
  },
}

async function expectEmptyCart(page: Page): Promise<void> {
  await page.goto(`${SHOP}/us/cart`)
  await page.getByText("You don't have anything in your cart").first().waitFor()
}
