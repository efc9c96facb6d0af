import type { Browser, Page } from "playwright-core"
import { waitForReviewCase } from "../store/review-cases-steps"
import { createHarness } from "../store/harness"
import { getLatestApplication } from "../store/plugin-records"
import { createApprovedCustomer, createPhone } from "../store/pre-approval-steps"
import { createAppliedCart, createPaidOrder } from "../store/purchase-steps"
import { createSettingsClient } from "../store/setting-steps"
import { createEmail } from "../../tooling/clients/shop-client"
import { findAccessibilityViolations, openBrowser, takeScreenshot, signIn } from "./browser"

const { run, simulator, admin } = createHarness()
const settings = createSettingsClient(admin.adminApi)

const FINANCING_PATH = "/app/consumer-financing"

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  page = await signIn(browser)
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], {
    origin: run.storeUrl,
  })
})
afterAll(() => browser.close())

const readClipboard = async (): Promise<string> =>
  await page.evaluate(() => navigator.clipboard.readText())

describe("an order whose customer has to sign again", () => {
  it("offers the customer's link to copy and to send again, and names the staff user who did so", async () => {
    const { cart, order, token } = await createPaidOrder()
    await page.goto(`/app/orders/${order.id}`)
    const panel = page.getByTestId("consumer-financing-panel")
    await panel.getByText("Ready to ship").first().waitFor()
    expect(await panel.getByTestId("consumer-financing-link").count()).toBe(0)
    await simulator.status(token, { status: "B", postback: false })
    await waitForReviewCase(cart.id, "sign-again")
    await panel.getByRole("button", { name: "Check status" }).click()
    await panel.getByRole("button", { name: "Copy link" }).click()
    await page.getByText("The link is copied.").first().waitFor()
    expect(await readClipboard()).toBe((await getLatestApplication(cart.id)).customer_url)
    await panel.getByRole("button", { name: "Send by e-mail" }).click()
    await page.getByText("The link is on its way.").first().waitFor()
    await panel.getByText("The link was sent to the customer again").waitFor()
    await panel.getByText("by Alex Merchant").first().waitFor()
    expect(
      await findAccessibilityViolations(page, '[data-testid="consumer-financing-panel"]')
    ).toEqual([])
  })
})

describe("an application that has a page at the service", () => {
  it("links to that page, in a new tab", async () => {
    const { order, token } = await createPaidOrder()
    await settings.updateSettings({
      portal_url: "https://portal.financing.example/?application={token}",
    })
    await page.goto(`/app/orders/${order.id}`)
    const link = page.getByRole("link", { name: "Open at the service" })
    await link.waitFor()
    expect([await link.getAttribute("href"), await link.getAttribute("target")]).toEqual([
      `https://portal.financing.example/?application=${token}`,
      "_blank",
    ])
    await settings.updateSettings({ portal_url: null })
  })
})

describe("the address check", () => {
  it("reports no match for a declined customer, and is not offered for an approved one", async () => {
    const { cart, token } = await createAppliedCart()
    await simulator.decision(token, { outcome: "decline" })
    await simulator.behaviour(token, { addressOnFile: "another" })
    await page.goto(`${FINANCING_PATH}/${(await getLatestApplication(cart.id)).id}`)
    await page.getByRole("button", { name: "Check the address" }).click()
    await page.getByText("Declined, and the address does not match.").waitFor()
    const { order } = await createPaidOrder()
    await page.goto(`/app/orders/${order.id}`)
    const panel = page.getByTestId("consumer-financing-panel")
    await panel.getByRole("button", { name: "Check status" }).waitFor()
    expect(await panel.getByRole("button", { name: "Check the address" }).count()).toBe(0)
  })
})

describe("the pre-approvals", () => {
  it("are listed with customer and amount", async () => {
    const { email } = await createApprovedCustomer()
    await page.goto("/app/orders")
    await page.goto(`${FINANCING_PATH}/pre-approvals`)
    const row = page.getByRole("row").filter({ hasText: email })
    await row.getByText("Approved").waitFor()
    await row.getByText(/\$\d/).waitFor()
    await takeScreenshot(page, "pre-approvals")
    expect(await findAccessibilityViolations(page, "main")).toEqual([])
    await page.goto(`${FINANCING_PATH}/pre-approvals?state=${encodeURIComponent('"declined"')}`)
    await page.getByRole("heading", { name: "Pre-approvals" }).waitFor()
    await row.waitFor({ state: "detached" })
  })

  it("are requested through a form that shows an error at its field, and then the link", async () => {
    await page.goto(`${FINANCING_PATH}/pre-approvals`)
    await page.getByRole("button", { name: "Request for a customer" }).click()
    const form = page.getByRole("dialog")
    await form.getByLabel("First name").fill("Dana")
    await form.getByLabel("Last name").fill("Shopper")
    await form.getByLabel("E-mail").fill(createEmail())
    await form.getByLabel("Mobile phone").fill("12")
    await form.getByLabel("I hand the link over myself").click()
    expect(await findAccessibilityViolations(page, '[role="dialog"] form')).toEqual([])
    await form.getByRole("button", { name: "Request", exact: true }).click()
    await form.getByRole("alert").waitFor()
    expect(await form.getByRole("alert").innerText()).toMatch(/US phone number/)
    await form.getByLabel("Mobile phone").fill(createPhone())
    await form.getByRole("button", { name: "Request", exact: true }).click()
    await form.getByText("The customer's link", { exact: true }).waitFor()
    await form.getByText("Code for the customer", { exact: true }).waitFor()
    await form.getByRole("button", { name: "Done" }).click()
    await page.getByRole("row").nth(1).getByText("Waiting for the customer").waitFor()
  })
})
