import type { Browser, Page } from "playwright-core"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "../store/harness"
import { getOnlyPayment, signApplication, disablePostbacks } from "../store/purchase-steps"
import { type IsolatedShop, startIsolatedShop } from "../store/isolated-shop"
import { createStaffUser } from "../store/staff"
import { openBrowser, signIn } from "./browser"

const { simulator } = createHarness()

const HOME = "/app/consumer-financing"
const READS_ONLY = /Your role lets you see this and change nothing/
const SEES_NOTHING = /You do not have the right to see this/

let browser: Browser
let apart: IsolatedShop

beforeAll(async () => {
  browser = await openBrowser()
  apart = await startIsolatedShop({ roles: true })
}, 300_000)
afterAll(() => browser.close())

async function signedInAs(name: string, policies: `${string}:${string}`[]): Promise<Page> {
  const { login } = await createStaffUser(apart, name, policies)
  return await signIn(browser, { storeUrl: apart.stores[0].url, login })
}

/** Creates a signed order and waits for its background work. */
async function bought() {
  const { id } = await apart.shop.createCart()
  await apart.shop.choosePaymentMethod(id)
  const { tip: token } = await simulator.findCartApplication(id)
  await disablePostbacks(token)
  await signApplication(token)
  const done = await apart.shop.completeCart(id)
  if (done.type !== "order") throw new Error(done.error.message)
  const orderId = done.order.id
  // Waits for the background work of the placed order.
  await eventually(async () => {
    getOnlyPayment(await apart.admin.getOrder(orderId))
    expect((await simulator.application(token)).orderId).not.toContain(id)
  })
  return { orderId, token }
}

/** Opens the first review case of the list in its drawer. */
async function openCase(page: Page): Promise<void> {
  await page.goto(`${HOME}/attention`)
  await page.getByTestId("consumer-financing-cases").getByRole("row").nth(1).click()
  await page.getByRole("dialog").getByRole("heading").first().waitFor()
}

/** The texts of the buttons in a part of the page, without "Copy". */
async function buttonsOf(page: Page, part: string): Promise<string[]> {
  const names = await page.locator(part).getByRole("button").allInnerTexts()
  return names.map((name) => name.trim()).filter((name) => name !== "" && name !== "Copy")
}

describe("staff of a store with roles", () => {
  it("see an order's financing without the actions outside their role, and why", async () => {
    const { orderId } = await bought()
    const panel = '[data-testid="consumer-financing-panel"]'

    const reader = await signedInAs("reader", ["order:read", "payment:read"])
    await reader.goto(`/app/orders/${orderId}`)
    await reader.locator(panel).getByText(READS_ONLY).waitFor()
    expect(await buttonsOf(reader, panel)).toEqual([])
    expect(await reader.locator(panel).getByRole("button", { name: "More" }).count()).toBe(0)

    const clerk = await signedInAs("clerk", ["order:read", "order:update", "payment:read"])
    await clerk.goto(`/app/orders/${orderId}`)
    await clerk
      .locator(panel)
      .getByText(/does not allow capturing a payment/)
      .waitFor()
    expect(await buttonsOf(clerk, panel)).toEqual(["Check status"])
    await clerk.locator(panel).getByRole("button", { name: "More" }).click()
    await clerk.getByRole("menuitem", { name: "Cancel order" }).waitFor()

    // A role without the right to see payments still reads how the order is paid.
    const packer = await signedInAs("packer", ["order:read"])
    await packer.goto(`/app/orders/${orderId}`)
    await packer.locator(panel).getByText("Ready to ship").first().waitFor()
  })

  it("are offered no decision outside their role", async () => {
    const { orderId, token } = await bought()
    await simulator.status(token, { status: "C", postback: false })
    await apart.admin.cancelOrder(orderId)
    const { adminApi } = apart.admin
    const path = `/admin/consumer-financing/orders/${orderId}`
    await eventually(async () => {
      const { application } = await adminApi.get<{ application: { id: string } }>(path)
      await adminApi.post(`/admin/consumer-financing/applications/${application.id}/reconcile`)
      const { count } = await adminApi.get<{ count: number }>(
        `/admin/consumer-financing/review-cases?order_id=${orderId}`
      )
      if (count === 0) throw new Error("Nobody is asked yet")
    })
    const reader = await signedInAs("reader-of-cases", ["order:read"])
    await openCase(reader)
    await reader.getByText(READS_ONLY).first().waitFor()
    expect(await reader.getByRole("button", { name: "Check again" }).count()).toBe(0)
    const clerk = await signedInAs("clerk-of-cases", ["order:read", "order:update"])
    await openCase(clerk)
    await clerk
      .getByText(/does not allow every decision here/)
      .first()
      .waitFor()
    await clerk.getByRole("button", { name: "Check again" }).first().waitFor()
    expect(await clerk.getByRole("button", { name: /^Refund/ }).count()).toBe(0)
  })

  it("see the settings, and no way to change them without the right", async () => {
    const page = await signedInAs("accountant", ["store:read"])
    await page.goto("/app/settings/consumer-financing")
    await page.getByText(/lets you see the settings and change none/).waitFor()
    await page.getByTestId("settings-expert").waitFor()
    for (const name of [/^Edit/, "Test connection", "Change credentials", /^Switch to/]) {
      expect(await page.getByRole("button", { name }).count()).toBe(0)
    }
  })

  it.each(["", "/attention", "/applications", "/pre-approvals"])(
    "without the right see one message at consumer-financing%s, which stops its requests",
    async (path) => {
      const page = await signedInAs(`stranger${path.replace("/", "-")}`, ["product:read"])
      await page.clock.install()
      const asked: string[] = []
      page.on("request", (request) => {
        if (request.url().includes("/admin/consumer-financing/")) asked.push(request.url())
      })
      await page.goto(HOME + path)
      await page.getByText(SEES_NOTHING).waitFor()
      const main = page.getByRole("main")
      for (const name of ["Export CSV", "Request for a customer", "Try again"]) {
        expect(await main.getByRole("button", { name }).count()).toBe(0)
      }
      await page.waitForLoadState("networkidle")
      const before = asked.length
      expect(before).toBeGreaterThan(0)
      await page.clock.runFor(120_000)
      await page.waitForLoadState("networkidle")
      expect(asked.slice(before)).toEqual([])
      await page.context().close()
    }
  )
})
