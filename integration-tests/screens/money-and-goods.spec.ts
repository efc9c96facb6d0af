import type { Browser, Page } from "playwright-core"
import { eventually } from "../../tooling/clients/eventually"
import { repairLedger } from "../store/aged-ledger"
import { updateItemQuantity } from "../store/edit-steps"
import { createHarness } from "../store/harness"
import { injectFault } from "../store/money-steps"
import { getLatestApplication, reconcile } from "../store/plugin-records"
import {
  createAppliedCart,
  createCapturedOrder,
  createOrderUnderReview,
  createPaidOrder,
  type PlacedOrder,
} from "../store/purchase-steps"
import * as situations from "../store/review-cases-situations"
import { returnGoods } from "../store/returned-goods"
import { waitForReviewCase, resolveReviewCase } from "../store/review-cases-steps"
import { shipGoods } from "../store/shipping-steps"
import { findAccessibilityViolations, openBrowser, takeScreenshot, signIn } from "./browser"

const { admin, simulator } = createHarness()

const HOME = "/app/consumer-financing"

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  page = await signIn(browser)
})
afterAll(() => browser.close())
afterEach(() => simulator.clearFaults())

const panel = (on = page) => on.getByTestId("consumer-financing-panel")
const drawer = () => page.getByRole("dialog")
const question = () => page.getByRole("alertdialog")
const openOrder = async (id: string): Promise<void> => {
  await page.goto(`/app/orders/${id}`)
  await panel().locator("[data-headline]").waitFor()
}
const textOf = async (part: ReturnType<Page["locator"]>): Promise<string> => {
  await part.first().waitFor()
  // Times are in the reader's time zone.
  return (await part.first().innerText()).replace(/after .+?, once/, "after some time, once")
}
/** The cells of a row of amounts, without their dates. */
const cellsOf = async (name: RegExp): Promise<string[]> => {
  const row = panel().getByRole("row", { name })
  await row.waitFor()
  const texts = await row.getByRole("cell").allInnerTexts()
  return texts.map((text) => text.split("\n")[0] ?? "")
}

const isFocused = async (part: ReturnType<Page["locator"]>): Promise<boolean> =>
  await part.evaluate((element) => element === document.activeElement)

/** An order that is shipped under review and declined afterwards. */
async function shippedThenDeclined(): Promise<PlacedOrder> {
  const placed = await createOrderUnderReview()
  await shipGoods(placed)
  await simulator.status(placed.token, { status: "U", postback: false })
  return placed
}

describe("the message about an order", () => {
  const SETTINGS = "/admin/consumer-financing/settings"
  type Sent = { data: Record<string, unknown> | null }

  it.each([
    {
      what: "N11: cancelled by the service",
      make: situations.createPortalCancel,
      cause: "mismatch",
      wanted: /^The service cancelled this\. Do not ship: you will not be paid\.$/,
    },
    {
      what: "N8: a payment request without an answer",
      make: situations.createLostSettle,
      cause: "doubt",
      wanted: /We request it again after some time, once; then you decide\..* You may ship/,
    },
    {
      what: "N8: a refund without an answer",
      make: situations.createLostPartialRefund,
      cause: "doubt",
      wanted: /^Ship nothing for this refund.*\$100\.00.*will not send it again/,
    },
    {
      what: "N11: another amount",
      make: situations.createAmountMismatch,
      cause: "amounts",
      wanted: /^Do not ship yet\. The service finances \$[\d,.]+, and this financing is for/,
    },
    {
      what: "N5: shipped and declined",
      make: shippedThenDeclined,
      cause: "order",
      wanted: /^Nobody pays for this order: \$1,467\.64 shipped/,
    },
  ] as const)(
    "reads the same in list, case, page and e-mail: $what",
    async ({ make, cause, wanted }) => {
      await admin.adminApi.post(SETTINGS, { staff_to: "staff@shop.example" })
      try {
        const { cart, order } = await make()
        const { id, application_id } = await waitForReviewCase(cart.id, cause)
        await page.goto(`${HOME}/applications?q=${application_id}`)
        const inList = await textOf(page.getByRole("row").locator("[data-headline]"))
        expect(inList).toMatch(wanted)
        await page.goto(`${HOME}/attention?case=${id}`)
        expect(await textOf(drawer().locator("[data-headline]"))).toBe(inList)
        await page.goto(`/app/orders/${order.id}`)
        expect(await textOf(panel().locator("[data-headline]"))).toBe(inList)
        const sent = await eventually(async () => {
          const path = "/admin/notifications?limit=100&order=-created_at"
          const { notifications } = await admin.adminApi.get<{ notifications: Sent[] }>(path)
          const notification = notifications.find(
            ({ data }) => data?.application_id === application_id
          )
          if (!notification?.data) throw new Error("Staff have no e-mail about it")
          return notification.data
        })
        // N13: the customer, the amount and the link.
        expect(sent).toMatchObject({
          order_number: String(order.display_id),
          customer_name: expect.stringMatching(/\w+ \w+/) as string,
          amount: "$1,467.64",
          url: expect.stringMatching(
            new RegExp(`/app/consumer-financing/${application_id}$`)
          ) as string,
        })
        if (cause !== "order") {
          expect(String(sent.message).replace(/after .+?, once/, "after some time, once")).toBe(
            inList
          )
        }
      } finally {
        await admin.adminApi.post(SETTINGS, { staff_to: null })
      }
    }
  )

  it("N6: comes first on a phone when it forbids to ship", async () => {
    const placed = await createOrderUnderReview()
    await page.setViewportSize({ width: 390, height: 844 })
    try {
      await openOrder(placed.order.id)
      const ban = page.getByTestId("consumer-financing-goods")
      await ban.getByText(/^Do not ship yet: the lender is still reviewing/).waitFor()
      const top = async (part: ReturnType<Page["locator"]>) => (await part.boundingBox())?.y ?? 0
      const unfulfilled = page.getByRole("heading", { name: "Unfulfilled Items" })
      expect(await top(ban)).toBeLessThan(await top(unfulfilled))
      expect(await top(ban)).toBeLessThan(await top(panel()))
      await takeScreenshot(page, "order-do-not-ship-phone")
    } finally {
      await page.setViewportSize({ width: 1440, height: 1000 })
    }
    const { order } = await createPaidOrder()
    await openOrder(order.id)
    expect(await page.getByTestId("consumer-financing-goods").count()).toBe(0)
  })
})

describe("the money of an order", () => {
  it("N9: shows no approved amount before the service approves", async () => {
    const { cart } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    await page.goto(`${HOME}/${id}`)
    const row = page.getByRole("row", { name: /^Approved up to/ })
    await row.waitFor()
    expect(await row.getByRole("cell").allInnerTexts()).toEqual(["Approved up to", "", "–"])
  })

  it("N2: is requested, not paid out, until the service funds the loan, and can be refunded", async () => {
    const { cart, order, token, payment } = await createPaidOrder()
    await simulator.behaviour(token, { statusAfterSettle: "S" })
    await admin.capture(payment.id)
    await reconcile((await getLatestApplication(cart.id)).id)
    await openOrder(order.id)
    await eventually(async () =>
      expect(await cellsOf(/^Captured/)).toEqual(["Captured", "$1,467.64", ""])
    )
    await eventually(async () =>
      expect(await cellsOf(/^Payment requested/)).toEqual(["Payment requested", "", "$1,467.64"])
    )
    await eventually(async () =>
      expect(await cellsOf(/^Paid out/)).toEqual(["Paid out (first seen)", "", "–"])
    )
    const refund = panel().getByRole("button", { name: /^Refund … of/ })
    expect(await refund.isEnabled()).toBe(true)
    await takeScreenshot(page, "order-payment-requested")
  })

  it("N1: is partly refunded in the portal, which staff record with its new application number", async () => {
    const bought = await createCapturedOrder()
    const loanAmount = Math.round(bought.applied.loanAmount * 100 - 10_000) / 100
    await simulator.portal(bought.token, { action: "partial-refund", loanAmount, postback: false })
    const { id } = await waitForReviewCase(bought.cart.id, "refunded-elsewhere")
    await page.goto(`${HOME}/attention?case=${id}`)
    await drawer().getByRole("button", { name: "Record the refund" }).click()
    await question().getByLabel("Why").fill("The portal shows it")
    const sure = question().getByRole("button", { name: /^Record the refund/ })
    expect(await sure.isDisabled()).toBe(true)
    expect(await question().getByLabel("How much", { exact: true }).count()).toBe(0)
    await question().getByText("All $1,467.64").waitFor()
    await question().getByText("A part: the portal shows a new application").click()
    await question().getByLabel("How much", { exact: true }).fill("100")
    expect(await sure.isDisabled()).toBe(true)
    await takeScreenshot(page, "decision-refund-part")
    const { tip } = await simulator.application(bought.token)
    await question().getByLabel("Application number in the service's portal").fill(tip)
    await sure.click()
    await page.getByText("Done: Record the refund.").waitFor()
    expect(await getLatestApplication(bought.cart.id)).toMatchObject({ refunded_cents: 10_000 })
    await page.keyboard.press("Escape")
  })

  it("N1: is corrected from a recorded full refund to the part that the portal shows", async () => {
    const bought = await createCapturedOrder()
    const loanAmount = Math.round(bought.applied.loanAmount * 100 - 10_000) / 100
    await simulator.portal(bought.token, { action: "partial-refund", loanAmount, postback: false })
    const reviewCase = await waitForReviewCase(bought.cart.id, "refunded-elsewhere")
    await resolveReviewCase(reviewCase, "record-refund", {
      cents: reviewCase.medusa.financed_cents,
    })
    await openOrder(bought.order.id)
    await panel().locator('[data-headline="refunded-unshipped"]').waitFor()
    await panel().getByRole("button", { name: "Take back the recorded refund" }).click()
    await question().getByText("Take back the recorded refund of $1,467.64?").waitFor()
    const sure = question().getByRole("button", { name: "Take back the recorded refund" })
    await question().getByLabel("Why").fill("It was a part only")
    expect(await sure.isDisabled()).toBe(true)
    await question().getByText("The portal refunded nothing").click()
    await sure.click()
    await question()
      .getByRole("alert")
      .getByText(/confirms the recorded refund/)
      .waitFor()
    await question().getByText("The portal refunded a part: it shows a new application").click()
    await question().getByLabel("How much", { exact: true }).fill("100")
    expect(await sure.isDisabled()).toBe(true)
    await question()
      .getByLabel("Application number in the service's portal")
      .fill((await simulator.application(bought.token)).tip)
    expect(await findAccessibilityViolations(page, '[role="alertdialog"]')).toEqual([])
    await takeScreenshot(page, "take-back-refund")
    await sure.click()
    await page.getByText("The recorded refund was taken back.").waitFor()
    await panel().locator('[data-headline="ship-partly-refunded"]').waitFor()
    await eventually(async () =>
      expect(await cellsOf(/^Refunded/)).toEqual(["Refunded", "$100.00", "$100.00"])
    )
    await eventually(async () =>
      expect(await cellsOf(/^Still financed/)).toEqual(["Still financed", "$1,367.64", "$1,367.64"])
    )
    await panel()
      .getByText(/^The recorded refund of \$1,467\.64 was taken back/)
      .first()
      .waitFor()
  })

  it("N13: includes what Medusa counts as owed for returned goods", async () => {
    const bought = await createCapturedOrder({
      items: [
        { handle: "walnut-desk", quantity: 1 },
        { handle: "oak-bookcase", quantity: 1 },
      ],
    })
    await returnGoods(bought, [{ title: "Oak Bookcase", quantity: 1 }])
    await openOrder(bought.order.id)
    await panel()
      .getByText(/^Medusa counts \$201\.41 as owed to the customer/)
      .waitFor()
  })

  it("N12: shows no negative or one-cent amount after a full refund", async () => {
    const bought = await createCapturedOrder()
    await admin.refund(bought.payment.id, { amount: 1467.64 })
    await reconcile((await getLatestApplication(bought.cart.id)).id)
    await openOrder(bought.order.id)
    await panel().locator('[data-headline="refunded-unshipped"]').waitFor()
    const shown = await panel().innerText()
    expect(shown).not.toMatch(/[-−]\s?\$|\$\s?[-−]|\$0\.01/)
    await eventually(async () =>
      expect(await cellsOf(/^Still financed/)).toEqual(["Still financed", "$0.00", "$0.00"])
    )
    await page.goto(`${HOME}/applications?q=${(await getLatestApplication(bought.cart.id)).id}`)
    await page.getByRole("row").nth(1).waitFor()
    expect(await page.getByRole("table").innerText()).not.toMatch(/[-−]\s?\$|\$\s?[-−]|\$0\.01/)
  })

  it("N12: has nothing outstanding in Medusa once the money was collected elsewhere", async () => {
    const placed = await shippedThenDeclined()
    const { id } = await waitForReviewCase(placed.cart.id, "order")
    await page.goto(`${HOME}/attention?case=${id}`)
    // N5: the same actions as on the order's page, and none that Medusa refuses.
    await drawer().getByRole("button", { name: "Copy payment link" }).waitFor()
    await drawer().getByRole("link", { name: "Register a return" }).waitFor()
    expect(
      await drawer()
        .getByRole("button", { name: /^Cancel order/ })
        .count()
    ).toBe(0)
    await takeScreenshot(page, "case-shipped-unpaid")
    await drawer().getByRole("button", { name: "I have collected it elsewhere" }).click()
    await question().getByRole("button", { name: "I have collected it elsewhere" }).click()
    await page.getByText("The order is marked as paid.").waitFor()
    await eventually(async () => {
      await repairLedger(placed)
      const { summary, payment_collections } = await admin.getOrder(placed.order.id)
      expect(Math.round(Number(summary.pending_difference) * 100) + 0).toBe(0)
      const open = (payment_collections ?? []).filter(({ status }) =>
        ["not_paid", "awaiting", "authorized"].includes(status)
      )
      expect(open).toEqual([])
    })
  })

  it("N12: shows no technical text in Medusa's refund drawer when a refund has no answer", async () => {
    const bought = await createCapturedOrder()
    await injectFault(bought.token, {
      operation: "partialRefund",
      kind: "reset",
      when: "after",
      nth: 1,
    })
    await page.goto(`/app/orders/${bought.order.id}/refund?paymentId=${bought.payment.id}`)
    await drawer().getByLabel("Amount", { exact: true }).fill("100")
    await drawer().getByRole("button", { name: "Save" }).click()
    const said = page.getByText(/The service did not answer clearly\. It may have happened/).first()
    await said.waitFor()
    expect(await said.innerText()).not.toMatch(/ECONNRESET|finop_|\[/)
  })
})

describe("a case that is decided", () => {
  it("N11: stays open until the difference of an edited order is collected, and shows that", async () => {
    const bought = await createPaidOrder({ items: [{ handle: "walnut-desk", quantity: 1 }] })
    await updateItemQuantity(bought, { title: "Walnut Desk", quantity: 2 })
    const { id } = await waitForReviewCase(bought.cart.id, "order-edit")
    await page.goto(`${HOME}/attention?case=${id}`)
    await drawer().getByRole("button", { name: "Request payment" }).click()
    await question().getByLabel("Why").fill("The customer wants it")
    await question()
      .getByRole("button", { name: /^Request payment/ })
      .click()
    await drawer()
      .getByText("Request payment: done. This case stays open until the rest is done, too.")
      .waitFor()
    expect(
      await drawer()
        .getByText(/closes in a moment/)
        .count()
    ).toBe(0)
    await drawer()
      .getByText(/Collect \$[\d,.]+/)
      .first()
      .waitFor()
  })

  it("N13: returns the focus when its confirmation and its drawer are closed", async () => {
    const { cart } = await situations.createPortalCancel()
    const { id } = await waitForReviewCase(cart.id, "mismatch")
    await page.goto(`${HOME}/attention?order=-created_at`)
    const row = page.locator(`[data-testid="consumer-financing-cases"] a[href*="${id}"]`)
    await row.focus()
    await page.keyboard.press("Enter")
    const leave = drawer().getByRole("button", { name: "Leave it as it is" })
    await leave.waitFor()
    await leave.focus()
    await page.keyboard.press("Enter")
    // Typed text goes into the confirmation, and not to the button behind it.
    const why = question().getByLabel("Why")
    await eventually(async () => expect(await isFocused(why)).toBe(true))
    await page.keyboard.type("I know it")
    expect(await why.inputValue()).toBe("I know it")
    await page.keyboard.press("Escape")
    await question().waitFor({ state: "detached" })
    await eventually(async () => expect(await isFocused(leave)).toBe(true))
    await page.keyboard.press("Escape")
    await drawer().waitFor({ state: "detached" })
    await eventually(async () => expect(await isFocused(row)).toBe(true))
  })
})

describe("while the service is down", () => {
  it("N7: a status check and a payment request report that nothing was sent", async () => {
    const { order, token } = await createPaidOrder()
    await openOrder(order.id)
    await injectFault(token, { operation: "getStatus", kind: "reset", when: "before", count: 50 })
    await panel().getByRole("button", { name: "Check status" }).click()
    const unanswered = page.getByText(
      "The service did not answer. Nothing was sent. Try again later."
    )
    await unanswered.waitFor()
    await unanswered.waitFor({ state: "detached" })
    await panel().getByRole("button", { name: "Request payment", exact: true }).click()
    await question().getByRole("button", { name: "Request payment" }).click()
    await page
      .getByText(/^The service did not answer\. Nothing was sent\. Try again later\.$/)
      .waitFor()
    expect(await simulator.application(token)).toMatchObject({ settleCount: 0 })
  })
})

describe("the filter of applications that need attention", () => {
  it("N13: finds every application with a case to decide, and no other", async () => {
    const { cart } = await situations.createPortalCancel()
    const { application_id } = await waitForReviewCase(cart.id, "mismatch")
    await page.goto(`${HOME}/applications?state=${encodeURIComponent('["needs-attention"]')}`)
    const { review_cases } = await admin.adminApi.get<{
      review_cases: { application_id: string }[]
    }>("/admin/consumer-financing/review-cases?acknowledged=false&limit=100")
    const { applications, count } = await admin.adminApi.get<{
      applications: { id: string }[]
      count: number
    }>("/admin/consumer-financing/applications?state=needs-attention&limit=100")
    const ids = new Set(review_cases.map((one) => one.application_id))
    expect(applications.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(ids).toContain(application_id)
    await page.getByText(new RegExp(`of ${count} results`)).waitFor()
  })
})
