import type { Browser, Page } from "playwright-core"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "../store/harness"
import { getOnlyPayment, signApplication, disablePostbacks } from "../store/purchase-steps"
import { type IsolatedShop, startIsolatedShop } from "../store/isolated-shop"
import { createStaffUser } from "../store/staff"
import { openBrowser, signIn } from "./browser"

const { simulator } = createHarness()

const FINANCING_PATH = "/app/consumer-financing"
const READ_ONLY_MESSAGE = /Your role lets you see this and change nothing/
const NO_ACCESS_MESSAGE = /You do not have the right to see this/

let browser: Browser
let isolatedShop: IsolatedShop

beforeAll(async () => {
  browser = await openBrowser()
  isolatedShop = await startIsolatedShop({ roles: true })
}, 300_000)
afterAll(() => browser.close())

async function signInAs(name: string, policies: `${string}:${string}`[]): Promise<Page> {
  const { login } = await createStaffUser(isolatedShop, name, policies)
  return await signIn(browser, { storeUrl: isolatedShop.stores[0].url, login })
}

/** Creates a signed order and waits for its background work. */
async function createSignedOrder() {
  const { id } = await isolatedShop.shop.createCart()
  await isolatedShop.shop.choosePaymentMethod(id)
  const { tip: token } = await simulator.findCartApplication(id)
  await disablePostbacks(token)
  await signApplication(token)
  const completion = await isolatedShop.shop.completeCart(id)
  if (completion.type !== "order") throw new Error(completion.error.message)
  const orderId = completion.order.id
  // Waits for the background work of the placed order.
  await eventually(async () => {
    getOnlyPayment(await isolatedShop.admin.getOrder(orderId))
    expect((await simulator.application(token)).orderId).not.toContain(id)
  })
  return { orderId, token }
}

/** Opens the first review case of the list in its drawer. */
async function openCase(page: Page): Promise<void> {
  await page.goto(`${FINANCING_PATH}/attention`)
  await page.getByTestId("consumer-financing-cases").getByRole("row").nth(1).click()
  await page.getByRole("dialog").getByRole("heading").first().waitFor()
}

/** The texts of the buttons in a part of the page, without "Copy". */
async function listButtons(page: Page, selector: string): Promise<string[]> {
  const names = await page.locator(selector).getByRole("button").allInnerTexts()
  return names.map((name) => name.trim()).filter((name) => name !== "" && name !== "Copy")
}

describe("staff of a store with roles", () => {
  it("see an order's financing without the actions outside their role, and why", async () => {
    const { orderId } = await createSignedOrder()
    const panel = '[data-testid="consumer-financing-panel"]'

    const reader = await signInAs("reader", ["order:read", "payment:read"])
    await reader.goto(`/app/orders/${orderId}`)
    await reader.locator(panel).getByText(READ_ONLY_MESSAGE).waitFor()
    expect(await listButtons(reader, panel)).toEqual([])
    expect(await reader.locator(panel).getByRole("button", { name: "More" }).count()).toBe(0)

    const clerk = await signInAs("clerk", ["order:read", "order:update", "payment:read"])
    await clerk.goto(`/app/orders/${orderId}`)
    await clerk
      .locator(panel)
      .getByText(/does not allow capturing a payment/)
      .waitFor()
    expect(await listButtons(clerk, panel)).toEqual(["Check status"])
    await clerk.locator(panel).getByRole("button", { name: "More" }).click()
    await clerk.getByRole("menuitem", { name: "Cancel order" }).waitFor()

    // A role without the right to see payments still reads how the order is paid.
    const packer = await signInAs("packer", ["order:read"])
    await packer.goto(`/app/orders/${orderId}`)
    await packer.locator(panel).getByText("Ready to ship").first().waitFor()
  })

  it("are offered no decision outside their role", async () => {
    const { orderId, token } = await createSignedOrder()
    await simulator.status(token, { status: "C", postback: false })
    await isolatedShop.admin.cancelOrder(orderId)
    const { adminApi } = isolatedShop.admin
    const path = `/admin/consumer-financing/orders/${orderId}`
    await eventually(async () => {
      const { application } = await adminApi.get<{ application: { id: string } }>(path)
      await adminApi.post(`/admin/consumer-financing/applications/${application.id}/reconcile`)
      const { count } = await adminApi.get<{ count: number }>(
        `/admin/consumer-financing/review-cases?order_id=${orderId}`
      )
      if (count === 0) throw new Error("Nobody is asked yet")
    })
    const reader = await signInAs("reader-of-cases", ["order:read"])
    await openCase(reader)
    await reader.getByText(READ_ONLY_MESSAGE).first().waitFor()
    expect(await reader.getByRole("button", { name: "Check again" }).count()).toBe(0)
    const clerk = await signInAs("clerk-of-cases", ["order:read", "order:update"])
    await openCase(clerk)
    await clerk
      .getByText(/does not allow every decision here/)
      .first()
      .waitFor()
    await clerk.getByRole("button", { name: "Check again" }).first().waitFor()
    expect(await clerk.getByRole("button", { name: /^Refund/ }).count()).toBe(0)
  })

  it("see the settings, and no way to change them without the right", async () => {
    const page = await signInAs("accountant", ["store:read"])
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
      const page = await signInAs(`stranger${path.replace("/", "-")}`, ["product:read"])
      await page.clock.install()
      const requestedUrls: string[] = []
      page.on("request", (request) => {
        if (request.url().includes("/admin/consumer-financing/")) requestedUrls.push(request.url())
      })
      await page.goto(FINANCING_PATH + path)
      await page.getByText(NO_ACCESS_MESSAGE).waitFor()
      const main = page.getByRole("main")
      for (const name of ["Export CSV", "Request for a customer", "Try again"]) {
        expect(await main.getByRole("button", { name }).count()).toBe(0)
      }
      await page.waitForLoadState("networkidle")
      const countBefore = requestedUrls.length
      expect(countBefore).toBeGreaterThan(0)
      await page.clock.runFor(120_000)
      await page.waitForLoadState("networkidle")
      expect(requestedUrls.slice(countBefore)).toEqual([])
      await page.context().close()
    }
  )
})
