import type { Browser, Page } from "playwright-core"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "../store/harness"
import { injectFault } from "../store/money-steps"
import { createAppliedCart, createPaidOrder, type PaidOrder } from "../store/purchase-steps"
import { getLatestApplication } from "../store/plugin-records"
import { findAccessibilityViolations, openBrowser, takeScreenshot, signIn } from "./browser"

const { simulator } = createHarness()

const LIST_PATH = "/app/consumer-financing/applications"

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  page = await signIn(browser)
})
afterAll(() => browser.close())
afterEach(() => simulator.clearFaults())

const getDrawer = (target = page) => target.getByRole("dialog")

/** Reads each row's result and its reason. */
async function readResults(): Promise<string[][]> {
  const texts = await getDrawer().getByRole("listitem").allInnerTexts()
  return texts.map((text) => text.split("\n").filter(Boolean).slice(1))
}

/** Creates purchases of one customer, whose e-mail address filters the list. */
async function createOrders(email: string, count: number): Promise<PaidOrder[]> {
  const orders: PaidOrder[] = []
  while (orders.length < count) orders.push(await createPaidOrder({ email }))
  return orders
}

/** Opens the list of one customer's applications and selects all of them. */
async function selectAll(email: string, target = page): Promise<void> {
  await target.goto(`${LIST_PATH}?q=${email}`)
  await target.getByRole("row").filter({ hasText: "#" }).first().waitFor()
  await target.getByRole("columnheader").getByRole("checkbox").check()
}

async function runCommand(name: string, target = page): Promise<void> {
  await target.getByRole("button", { name: new RegExp(`^${name}`) }).click()
  await getDrawer(target).waitFor()
}

const readSettleCounts = async (orders: PaidOrder[]): Promise<number[]> =>
  await Promise.all(
    orders.map(async ({ token }) => (await simulator.application(token)).settleCount)
  )

describe("a bulk action on applications", () => {
  it("requests each payment that is ready, and shows why it skipped the others", async () => {
    const email = `many-${Date.now()}@example.com`
    const orders = await createOrders(email, 2)
    await createAppliedCart({ email })
    await selectAll(email)
    await runCommand("Request payment")
    expect(await getDrawer().innerText()).toContain("Applications: 3, together $4,402.92")
    expect(await readSettleCounts(orders)).toEqual([0, 0])
    await getDrawer().getByRole("button", { name: "Start" }).click()
    await getDrawer().getByText("3 of 3 done").waitFor()
    expect(await readResults()).toEqual([
      ["Skipped", "Only what the customer has signed can be paid out."],
      ["Done"],
      ["Done"],
    ])
    expect(await readSettleCounts(orders)).toEqual([1, 1])
    expect(await findAccessibilityViolations(page, '[role="dialog"]')).toEqual([])
    await takeScreenshot(page, "many-at-once")
    await getDrawer().getByRole("button", { name: "Close" }).last().click()

    await selectAll(email)
    await runCommand("Request payment")
    await getDrawer().getByRole("button", { name: "Start" }).click()
    await getDrawer().getByText("3 of 3 done").waitFor()
    expect(await getDrawer().getByText("requested already", { exact: false }).count()).toBe(2)
    expect(await readSettleCounts(orders)).toEqual([1, 1])
  })

  it("continues after its tab was closed, and requests no payment twice", async () => {
    const email = `left-${Date.now()}@example.com`
    const orders = await createOrders(email, 3)
    const otherTab = await page.context().newPage()
    await selectAll(email, otherTab)
    await runCommand("Request payment", otherTab)
    await getDrawer(otherTab).getByRole("button", { name: "Start" }).click()
    await getDrawer(otherTab).getByText("1 of 3 done").waitFor()
    await otherTab.close()
    await page.goto(LIST_PATH)
    const stored = await page.evaluate(() => localStorage.getItem("consumer-financing.many"))
    expect(stored).toContain('"action":"settle"')
    expect(stored).not.toMatch(/Shopper|example\.com/)

    await page.getByRole("button", { name: "Continue the last selection" }).click()
    await getDrawer().getByRole("button", { name: "Continue" }).click()
    await getDrawer().getByText("3 of 3 done").waitFor()
    expect(await readSettleCounts(orders)).toEqual([1, 1, 1])
    await page.goto(LIST_PATH)
    await page.getByRole("row").nth(1).waitFor()
    expect(await page.getByRole("button", { name: "Continue the last selection" }).count()).toBe(0)
  })

  it("shows a payment request whose answer was lost as not known", async () => {
    const email = `lost-${Date.now()}@example.com`
    const [order] = await createOrders(email, 1)
    await injectFault(order?.token ?? "", { operation: "settle", kind: "reset", when: "before" })
    await selectAll(email)
    await runCommand("Request payment")
    await getDrawer().getByRole("button", { name: "Start" }).click()
    await getDrawer().getByText("1 of 1 done").waitFor()
    const [[outcome = "", reason = ""] = []] = await readResults()
    expect(outcome).toBe("Not known")
    expect(reason).toMatch(/It may have happened: do not do it again\./)
  })

  it("checks each status, and shows for which application the service did not answer", async () => {
    const email = `check-${Date.now()}@example.com`
    const [first, second] = await createOrders(email, 2)
    await injectFault(first?.token ?? "", { operation: "getStatus", kind: "status", status: 503 })
    await selectAll(email)
    await runCommand("Check status")
    await getDrawer().getByRole("button", { name: "Start" }).click()
    await getDrawer().getByText("2 of 2 done").waitFor()
    expect(await readResults()).toEqual([
      ["Done"],
      ["No status", "The service did not answer. Nothing was sent. Try again later."],
    ])
    await eventually(async () => {
      const { last_check_at } = await getLatestApplication(second?.cart.id ?? "")
      expect(last_check_at).not.toBeNull()
    })
  })
})
