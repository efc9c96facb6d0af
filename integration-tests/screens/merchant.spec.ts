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

const HOME = "/app/consumer-financing"

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  page = await signIn(browser)
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
})
afterAll(() => browser.close())
afterEach(() => simulator.clearFaults())

const press = async (name: string): Promise<void> =>
  await page.getByRole("button", { name, exact: true }).click()
const seen = async (text: string | RegExp): Promise<void> =>
  await page.getByText(text).first().waitFor()

describe("the overview", () => {
  it("shows tasks, money and health, and links to the matching lists", async () => {
    const { cart } = await createPaidOrder()
    await reconcile((await getLatestApplication(cart.id)).id)
    await page.goto("/app/orders")
    await page.getByRole("link", { name: "Consumer financing" }).first().click()
    const home = page.getByTestId("consumer-financing-overview")
    await home.getByRole("heading", { name: "To do" }).waitFor()
    await home.getByText("No problem found", { exact: true }).waitFor()
    // N4: the tasks come first.
    const headings = await home.getByRole("heading", { level: 2 }).allInnerTexts()
    expect(headings.slice(0, 2)).toEqual(["To do", "Money"])
    // Credentials and a region exist: the list shows the remaining steps, and who can do them.
    await home.getByText(/^[1-3] of 4 steps are done\./).waitFor()
    const steps = home.getByTestId("consumer-financing-first-steps")
    expect(await steps.getByText(/Enter the credentials/).count()).toBe(0)
    await steps.getByText(/Ask whoever runs your server to set environment/).waitFor()
    const found = home.getByTestId("consumer-financing-self-check")
    await found.getByText(/^The self-check found \d things? to do:/).waitFor()
    await found.getByText(/^Public addresses: These only work on this very machine/).waitFor()
    await takeScreenshot(page, "overview")
    expect(
      await findAccessibilityViolations(page, '[data-testid="consumer-financing-overview"]')
    ).toEqual([])
    await onThePhone(HOME, async (phone) => {
      await phone.getByRole("heading", { name: "Por hacer" }).waitFor()
      await phone.getByText("Ningún problema detectado", { exact: true }).waitFor()
      await phone.getByText(/^La autocomprobación encontró \d cosas? por hacer:/).waitFor()
      await expectToFit(phone)
      await takeScreenshot(phone, "overview-phone")
    })
    await home.getByRole("link", { name: /^Ship/ }).click()
    await page.waitForURL(/applications\?task=ship/)
    await page.getByRole("row").nth(1).waitFor()
    expect(await page.getByRole("row").getByText("Waiting for the customer").count()).toBe(0)
    await page.goBack()
    await home.getByRole("link", { name: /^\d+ applications?$/ }).click()
    await page.waitForURL(/applications\?task=requested/)
    await page.getByText("Requested, not paid out yet").waitFor()
  })
})

describe("the list of applications", () => {
  const LIST = `${HOME}/applications`

  it("finds an order by part of the customer's e-mail, keeps the search in the URL, and opens its page", async () => {
    const { cart, order } = await createPaidOrder()
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    await page.goto(LIST)
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
    await seen("What happened")
    await takeScreenshot(page, "application")
    expect(await findAccessibilityViolations(page, "main")).toEqual([])
    await page.goBack()
    await row.waitFor()
    await page.getByPlaceholder("Search").fill("nothing-like-it")
    await seen("Nothing matches")
    await onThePhone(LIST, async (phone) => {
      await phone.getByRole("row").nth(1).waitFor()
      await expectToFit(phone)
      await takeScreenshot(phone, "applications-phone")
    })
  })

  it("is exported as CSV", async () => {
    const { cart } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    await page.goto(`${LIST}?q=${id}`)
    await page.getByRole("row").nth(1).waitFor()
    const [download] = await Promise.all([page.waitForEvent("download"), press("Export CSV")])
    expect(download.suggestedFilename()).toBe("consumer-financing.csv")
    const text = await readFile(await download.path(), "utf8")
    expect(text).toMatch(/^\uFEFFOrder,Customer,E-mail,State/)
    expect(text).toContain(id)
  })
})

const panel = (on = page) => on.getByTestId("consumer-financing-panel")
const PANEL = '[data-testid="consumer-financing-panel"]'

/** Reads the panel's first message by its code in src/domain/order-message.ts. */
const headline = async (says: string, on = page): Promise<string> => {
  const alert = panel(on).locator(`[data-headline="${says}"]`)
  await alert.waitFor()
  return await alert.innerText()
}

/** The cells of a row of amounts. Behind a drawer that still closes, the row has no role yet. */
const cellsOf = async (name: RegExp): Promise<string[]> => {
  const row = panel().getByRole("row", { name })
  await row.waitFor()
  const texts = await row.getByRole("cell").allInnerTexts()
  return texts.map((text) => text.split("\n")[0] ?? "")
}

/** Opens a page in Spanish, with a phone's viewport and the same login. */
async function onThePhone<Result>(path: string, look: (phone: Page) => Promise<Result>) {
  const storeUrl = new URL(page.url()).origin
  await page.context().addCookies([{ name: "lng", value: "es", url: storeUrl }])
  const phone = await page.context().newPage()
  await phone.setViewportSize({ width: 390, height: 844 })
  try {
    await phone.goto(path)
    return await look(phone)
  } finally {
    await phone.close()
    await page.context().addCookies([{ name: "lng", value: "en", url: storeUrl }])
  }
}

/** Expects a page as wide as the phone: wider content scrolls inside its card. */
async function expectToFit(on: Page): Promise<void> {
  const width = await on.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
}

describe("the panel of an order", () => {
  it("shows the next step for an order that is ready, then paid out, then partly refunded", async () => {
    const { cart, order, payment } = await createPaidOrder()
    await reconcile((await getLatestApplication(cart.id)).id)
    await page.goto(`/app/orders/${order.id}`)
    expect(await headline("ship")).toBe(
      "Approved and signed. Ship it; the payment is requested as you set it."
    )
    await takeScreenshot(page, "order-ready")
    expect(await findAccessibilityViolations(page, PANEL)).toEqual([])
    await panel().getByRole("button", { name: "Request payment", exact: true }).click()
    await seen(/Nothing of this order has shipped yet/)
    await seen(new RegExp(`Request payment of \\$[\\d,.]+ for order #${order.display_id}\\?`))
    await takeScreenshot(page, "settle-asks-first")
    await page.getByRole("alertdialog").getByRole("button", { name: "Request payment" }).click()
    await headline("ship-paid-out")
    // The panel may have loaded before Medusa had stored the capture.
    await eventually(async () => {
      expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).toEqual(expect.any(String))
    })
    await admin.refund(payment.id, { amount: 100 })
    await reconcile((await getLatestApplication(cart.id)).id)
    await panel().getByRole("button", { name: "Check status" }).click()
    await headline("ship-partly-refunded")
    await panel()
      .getByText(/^Refunded \$100\.00; \$[\d,.]+ stay financed$/)
      .waitFor()
    await panel().getByRole("button", { name: "Request payment" }).waitFor({ state: "detached" })
    await panel().getByRole("button", { name: "More" }).click()
    const cancel = page.getByRole("menuitem", { name: "Cancel order" })
    expect(await cancel.getAttribute("aria-disabled")).toBe("true")
    await page.keyboard.press("Escape")
    await takeScreenshot(page, "order-partly-refunded")
  })

  it("updates within seconds after actions in Medusa's own widgets, and updates those, too", async () => {
    const { order } = await createPaidOrder()
    await admin.createFulfillment(order.id)
    await page.goto(`/app/orders/${order.id}`)
    await headline("ship")
    await page.getByRole("button", { name: "Mark as shipped" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
    // Sooner than the panel polls by itself.
    const soon = { timeout: 14_000 }
    // After a shipment, the panel never asks for another one, also before its payment is requested.
    await panel()
      .locator('[data-headline="ship"]')
      .waitFor({ state: "detached", ...soon })
    await panel()
      .getByText("Ready to ship")
      .waitFor({ state: "detached", ...soon })
    await panel().locator('[data-headline="paid-out"]').waitFor(soon)
    await page.getByText("Captured", { exact: true }).first().waitFor(soon)
    await panel()
      .getByRole("button", { name: /^Refund … of/ })
      .click()
    const refund = page.getByRole("dialog")
    await refund.getByLabel("Amount", { exact: true }).fill("100")
    await refund.getByRole("button", { name: "Save" }).click()
    await panel()
      .getByText(/^Refunded \$100\.00; \$[\d,.]+ stay financed$/)
      .waitFor(soon)
    // Medusa's own row of the refund follows the service's answer.
    await eventually(async () =>
      expect(await cellsOf(/^Refunded/)).toEqual(["Refunded", "$100.00", "$100.00"])
    )
  })

  it("changes nothing when a confirmation is declined, and cancels when it is accepted", async () => {
    const { order, token } = await createPaidOrder()
    await page.goto(`/app/orders/${order.id}`)
    await panel().getByRole("button", { name: "Request payment", exact: true }).click()
    await press("Cancel")
    const pressCancel = async () => {
      await panel().getByRole("button", { name: "More" }).click()
      await page.getByRole("menuitem", { name: "Cancel order" }).click()
    }
    await pressCancel()
    await press("Keep order")
    expect(await simulator.application(token)).toMatchObject({ settleCount: 0, cancelled: false })
    await pressCancel()
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel order" }).click()
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ cancelled: true })
    })
    await panel().getByRole("button", { name: "Check status" }).click()
    await headline("cancelled")
    await eventually(async () =>
      expect(await cellsOf(/Still financed/)).toEqual(["Still financed", "$0.00", "$0.00"])
    )
  })

  it("forbids to ship an order under review, and offers actions once a shipped one is declined", async () => {
    const placed = await createOrderUnderReview()
    await page.goto(`/app/orders/${placed.order.id}`)
    expect(await headline("in-review")).toMatch(/^Do not ship yet: the lender is still reviewing/)
    await takeScreenshot(page, "order-under-review")
    await onThePhone(`/app/orders/${placed.order.id}`, async (phone) => {
      expect(await headline("in-review", phone)).toMatch(/^No envíes todavía/)
      await expectToFit(phone)
      await panel(phone).scrollIntoViewIfNeeded()
      await takeScreenshot(phone, "order-under-review-phone")
    })
    await shipGoods(placed)
    await simulator.status(placed.token, { status: "U", postback: false })
    await reconcile((await getLatestApplication(placed.cart.id)).id)
    await page.reload()
    expect(await headline("shipped-unpaid")).toMatch(/Nobody pays for this order/)
    await panel().getByRole("link", { name: "Register a return" }).waitFor()
    await takeScreenshot(page, "order-shipped-unpaid")
    await panel().getByRole("button", { name: "Copy payment link" }).click()
    await seen("The link is copied.")
    await panel().getByRole("button", { name: "I have collected it elsewhere" }).click()
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: "I have collected it elsewhere" })
      .click()
    await seen("The order is marked as paid.")
    await eventually(async () => {
      const { summary } = await admin.getOrder(placed.order.id)
      expect(Number(summary.pending_difference)).toBe(0)
    })
    await reconcile((await getLatestApplication(placed.cart.id)).id)
    await page.reload()
    expect(await headline("paid-otherwise")).toMatch(/Another payment pays for this order/)
  })

  it("disables a refund while an earlier one is in doubt, and shows why", async () => {
    const { cart, order } = await situations.createLostPartialRefund()
    await waitForReviewCase(cart.id, "doubt")
    await page.goto(`/app/orders/${order.id}`)
    expect(await headline("doubt-refund")).toMatch(/a refund of \$100\.00/)
    const refund = panel().getByRole("button", { name: /^Refund … of/ })
    expect(await refund.isDisabled()).toBe(true)
    await panel()
      .getByText(/an earlier call to the service has no answer yet/)
      .first()
      .waitFor()
    await takeScreenshot(page, "order-in-doubt")
  })
})

const drawer = () => page.getByRole("dialog")

/** The buttons in a case's drawer, in their order. */
const waysOut = async (): Promise<string[]> => {
  const buttons = drawer().getByRole("listitem").getByRole("button")
  await buttons.first().waitFor()
  return await buttons.allInnerTexts()
}

describe("the attention page", () => {
  it("lists each case, and resolves one in its drawer by keyboard alone", async () => {
    const { cart, token } = await situations.createTaxExemption()
    const { application_id, id } = await waitForReviewCase(cart.id, "tax-exempt")
    await page.goto(`${HOME}/attention?order=-financed_cents`)
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
    await drawer().getByRole("heading", { name: "Customer exempt from taxes" }).waitFor()
    await drawer().getByRole("heading", { name: "What waiting costs" }).waitFor()
    await drawer()
      .getByText(/the order waits and its approval can expire/)
      .waitFor()
    const names = await waysOut()
    expect([names[0], names.at(-1)]).toEqual(["Check again", "Cancel the financing"])
    await takeScreenshot(page, "decision")
    expect(await findAccessibilityViolations(page, '[role="dialog"]')).toEqual([])
    await drawer().getByRole("button", { name: "Check again" }).focus()
    await page.keyboard.press("Enter")
    await seen("The status was checked.")
    const cancel = drawer().getByRole("button", { name: "Cancel the financing" })
    await cancel.focus()
    await page.keyboard.press("Enter")
    const confirm = page.getByRole("alertdialog")
    await confirm.getByText(/^Cancel the financing of .+ \(\$[\d,.]+\)\?$/).waitFor()
    const sure = confirm.getByRole("button", { name: /^Cancel the financing/ })
    expect(await sure.isDisabled()).toBe(true)
    await confirm.getByLabel("Why").focus()
    await page.keyboard.type("The customer pays another way")
    await takeScreenshot(page, "decision-confirm")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    // A message stays for a few seconds only.
    await seen("Done: Cancel the financing.")
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ cancelled: true })
    })
    await eventually(async () => {
      const decided = (await listTimelineEntries(application_id)).map(
        ({ details }) => details?.note
      )
      expect(decided).toContain("The customer pays another way")
    })
    await page.keyboard.press("Escape")
    await drawer().waitFor({ state: "detached" })
  })

  it("counts the difference as not paid when the service pays less than was captured", async () => {
    const bought = await createCapturedOrder()
    const loanAmount = Math.round(bought.applied.loanAmount * 100 - 6_764) / 100
    await simulator.status(bought.token, { loanAmount, postback: false })
    const { id } = await waitForReviewCase(bought.cart.id, "amounts")
    await page.goto(`${HOME}/attention?case=${id}`)
    await drawer()
      .getByText(/\$67\.64 will not come\. Ask the service why/)
      .waitFor()
    const names = await waysOut()
    expect(names).toEqual(["Check again", "Count $67.64 as not paid", "Leave it as it is"])
    await drawer().getByRole("button", { name: "Count $67.64 as not paid" }).click()
    const dialog = page.getByRole("alertdialog")
    expect(await dialog.getByLabel("How much").inputValue()).toBe("67.64")
    await dialog.getByLabel("Why").fill("The service keeps a fee")
    await dialog.getByRole("button", { name: /^Count \$67\.64 as not paid/ }).click()
    await seen("Done: Count $67.64 as not paid.")
    await eventually(async () => {
      expect(await listPurchaseReviewCases(bought.cart.id)).toEqual([])
    })
    await page.keyboard.press("Escape")
    await drawer().waitFor({ state: "detached" })
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
    await page.goto(`${HOME}/attention?case=${id}`)
    await drawer().getByRole("heading", { name: "Refund of $100.00: no answer" }).waitFor()
    await drawer().getByRole("button", { name: "Leave it as it is" }).click()
    await page.getByRole("alertdialog").getByLabel("Why").fill("I called the service")
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave it as it is" }).click()
    await drawer()
      .getByText(/^Left as it is by .+: “I called the service”$/)
      .waitFor()
    await drawer().getByRole("button", { name: "The portal shows it" }).click()
    const dialog = page.getByRole("alertdialog")
    await dialog.getByLabel("Why").fill("The portal shows it")
    const sure = dialog.getByRole("button", { name: "The portal shows it" })
    expect(await sure.isDisabled()).toBe(true)
    await dialog
      .getByLabel("Application number in the service's portal")
      .fill((await simulator.application(token)).tip)
    await sure.click()
    await drawer()
      .getByText(/This case closes in a moment|This case is settled/)
      .waitFor()
    await eventually(async () => {
      expect(await getLatestApplication(cart.id)).toMatchObject({ refunded_cents: 10_000 })
    })
    await drawer().getByText("This case is settled.").waitFor()
  })

  it("is shown in Spanish, and fits a phone", async () => {
    const { cart } = await situations.createUnknownCode()
    const { id } = await waitForReviewCase(cart.id, "unknown-code")
    await onThePhone(`${HOME}/attention?case=${id}`, async (phone) => {
      const dialog = phone.getByRole("dialog")
      await dialog.getByRole("heading", { name: /^Estado desconocido/ }).waitFor()
      await dialog
        .getByText(/El servicio indica un estado que no conocemos/)
        .first()
        .waitFor()
      await takeScreenshot(phone, "decision-phone")
      await phone.keyboard.press("Escape")
      await phone.getByRole("heading", { name: "Requiere atención" }).waitFor()
      await expectToFit(phone)
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
    await drawer().getByText("pt_app_status").waitFor()
    await drawer().getByRole("button", { name: "Process again" }).click()
    await seen("Processed again.")
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
    await page.goto(`${HOME}/attention`)
    await seen("This could not be loaded.")
    answers.fail = false
    await press("Try again")
    await page.getByRole("alert").waitFor({ state: "detached" })
  })
})
