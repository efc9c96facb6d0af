import type { Browser, Page } from "playwright-core"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "../store/harness"
import { injectFault } from "../store/money-steps"
import { createAppliedCart, createPaidOrder, type PaidOrder } from "../store/purchase-steps"
import { getLatestApplication } from "../store/plugin-records"
import { findAccessibilityViolations, openBrowser, takeScreenshot, signIn } from "./browser"

const { simulator } = createHarness()

const LIST = "/app/consumer-financing/applications"

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  page = await signIn(browser)
})
afterAll(() => browser.close())
afterEach(() => simulator.clearFaults())

const drawer = (on = page) => on.getByRole("dialog")

/** Reads each row's result and its reason. */
async function resultsOf(): Promise<string[][]> {
  const texts = await drawer().getByRole("listitem").allInnerTexts()
  return texts.map((text) => text.split("\n").filter(Boolean).slice(1))
}

/** Creates purchases of one customer, whose e-mail address filters the list. */
async function ordersOf(email: string, count: number): Promise<PaidOrder[]> {
  const orders: PaidOrder[] = []
  while (orders.length < count) orders.push(await createPaidOrder({ email }))
  return orders
}

/** Opens the list of one customer's applications and selects all of them. */
async function selectAll(email: string, on = page): Promise<void> {
  await on.goto(`${LIST}?q=${email}`)
  await on.getByRole("row").filter({ hasText: "#" }).first().waitFor()
  await on.getByRole("columnheader").getByRole("checkbox").check()
}

async function runCommand(name: string, on = page): Promise<void> {
  await on.getByRole("button", { name: new RegExp(`^${name}`) }).click()
  await drawer(on).waitFor()
}

const settleCounts = async (orders: PaidOrder[]): Promise<number[]> =>
  await Promise.all(
    orders.map(async ({ token }) => (await simulator.application(token)).settleCount)
  )

describe("a bulk action on applications", () => {
  it("requests each payment that is ready, and shows why it skipped the others", async () => {
    const email = `many-${Date.now()}@example.com`
    const orders = await ordersOf(email, 2)
    await createAppliedCart({ email })
    await selectAll(email)
    await runCommand("Request payment")
    expect(await drawer().innerText()).toContain("Applications: 3, together $4,402.92")
    expect(await settleCounts(orders)).toEqual([0, 0])
    await drawer().getByRole("button", { name: "Start" }).click()
    await drawer().getByText("3 of 3 done").waitFor()
    expect(await resultsOf()).toEqual([
      ["Skipped", "Only what the customer has signed can be paid out."],
      ["Done"],
      ["Done"],
    ])
    expect(await settleCounts(orders)).toEqual([1, 1])
    expect(await findAccessibilityViolations(page, '[role="dialog"]')).toEqual([])
    await takeScreenshot(page, "many-at-once")
    await drawer().getByRole("button", { name: "Close" }).last().click()

    await selectAll(email)
    await runCommand("Request payment")
    await drawer().getByRole("button", { name: "Start" }).click()
    await drawer().getByText("3 of 3 done").waitFor()
    expect(await drawer().getByText("requested already", { exact: false }).count()).toBe(2)
    expect(await settleCounts(orders)).toEqual([1, 1])
  })

  it("continues after its tab was closed, and requests no payment twice", async () => {
    const email = `left-${Date.now()}@example.com`
    const orders = await ordersOf(email, 3)
    const other = await page.context().newPage()
    await selectAll(email, other)
    await runCommand("Request payment", other)
    await drawer(other).getByRole("button", { name: "Start" }).click()
    await drawer(other).getByText("1 of 3 done").waitFor()
    await other.close()
    await page.goto(LIST)
    const kept = await page.evaluate(() => localStorage.getItem("consumer-financing.many"))
    expect(kept).toContain('"action":"settle"')
    expect(kept).not.toMatch(/Shopper|example\.com/)

    await page.getByRole("button", { name: "Continue the last selection" }).click()
    await drawer().getByRole("button", { name: "Continue" }).click()
    await drawer().getByText("3 of 3 done").waitFor()
    expect(await settleCounts(orders)).toEqual([1, 1, 1])
    await page.goto(LIST)
    await page.getByRole("row").nth(1).waitFor()
    expect(await page.getByRole("button", { name: "Continue the last selection" }).count()).toBe(0)
  })

  it("shows a payment request whose answer was lost as not known", async () => {
    const email = `lost-${Date.now()}@example.com`
    const [order] = await ordersOf(email, 1)
    await injectFault(order?.token ?? "", { operation: "settle", kind: "reset", when: "before" })
    await selectAll(email)
    await runCommand("Request payment")
    await drawer().getByRole("button", { name: "Start" }).click()
    await drawer().getByText("1 of 1 done").waitFor()
    const [[outcome = "", reason = ""] = []] = await resultsOf()
    expect(outcome).toBe("Not known")
    expect(reason).toMatch(/It may have happened: do not do it again\./)
  })

  it("checks each status, and shows for which application the service did not answer", async () => {
    const email = `check-${Date.now()}@example.com`
    const [first, second] = await ordersOf(email, 2)
    await injectFault(first?.token ?? "", { operation: "getStatus", kind: "status", status: 503 })
    await selectAll(email)
    await runCommand("Check status")
    await drawer().getByRole("button", { name: "Start" }).click()
    await drawer().getByText("2 of 2 done").waitFor()
    expect(await resultsOf()).toEqual([
      ["Done"],
      ["No status", "The service did not answer. Nothing was sent. Try again later."],
    ])
    await eventually(async () => {
      const { last_check_at } = await getLatestApplication(second?.cart.id ?? "")
      expect(last_check_at).not.toBeNull()
    })
  })
})
