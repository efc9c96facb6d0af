import { readFile } from "node:fs/promises"
import type { Browser, Page } from "playwright-core"
import * as situations from "../store/review-cases-situations"
import { waitForReviewCase, listPurchaseReviewCases } from "../store/review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "../store/harness"
import { getLatestApplication, reconcile, listTimelineEntries } from "../store/plugin-records"
import { post } from "../store/postback-steps"
import {
  createAppliedCart,
  createCapturedOrder,
  createOrderUnderReview,
  createPaidOrder,
  getOnlyPayment,
} from "../store/purchase-steps"
import { shipGoods } from "../store/shipping-steps"
import { findAccessibilityViolations, openBrowser, takeScreenshot, signIn } from "./browser"

const { admin, simulator } = createHarness()

const FINANCING_PATH = "/app/consumer-financing"

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  page = await signIn(browser)
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
})
afterAll(() => browser.close())
afterEach(() => simulator.clearFaults())

const clickButton = async (name: string): Promise<void> =>
  await page.getByRole("button", { name, exact: true }).click()
const waitForText = async (text: string | RegExp): Promise<void> =>
  await page.getByText(text).first().waitFor()

describe("the overview", () => {
  it("shows tasks, money and health, and links to the matching lists", async () => {
    const { cart } = await createPaidOrder()
    await reconcile((await getLatestApplication(cart.id)).id)
    await page.goto("/app/orders")
    await page.getByRole("link", { name: "Consumer financing" }).first().click()
    const overview = page.getByTestId("consumer-financing-overview")
    await overview.getByRole("heading", { name: "To do" }).waitFor()
    await overview.getByText("No problem found", { exact: true }).waitFor()
    // N4: the tasks come first.
    const headings = await overview.getByRole("heading", { level: 2 }).allInnerTexts()
    expect(headings.slice(0, 2)).toEqual(["To do", "Money"])
    // Credentials and a region exist: the list shows the remaining steps, and who can do them.
    await overview.getByText(/^[1-3] of 4 steps are done\./).waitFor()
    const steps = overview.getByTestId("consumer-financing-first-steps")
    expect(await steps.getByText(/Enter the credentials/).count()).toBe(0)
    await steps.getByText(/Ask whoever runs your server to set environment/).waitFor()
    const selfCheck = overview.getByTestId("consumer-financing-self-check")
    await selfCheck.getByText(/^The self-check found \d things? to do:/).waitFor()
    await selfCheck.getByText(/^Public addresses: These only work on this very machine/).waitFor()
    await takeScreenshot(page, "overview")
    expect(
      await findAccessibilityViolations(page, '[data-testid="consumer-financing-overview"]')
    ).toEqual([])
    await withPhonePage(FINANCING_PATH, async (phone) => {
      await phone.getByRole("heading", { name: "Por hacer" }).waitFor()
      await phone.getByText("Ningún problema detectado", { exact: true }).waitFor()
      await phone.getByText(/^La autocomprobación encontró \d cosas? por hacer:/).waitFor()
      await expectFitsPhone(phone)
      await takeScreenshot(phone, "overview-phone")
    })
    await overview.getByRole("link", { name: /^Ship/ }).click()
    await page.waitForURL(/applications\?task=ship/)
    await page.getByRole("row").nth(1).waitFor()
    expect(await page.getByRole("row").getByText("Waiting for the customer").count()).toBe(0)
    await page.goBack()
    await overview.getByRole("link", { name: /^\d+ applications?$/ }).click()
    await page.waitForURL(/applications\?task=requested/)
    await page.getByText("Requested, not paid out yet").waitFor()
  })
})

describe("the list of applications", () => {
  const LIST_PATH = `${FINANCING_PATH}/applications`

  it("finds an order by part of the customer's e-mail, keeps the search in the URL, and opens its page", async () => {
    const { cart, order } = await createPaidOrder()
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    await page.goto(LIST_PATH)
    await page.getByPlaceholder("Search").fill(String(cart.email).slice(1, -6))
    await page.waitForURL(/q=/)
    const row = page.getByRole("row", { name: new RegExp(`#${order.display_id} `) })
    await row.waitFor()
    await row.getByText("Ready to ship").waitFor()
    await takeScreenshot(page, "applications")
    expect(
      await findAccessibilityViolations(page, '[data-testid="consumer-financing-applications"]')
    ).toEqual([])
    await row.click()
    await page.waitForURL(new RegExp(`${id}$`))
    await waitForText("What happened")
    await takeScreenshot(page, "application")
    expect(await findAccessibilityViolations(page, "main")).toEqual([])
    await page.goBack()
    await row.waitFor()
    await page.getByPlaceholder("Search").fill("nothing-like-it")
    await waitForText("Nothing matches")
    await withPhonePage(LIST_PATH, async (phone) => {
      await phone.getByRole("row").nth(1).waitFor()
      await expectFitsPhone(phone)
      await takeScreenshot(phone, "applications-phone")
    })
  })

  it("is exported as CSV", async () => {
    const { cart } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    await page.goto(`${LIST_PATH}?q=${id}`)
    await page.getByRole("row").nth(1).waitFor()
    const [download] = await Promise.all([page.waitForEvent("download"), clickButton("Export CSV")])
    expect(download.suggestedFilename()).toBe("consumer-financing.csv")
    const text = await readFile(await download.path(), "utf8")
    expect(text).toMatch(/^\uFEFFOrder,Customer,E-mail,State/)
    expect(text).toContain(id)
  })
})

const getPanel = (target = page) => target.getByTestId("consumer-financing-panel")
const PANEL_SELECTOR = '[data-testid="consumer-financing-panel"]'

/** Reads the panel's first message by its code in src/domain/order-message.ts. */
const readHeadline = async (code: string, target = page): Promise<string> => {
  const alert = getPanel(target).locator(`[data-headline="${code}"]`)
  await alert.waitFor()
  return await alert.innerText()
}

/** The cells of a row of amounts. Behind a drawer that still closes, the row has no role yet. */
const readCells = async (name: RegExp): Promise<string[]> => {
  const row = getPanel().getByRole("row", { name })
  await row.waitFor()
  const texts = await row.getByRole("cell").allInnerTexts()
  return texts.map((text) => text.split("\n")[0] ?? "")
}

/** Opens a page in Spanish, with a phone's viewport and the same login. */
async function withPhonePage<Result>(path: string, run: (phone: Page) => Promise<Result>) {
  const storeUrl = new URL(page.url()).origin
  await page.context().addCookies([{ name: "lng", value: "es", url: storeUrl }])
  const phone = await page.context().newPage()
  await phone.setViewportSize({ width: 390, height: 844 })
  try {
    await phone.goto(path)
    return await run(phone)
  } finally {
    await phone.close()
    await page.context().addCookies([{ name: "lng", value: "en", url: storeUrl }])
  }
}

/** Expects a page as wide as the phone: wider content scrolls inside its card. */
async function expectFitsPhone(phone: Page): Promise<void> {
  const width = await phone.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
}

describe("the panel of an order", () => {
  it("shows the next step for an order that is ready, then paid out, then partly refunded", async () => {
    const { cart, order, payment } = await createPaidOrder()
    await reconcile((await getLatestApplication(cart.id)).id)
    await page.goto(`/app/orders/${order.id}`)
    expect(await readHeadline("ship")).toBe(
      "Approved and signed. Ship it; the payment is requested as you set it."
    )
    await takeScreenshot(page, "order-ready")
    expect(await findAccessibilityViolations(page, PANEL_SELECTOR)).toEqual([])
    await getPanel().getByRole("button", { name: "Request payment", exact: true }).click()
    await waitForText(/Nothing of this order has shipped yet/)
    await waitForText(
      new RegExp(`Request payment of \\$[\\d,.]+ for order #${order.display_id}\\?`)
    )
    await takeScreenshot(page, "settle-asks-first")
    await page.getByRole("alertdialog").getByRole("button", { name: "Request payment" }).click()
    await readHeadline("ship-paid-out")
    // The panel may have loaded before Medusa had stored the capture.
    await eventually(async () => {
      expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).toEqual(expect.any(String))
    })
    await admin.refund(payment.id, { amount: 100 })
    await reconcile((await getLatestApplication(cart.id)).id)
    await getPanel().getByRole("button", { name: "Check status" }).click()
    await readHeadline("ship-partly-refunded")
    await getPanel()
      .getByText(/^Refunded \$100\.00; \$[\d,.]+ stay financed$/)
      .waitFor()
    await getPanel().getByRole("button", { name: "Request payment" }).waitFor({ state: "detached" })
    await getPanel().getByRole("button", { name: "More" }).click()
    const cancelItem = page.getByRole("menuitem", { name: "Cancel order" })
    expect(await cancelItem.getAttribute("aria-disabled")).toBe("true")
    // Medusa lowers the order's total a moment after the refund, so nothing is due any more.
    await page.reload()
    await readHeadline("ship-partly-refunded")
    await page.getByRole("button", { name: "Request financing" }).waitFor({ state: "detached" })
    await takeScreenshot(page, "order-partly-refunded")
  })

  it("updates within seconds after actions in Medusa's own widgets, and updates those, too", async () => {
    const { order } = await createPaidOrder()
    await admin.createFulfillment(order.id)
    await page.goto(`/app/orders/${order.id}`)
    await readHeadline("ship")
    await page.getByRole("button", { name: "Mark as shipped" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
    // Sooner than the panel polls by itself.
    const quickTimeout = { timeout: 14_000 }
    // After a shipment, the panel never asks for another one, also before its payment is requested.
    await getPanel()
      .locator('[data-headline="ship"]')
      .waitFor({ state: "detached", ...quickTimeout })
    await getPanel()
      .getByText("Ready to ship")
      .waitFor({ state: "detached", ...quickTimeout })
    await getPanel().locator('[data-headline="paid-out"]').waitFor(quickTimeout)
    await page.getByText("Captured", { exact: true }).first().waitFor(quickTimeout)
    await getPanel()
      .getByRole("button", { name: /^Refund … of/ })
      .click()
    const refundDialog = page.getByRole("dialog")
    await refundDialog.getByLabel("Amount", { exact: true }).fill("100")
    await refundDialog.getByRole("button", { name: "Save" }).click()
    await getPanel()
      .getByText(/^Refunded \$100\.00; \$[\d,.]+ stay financed$/)
      .waitFor(quickTimeout)
    // Medusa's own row of the refund follows the service's answer.
    await eventually(async () =>
      expect(await readCells(/^Refunded/)).toEqual(["Refunded", "$100.00", "$100.00"])
    )
  })

  it("changes nothing when a confirmation is declined, and cancels when it is accepted", async () => {
    const { order, token } = await createPaidOrder()
    await page.goto(`/app/orders/${order.id}`)
    await getPanel().getByRole("button", { name: "Request payment", exact: true }).click()
    await clickButton("Cancel")
    const clickCancelOrder = async () => {
      await getPanel().getByRole("button", { name: "More" }).click()
      await page.getByRole("menuitem", { name: "Cancel order" }).click()
    }
    await clickCancelOrder()
    await clickButton("Keep order")
    expect(await simulator.application(token)).toMatchObject({ settleCount: 0, cancelled: false })
    await clickCancelOrder()
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel order" }).click()
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ cancelled: true })
    })
    await getPanel().getByRole("button", { name: "Check status" }).click()
    await readHeadline("cancelled")
    await eventually(async () =>
      expect(await readCells(/Still financed/)).toEqual(["Still financed", "$0.00", "$0.00"])
    )
  })

  it("forbids to ship an order under review, and offers actions once a shipped one is declined", async () => {
    const placed = await createOrderUnderReview()
    await page.goto(`/app/orders/${placed.order.id}`)
    expect(await readHeadline("in-review")).toMatch(
      /^Do not ship yet: the lender is still reviewing/
    )
    await takeScreenshot(page, "order-under-review")
    await withPhonePage(`/app/orders/${placed.order.id}`, async (phone) => {
      expect(await readHeadline("in-review", phone)).toMatch(/^No envíes todavía/)
      await expectFitsPhone(phone)
      await getPanel(phone).scrollIntoViewIfNeeded()
      await takeScreenshot(phone, "order-under-review-phone")
    })
    await shipGoods(placed)
    await simulator.status(placed.token, { status: "U", postback: false })
    await reconcile((await getLatestApplication(placed.cart.id)).id)
    await page.reload()
    expect(await readHeadline("shipped-unpaid")).toMatch(/Nobody pays for this order/)
    await getPanel().getByRole("link", { name: "Register a return" }).waitFor()
    await takeScreenshot(page, "order-shipped-unpaid")
    await getPanel().getByRole("button", { name: "Copy payment link" }).click()
    await waitForText("The link is copied.")
    await getPanel().getByRole("button", { name: "I have collected it elsewhere" }).click()
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "I have collected it elsewhere" })
      .click()
    await waitForText("The order is marked as paid.")
    await eventually(async () => {
      const { summary } = await admin.getOrder(placed.order.id)
      expect(Number(summary.pending_difference)).toBe(0)
    })
    await reconcile((await getLatestApplication(placed.cart.id)).id)
    await page.reload()
    expect(await readHeadline("paid-otherwise")).toMatch(/Another payment pays for this order/)
  })

  it("disables a refund while an earlier one is in doubt, and shows why", async () => {
    const { cart, order } = await situations.createLostPartialRefund()
    await waitForReviewCase(cart.id, "doubt")
    await page.goto(`/app/orders/${order.id}`)
    expect(await readHeadline("doubt-refund")).toMatch(/a refund of \$100\.00/)
    const refundButton = getPanel().getByRole("button", { name: /^Refund … of/ })
    expect(await refundButton.isDisabled()).toBe(true)
    await getPanel()
      .getByText(/an earlier call to the service has no answer yet/)
      .first()
      .waitFor()
    await takeScreenshot(page, "order-in-doubt")
  })
})

const getDrawer = () => page.getByRole("dialog")

/** The buttons in a case's drawer, in their order. */
const listActions = async (): Promise<string[]> => {
  const buttons = getDrawer().getByRole("listitem").getByRole("button")
  await buttons.first().waitFor()
  return await buttons.allInnerTexts()
}

describe("the attention page", () => {
  it("lists each case, and resolves one in its drawer by keyboard alone", async () => {
    const { cart, token } = await situations.createTaxExemption()
    const { application_id, id } = await waitForReviewCase(cart.id, "tax-exempt")
    await page.goto(`${FINANCING_PATH}/attention?order=-financed_cents`)
    const cases = page.getByTestId("consumer-financing-cases")
    await cases
      .getByRole("row", { name: /Customer exempt from taxes/ })
      .first()
      .waitFor()
    await takeScreenshot(page, "attention")
    expect(
      await findAccessibilityViolations(page, '[data-testid="consumer-financing-cases"]')
    ).toEqual([])
    await cases.locator(`a[href*="${id}"]`).focus()
    await page.keyboard.press("Enter")
    await getDrawer().getByRole("heading", { name: "Customer exempt from taxes" }).waitFor()
    await getDrawer().getByRole("heading", { name: "What waiting costs" }).waitFor()
    await getDrawer()
      .getByText(/the order waits and its approval can expire/)
      .waitFor()
    const names = await listActions()
    expect([names[0], names.at(-1)]).toEqual(["Check again", "Cancel the financing"])
    await takeScreenshot(page, "decision")
    expect(await findAccessibilityViolations(page, '[role="dialog"]')).toEqual([])
    await getDrawer().getByRole("button", { name: "Check again" }).focus()
    await page.keyboard.press("Enter")
    await waitForText("The status was checked.")
    const cancelButton = getDrawer().getByRole("button", { name: "Cancel the financing" })
    await cancelButton.focus()
    await page.keyboard.press("Enter")
    const confirmation = page.getByRole("alertdialog")
    await confirmation.getByText(/^Cancel the financing of .+ \(\$[\d,.]+\)\?$/).waitFor()
    const confirmButton = confirmation.getByRole("button", { name: /^Cancel the financing/ })
    expect(await confirmButton.isDisabled()).toBe(true)
    await confirmation.getByLabel("Why").focus()
    await page.keyboard.type("The customer pays another way")
    await takeScreenshot(page, "decision-confirm")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    // A message stays for a few seconds only.
    await waitForText("Done: Cancel the financing.")
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ cancelled: true })
    })
    await eventually(async () => {
      const notes = (await listTimelineEntries(application_id)).map(({ details }) => details?.note)
      expect(notes).toContain("The customer pays another way")
    })
    await page.keyboard.press("Escape")
    await getDrawer().waitFor({ state: "detached" })
  })

  it("counts the difference as not paid when the service pays less than was captured", async () => {
    const purchase = await createCapturedOrder()
    const loanAmount = Math.round(purchase.applied.loanAmount * 100 - 6_764) / 100
    await simulator.status(purchase.token, { loanAmount, postback: false })
    const { id } = await waitForReviewCase(purchase.cart.id, "amounts")
    await page.goto(`${FINANCING_PATH}/attention?case=${id}`)
    await getDrawer()
      .getByText(/\$67\.64 will not come\. Ask the service why/)
      .waitFor()
    const names = await listActions()
    expect(names).toEqual(["Check again", "Count $67.64 as not paid", "Leave it as it is"])
    await getDrawer().getByRole("button", { name: "Count $67.64 as not paid" }).click()
    const dialog = page.getByRole("alertdialog")
    expect(await dialog.getByLabel("How much").inputValue()).toBe("67.64")
    await dialog.getByLabel("Why").fill("The service keeps a fee")
    await dialog.getByRole("button", { name: /^Count \$67\.64 as not paid/ }).click()
    await waitForText("Done: Count $67.64 as not paid.")
    await eventually(async () => {
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    })
    await page.keyboard.press("Escape")
    await getDrawer().waitFor({ state: "detached" })
  })

  it("shows who left a case as it is and why, and requires the portal's application number", async () => {
    const { cart, token } = await situations.createLostPartialRefund()
    const { id } = await waitForReviewCase(cart.id, "doubt")
    await page.goto("/app/products")
    await page.getByTestId("consumer-financing-topbar").waitFor()
    await page.goto("/app/orders")
    await page
      .getByRole("main")
      .getByText(/^\d+ financing cases? needs? you$/)
      .waitFor()
    await page.goto(`${FINANCING_PATH}/attention?case=${id}`)
    await getDrawer().getByRole("heading", { name: "Refund of $100.00: no answer" }).waitFor()
    await getDrawer().getByRole("button", { name: "Leave it as it is" }).click()
    await page.getByRole("alertdialog").getByLabel("Why").fill("I called the service")
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave it as it is" }).click()
    await getDrawer()
      .getByText(/^Left as it is by .+: “I called the service”$/)
      .waitFor()
    await getDrawer().getByRole("button", { name: "The portal shows it" }).click()
    const dialog = page.getByRole("alertdialog")
    await dialog.getByLabel("Why").fill("The portal shows it")
    const confirmButton = dialog.getByRole("button", { name: "The portal shows it" })
    expect(await confirmButton.isDisabled()).toBe(true)
    await dialog
      .getByLabel("Application number in the service's portal")
      .fill((await simulator.application(token)).tip)
    await confirmButton.click()
    await getDrawer()
      .getByText(/This case closes in a moment|This case is settled/)
      .waitFor()
    await eventually(async () => {
      expect(await getLatestApplication(cart.id)).toMatchObject({ refunded_cents: 10_000 })
    })
    await getDrawer().getByText("This case is settled.").waitFor()
  })

  it("is shown in Spanish, and fits a phone", async () => {
    const { cart } = await situations.createUnknownCode()
    const { id } = await waitForReviewCase(cart.id, "unknown-code")
    await withPhonePage(`${FINANCING_PATH}/attention?case=${id}`, async (phone) => {
      const dialog = phone.getByRole("dialog")
      await dialog.getByRole("heading", { name: /^Estado desconocido/ }).waitFor()
      await dialog
        .getByText(/El servicio indica un estado que no conocemos/)
        .first()
        .waitFor()
      await takeScreenshot(phone, "decision-phone")
      await phone.keyboard.press("Escape")
      await phone.getByRole("heading", { name: "Requiere atención" }).waitFor()
      await expectFitsPhone(phone)
      // The count in the top bar has room for a number there.
      expect(await phone.getByTestId("consumer-financing-topbar").innerText()).toMatch(/^\d+$/)
      await takeScreenshot(phone, "attention-phone")
    })
  })
})

describe("the diagnostics", () => {
  it("list received postbacks, and process one again", async () => {
    const { cart, applied } = await createAppliedCart()
    await post(String(applied.notifyUrl), "payment_status=pending&pt_app_status=A")
    const { id } = await getLatestApplication(cart.id)
    await page.goto("/app/settings/consumer-financing/diagnostics")
    const row = page
      .getByRole("row")
      .filter({ hasText: id.slice(-6) })
      .first()
    await row.waitFor()
    await takeScreenshot(page, "postbacks")
    expect(
      await findAccessibilityViolations(page, '[data-testid="consumer-financing-postbacks"]')
    ).toEqual([])
    await row.getByRole("button", { name: "Details" }).click()
    await getDrawer().getByText("pt_app_status").waitFor()
    await getDrawer().getByRole("button", { name: "Process again" }).click()
    await waitForText("Processed again.")
    expect((await listTimelineEntries(id)).map(({ what }) => what)).toContain(
      "postback-processed-again"
    )
  })
})

describe("the screens", () => {
  it("show an error when a request fails, and load again with one click", async () => {
    const answers = { fail: true }
    await page.route("**/admin/consumer-financing/review-cases*", (route) =>
      answers.fail
        ? route.fulfill({ status: 500, json: { message: "Out of order" } })
        : route.continue()
    )
    await page.goto(`${FINANCING_PATH}/attention`)
    await waitForText("This could not be loaded.")
    answers.fail = false
    await clickButton("Try again")
    await page.getByRole("alert").waitFor({ state: "detached" })
  })
})
