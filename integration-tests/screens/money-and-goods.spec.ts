import type { Browser, Page } from "playwright-core"
import { eventually } from "../../tooling/clients/eventually"
import { repairLedger } from "../store/aged-ledger"
import { updateItemQuantity } from "../store/edit-steps"
import { createRequestedDraft } from "../store/financing-request-steps"
import { createHarness } from "../store/harness"
import { injectFault } from "../store/money-steps"
import { getLatestApplication, reconcile } from "../store/plugin-records"
import {
  createAppliedCart,
  createCapturedOrder,
  createOrderUnderReview,
  createPaidOrder,
  type PaidOrder,
  type PlacedOrder,
} from "../store/purchase-steps"
import * as situations from "../store/review-cases-situations"
import { returnGoods } from "../store/returned-goods"
import { waitForReviewCase, resolveReviewCase } from "../store/review-cases-steps"
import { shipGoods } from "../store/shipping-steps"
import { findAccessibilityViolations, openBrowser, takeScreenshot, signIn } from "./browser"

const { admin, simulator } = createHarness()

const FINANCING_PATH = "/app/consumer-financing"

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  page = await signIn(browser)
})
afterAll(() => browser.close())
afterEach(() => simulator.clearFaults())

const getPanel = (target = page) => target.getByTestId("consumer-financing-panel")
const getDrawer = () => page.getByRole("dialog")
const getConfirmation = () => page.getByRole("alertdialog")
const openOrder = async (id: string): Promise<void> => {
  await page.goto(`/app/orders/${id}`)
  await getPanel().locator("[data-headline]").waitFor()
}
const readText = async (locator: ReturnType<Page["locator"]>): Promise<string> => {
  await locator.first().waitFor()
  // Times are in the reader's time zone.
  return (await locator.first().innerText()).replace(/after .+?, once/, "after some time, once")
}
/** The cells of a row of amounts, without their dates. */
const readCells = async (name: RegExp): Promise<string[]> => {
  const row = getPanel().getByRole("row", { name })
  await row.waitFor()
  const texts = await row.getByRole("cell").allInnerTexts()
  return texts.map((text) => text.split("\n")[0] ?? "")
}

const isFocused = async (locator: ReturnType<Page["locator"]>): Promise<boolean> =>
  await locator.evaluate((element) => element === document.activeElement)

/** A captured order of which the service's portal has refunded $100. */
async function createPartialPortalRefund(): Promise<PaidOrder> {
  const purchase = await createCapturedOrder()
  const loanAmount = Math.round(purchase.applied.loanAmount * 100 - 10_000) / 100
  await simulator.portal(purchase.token, { action: "partial-refund", loanAmount, postback: false })
  return purchase
}

/** An order that is shipped under review and declined afterwards. */
async function createShippedDeclinedOrder(): Promise<PlacedOrder> {
  const placed = await createOrderUnderReview()
  await shipGoods(placed)
  await simulator.status(placed.token, { status: "U", postback: false })
  return placed
}

describe("the message about an order", () => {
  const SETTINGS_PATH = "/admin/consumer-financing/settings"
  type StaffNotification = { data: Record<string, unknown> | null }

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
      make: createShippedDeclinedOrder,
      cause: "order",
      wanted: /^Nobody pays for this order: \$1,467\.64 shipped/,
    },
  ] as const)(
    "reads the same in list, case, page and e-mail: $what",
    async ({ make, cause, wanted }) => {
      await admin.adminApi.post(SETTINGS_PATH, { staff_to: "staff@shop.example" })
      try {
        const { cart, order } = await make()
        const { id, application_id } = await waitForReviewCase(cart.id, cause)
        await page.goto(`${FINANCING_PATH}/applications?q=${application_id}`)
        const listText = await readText(page.getByRole("row").locator("[data-headline]"))
        expect(listText).toMatch(wanted)
        await page.goto(`${FINANCING_PATH}/attention?case=${id}`)
        expect(await readText(getDrawer().locator("[data-headline]"))).toBe(listText)
        await page.goto(`/app/orders/${order.id}`)
        expect(await readText(getPanel().locator("[data-headline]"))).toBe(listText)
        const emailData = await eventually(async () => {
          const path = "/admin/notifications?limit=100&order=-created_at"
          const { notifications } = await admin.adminApi.get<{
            notifications: StaffNotification[]
          }>(path)
          const notification = notifications.find(
            ({ data }) => data?.application_id === application_id
          )
          if (!notification?.data) throw new Error("Staff have no e-mail about it")
          return notification.data
        })
        // N13: the customer, the amount and the link.
        expect(emailData).toMatchObject({
          order_number: String(order.display_id),
          customer_name: expect.stringMatching(/\w+ \w+/) as string,
          amount: "$1,467.64",
          url: expect.stringMatching(
            new RegExp(`/app/consumer-financing/${application_id}$`)
          ) as string,
        })
        if (cause !== "order") {
          expect(
            String(emailData.message).replace(/after .+?, once/, "after some time, once")
          ).toBe(listText)
        }
      } finally {
        await admin.adminApi.post(SETTINGS_PATH, { staff_to: null })
      }
    }
  )

  it("N6: comes first on a phone when it forbids to ship", async () => {
    const placed = await createOrderUnderReview()
    await page.setViewportSize({ width: 390, height: 844 })
    try {
      await openOrder(placed.order.id)
      const warning = page.getByTestId("consumer-financing-goods")
      await warning.getByText(/^Do not ship yet: the lender is still reviewing/).waitFor()
      const getTop = async (locator: ReturnType<Page["locator"]>) =>
        (await locator.boundingBox())?.y ?? 0
      const unfulfilledHeading = page.getByRole("heading", { name: "Unfulfilled Items" })
      expect(await getTop(warning)).toBeLessThan(await getTop(unfulfilledHeading))
      expect(await getTop(warning)).toBeLessThan(await getTop(getPanel()))
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
    await page.goto(`${FINANCING_PATH}/${id}`)
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
      expect(await readCells(/^Captured/)).toEqual(["Captured", "$1,467.64", ""])
    )
    await eventually(async () =>
      expect(await readCells(/^Payment requested/)).toEqual(["Payment requested", "", "$1,467.64"])
    )
    await eventually(async () =>
      expect(await readCells(/^Paid out/)).toEqual(["Paid out (first seen)", "", "–"])
    )
    const refundButton = getPanel().getByRole("button", { name: /^Refund … of/ })
    expect(await refundButton.isEnabled()).toBe(true)
    await takeScreenshot(page, "order-payment-requested")
  })

  it("N1: is partly refunded in the portal, which staff record with its new application number", async () => {
    const purchase = await createPartialPortalRefund()
    const { id } = await waitForReviewCase(purchase.cart.id, "refunded-elsewhere")
    await page.goto(`${FINANCING_PATH}/attention?case=${id}`)
    await getDrawer().getByRole("button", { name: "Record the refund" }).click()
    await getConfirmation().getByLabel("Why").fill("The portal shows it")
    const confirmButton = getConfirmation().getByRole("button", { name: /^Record the refund/ })
    expect(await confirmButton.isDisabled()).toBe(true)
    expect(await getConfirmation().getByLabel("How much", { exact: true }).count()).toBe(0)
    await getConfirmation().getByText("All $1,467.64").waitFor()
    await getConfirmation().getByText("A part: the portal shows a new application").click()
    await getConfirmation().getByLabel("How much", { exact: true }).fill("100")
    expect(await confirmButton.isDisabled()).toBe(true)
    await takeScreenshot(page, "decision-refund-part")
    const { tip } = await simulator.application(purchase.token)
    await getConfirmation().getByLabel("Application number in the service's portal").fill(tip)
    await confirmButton.click()
    await page.getByText("Done: Record the refund.").waitFor()
    expect(await getLatestApplication(purchase.cart.id)).toMatchObject({ refunded_cents: 10_000 })
    await page.keyboard.press("Escape")
  })

  it("N1: is corrected from a recorded full refund to the part that the portal shows", async () => {
    const purchase = await createPartialPortalRefund()
    const reviewCase = await waitForReviewCase(purchase.cart.id, "refunded-elsewhere")
    await resolveReviewCase(reviewCase, "record-refund", {
      cents: reviewCase.medusa.financed_cents,
    })
    await openOrder(purchase.order.id)
    await getPanel().locator('[data-headline="refunded-unshipped"]').waitFor()
    await getPanel().getByRole("button", { name: "Take back the recorded refund" }).click()
    await getConfirmation().getByText("Take back the recorded refund of $1,467.64?").waitFor()
    const confirmButton = getConfirmation().getByRole("button", {
      name: "Take back the recorded refund",
    })
    await getConfirmation().getByLabel("Why").fill("It was a part only")
    expect(await confirmButton.isDisabled()).toBe(true)
    await getConfirmation().getByText("The portal refunded nothing").click()
    await confirmButton.click()
    await getConfirmation()
      .getByRole("alert")
      .getByText(/confirms the recorded refund/)
      .waitFor()
    await getConfirmation()
      .getByText("The portal refunded a part: it shows a new application")
      .click()
    await getConfirmation().getByLabel("How much", { exact: true }).fill("100")
    expect(await confirmButton.isDisabled()).toBe(true)
    await getConfirmation()
      .getByLabel("Application number in the service's portal")
      .fill((await simulator.application(purchase.token)).tip)
    expect(await findAccessibilityViolations(page, '[role="alertdialog"]')).toEqual([])
    await takeScreenshot(page, "take-back-refund")
    await confirmButton.click()
    await page.getByText("The recorded refund was taken back.").waitFor()
    await getPanel().locator('[data-headline="ship-partly-refunded"]').waitFor()
    await eventually(async () =>
      expect(await readCells(/^Refunded/)).toEqual(["Refunded", "$100.00", "$100.00"])
    )
    await eventually(async () =>
      expect(await readCells(/^Still financed/)).toEqual([
        "Still financed",
        "$1,367.64",
        "$1,367.64",
      ])
    )
    await getPanel()
      .getByText(/^The recorded refund of \$1,467\.64 was taken back/)
      .first()
      .waitFor()
  })

  it("N13: includes what Medusa counts as owed for returned goods", async () => {
    const purchase = await createCapturedOrder({
      items: [
        { handle: "walnut-desk", quantity: 1 },
        { handle: "oak-bookcase", quantity: 1 },
      ],
    })
    await returnGoods(purchase, [{ title: "Oak Bookcase", quantity: 1 }])
    await openOrder(purchase.order.id)
    await getPanel()
      .getByText(/^Medusa counts \$201\.41 as owed to the customer/)
      .waitFor()
  })

  it("N12: shows no negative or one-cent amount after a full refund", async () => {
    const purchase = await createCapturedOrder()
    await admin.refund(purchase.payment.id, { amount: 1467.64 })
    await reconcile((await getLatestApplication(purchase.cart.id)).id)
    await openOrder(purchase.order.id)
    await getPanel().locator('[data-headline="refunded-unshipped"]').waitFor()
    const panelText = await getPanel().innerText()
    expect(panelText).not.toMatch(/[-−]\s?\$|\$\s?[-−]|\$0\.01/)
    await eventually(async () =>
      expect(await readCells(/^Still financed/)).toEqual(["Still financed", "$0.00", "$0.00"])
    )
    await page.goto(
      `${FINANCING_PATH}/applications?q=${(await getLatestApplication(purchase.cart.id)).id}`
    )
    await page.getByRole("row").nth(1).waitFor()
    expect(await page.getByRole("table").innerText()).not.toMatch(/[-−]\s?\$|\$\s?[-−]|\$0\.01/)
  })

  it("N12: has nothing outstanding in Medusa once the money was collected elsewhere", async () => {
    const placed = await createShippedDeclinedOrder()
    const { id } = await waitForReviewCase(placed.cart.id, "order")
    await page.goto(`${FINANCING_PATH}/attention?case=${id}`)
    // N5: the same actions as on the order's page, and none that Medusa refuses.
    await getDrawer().getByRole("button", { name: "Copy payment link" }).waitFor()
    await getDrawer().getByRole("link", { name: "Register a return" }).waitFor()
    expect(
      await getDrawer()
        .getByRole("button", { name: /^Cancel order/ })
        .count()
    ).toBe(0)
    await takeScreenshot(page, "case-shipped-unpaid")
    await getDrawer().getByRole("button", { name: "I have collected it elsewhere" }).click()
    await getConfirmation().getByRole("button", { name: "I have collected it elsewhere" }).click()
    await page.getByText("The order is marked as paid.").waitFor()
    await eventually(async () => {
      await repairLedger(placed)
      const { summary, payment_collections } = await admin.getOrder(placed.order.id)
      expect(Math.round(Number(summary.pending_difference) * 100) + 0).toBe(0)
      const openCollections = (payment_collections ?? []).filter(({ status }) =>
        ["not_paid", "awaiting", "authorized"].includes(status)
      )
      expect(openCollections).toEqual([])
    })
  })

  it("can be collected elsewhere before goods have shipped, when the financing is declined", async () => {
    await admin.adminApi.post("/admin/consumer-financing/settings", { on_decline: "flag" })
    try {
      const { cart, order, token } = await createOrderUnderReview()
      await simulator.status(token, { status: "U", postback: false })
      await waitForReviewCase(cart.id, "order")
      await openOrder(order.id)
      await getPanel().locator('[data-headline="declined"]').waitFor()
      await getPanel().getByRole("button", { name: "Copy payment link" }).waitFor()
      await getPanel().getByRole("button", { name: "I have collected it elsewhere" }).click()
      await getConfirmation().getByRole("button", { name: "I have collected it elsewhere" }).click()
      await getPanel().locator('[data-headline="paid-otherwise"]').waitFor()
    } finally {
      await admin.adminApi.post("/admin/consumer-financing/settings", { on_decline: null })
    }
  })

  it("is shown for an order that was a draft and is not signed yet", async () => {
    const { orderId } = await createRequestedDraft()
    await admin.adminApi.post(`/admin/draft-orders/${orderId}/convert-to-order`)
    await openOrder(orderId)
    await getPanel().locator('[data-headline="unsigned"]').waitFor()
    await page.getByTestId("consumer-financing-goods").waitFor()
    await takeScreenshot(page, "order-of-draft-unsigned")
  })

  it("N12: shows no technical text in Medusa's refund drawer when a refund has no answer", async () => {
    const purchase = await createCapturedOrder()
    await injectFault(purchase.token, {
      operation: "partialRefund",
      kind: "reset",
      when: "after",
      nth: 1,
    })
    await page.goto(`/app/orders/${purchase.order.id}/refund?paymentId=${purchase.payment.id}`)
    await getDrawer().getByLabel("Amount", { exact: true }).fill("100")
    await getDrawer().getByRole("button", { name: "Save" }).click()
    const message = page
      .getByText(/The service did not answer clearly\. It may have happened/)
      .first()
    await message.waitFor()
    expect(await message.innerText()).not.toMatch(/ECONNRESET|finop_|\[/)
  })
})

describe("a case that is decided", () => {
  it("N11: stays open until the difference of an edited order is collected, and shows that", async () => {
    const purchase = await createPaidOrder({ items: [{ handle: "walnut-desk", quantity: 1 }] })
    await updateItemQuantity(purchase, { title: "Walnut Desk", quantity: 2 })
    const { id } = await waitForReviewCase(purchase.cart.id, "order-edit")
    await page.goto(`${FINANCING_PATH}/attention?case=${id}`)
    await getDrawer().getByRole("button", { name: "Request payment" }).click()
    await getConfirmation().getByLabel("Why").fill("The customer wants it")
    await getConfirmation()
      .getByRole("button", { name: /^Request payment/ })
      .click()
    await getDrawer()
      .getByText("Request payment: done. This case stays open until the rest is done, too.")
      .waitFor()
    expect(
      await getDrawer()
        .getByText(/closes in a moment/)
        .count()
    ).toBe(0)
    await getDrawer()
      .getByText(/Collect \$[\d,.]+/)
      .first()
      .waitFor()
  })

  it("N13: returns the focus when its confirmation and its drawer are closed", async () => {
    const { cart } = await situations.createPortalCancel()
    const { id } = await waitForReviewCase(cart.id, "mismatch")
    await page.goto(`${FINANCING_PATH}/attention?order=-created_at`)
    const row = page.locator(`[data-testid="consumer-financing-cases"] a[href*="${id}"]`)
    await row.focus()
    await page.keyboard.press("Enter")
    const leaveButton = getDrawer().getByRole("button", { name: "Leave it as it is" })
    await leaveButton.waitFor()
    await leaveButton.focus()
    await page.keyboard.press("Enter")
    // Typed text goes into the confirmation, and not to the button behind it.
    const reasonField = getConfirmation().getByLabel("Why")
    await eventually(async () => expect(await isFocused(reasonField)).toBe(true))
    await page.keyboard.type("I know it")
    expect(await reasonField.inputValue()).toBe("I know it")
    await page.keyboard.press("Escape")
    await getConfirmation().waitFor({ state: "detached" })
    await eventually(async () => expect(await isFocused(leaveButton)).toBe(true))
    await page.keyboard.press("Escape")
    await getDrawer().waitFor({ state: "detached" })
    await eventually(async () => expect(await isFocused(row)).toBe(true))
  })
})

describe("while the service is down", () => {
  it("N7: a status check and a payment request report that nothing was sent", async () => {
    const { order, token } = await createPaidOrder()
    await openOrder(order.id)
    await injectFault(token, { operation: "getStatus", kind: "reset", when: "before", count: 50 })
    await getPanel().getByRole("button", { name: "Check status" }).click()
    const message = page.getByText("The service did not answer. Nothing was sent. Try again later.")
    await message.waitFor()
    await message.waitFor({ state: "detached" })
    await getPanel().getByRole("button", { name: "Request payment", exact: true }).click()
    await getConfirmation().getByRole("button", { name: "Request payment" }).click()
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
    await page.goto(
      `${FINANCING_PATH}/applications?state=${encodeURIComponent('["needs-attention"]')}`
    )
    const { review_cases } = await admin.adminApi.get<{
      review_cases: { application_id: string }[]
    }>("/admin/consumer-financing/review-cases?acknowledged=false&limit=100")
    const { applications, count } = await admin.adminApi.get<{
      applications: { id: string }[]
      count: number
    }>("/admin/consumer-financing/applications?state=needs-attention&limit=100")
    const ids = new Set(review_cases.map((reviewCase) => reviewCase.application_id))
    expect(applications.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(ids).toContain(application_id)
    await page.getByText(new RegExp(`of ${count} results`)).waitFor()
  })
})
