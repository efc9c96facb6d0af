import type { Browser } from "playwright-core"
import { readFile } from "node:fs/promises"
import { createHarness } from "../store/harness"
import { getLatestApplication } from "../store/plugin-records"
import { createCapturedOrder } from "../store/purchase-steps"
import { findAccessibilityViolations, openBrowser, takeScreenshot, signIn } from "./browser"

const { admin } = createHarness()

const PAYOUTS_PATH = "/app/consumer-financing/payouts"

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

describe("the payout report", () => {
  it("sums this month's movements, filters by refunds, and exports the filtered list", async () => {
    const { cart, order, payment } = await createCapturedOrder()
    await admin.refund(payment.id, { amount: 100 })
    const page = await signIn(browser)
    await page.goto(PAYOUTS_PATH)
    await page.getByText("Requested minus refunded").first().waitFor()
    const requested = page.getByRole("row").filter({ hasText: "Payment requested" })
    await requested.filter({ hasText: "$1,467.64" }).first().waitFor()
    await page.getByText("Captured minus refunded in Medusa").waitFor()
    await page.getByRole("columnheader", { name: "Paid out minus refunded" }).waitFor()
    expect(
      await findAccessibilityViolations(page, '[data-testid="consumer-financing-payouts"]')
    ).toEqual([])
    await takeScreenshot(page, "payouts")

    await page.goto(`${PAYOUTS_PATH}?event=${encodeURIComponent('["partly-refunded"]')}`)
    const row = page.getByRole("row").filter({ hasText: `#${order.display_id}` })
    await row.filter({ hasText: "Refunded in part" }).filter({ hasText: "-$100.00" }).waitFor()
    expect(await row.count()).toBe(1)
    const { id } = await getLatestApplication(cart.id)
    await row.getByText("Refunded in part").click()
    await page.waitForURL(`**/consumer-financing/${id}`)
    await page.goBack()
    await row.waitFor()
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(
      /^consumer-financing-payouts-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d-filtered\.csv$/
    )
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\n")
    expect(lines.slice(1).every((line) => line.includes("Refunded in part"))).toBe(true)
    expect(lines.some((line) => line.includes(`,${order.display_id},`))).toBe(true)
    await page.context().close()
  })

  it("is shown in Spanish on a phone", async () => {
    const page = await signIn(browser, { language: "es" })
    await page.addInitScript(() => localStorage.setItem("medusa_admin_theme", "dark"))
    await page.setViewportSize({ width: 390, height: 1000 })
    await page.goto(PAYOUTS_PATH)
    await page.getByText("Solicitado menos reembolsado").first().waitFor()
    await page.getByRole("row").filter({ hasText: "Pago solicitado" }).first().waitFor()
    await takeScreenshot(page, "payouts-phone")
    await page.context().close()
  })
})
