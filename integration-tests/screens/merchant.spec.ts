import { readFile } from "node:fs/promises"
import type { Browser, Page } from "playwright-core"
import * as situations from "../store/attention-situations"
import { asked } from "../store/attention-steps"
import { eventually } from "../../tooling/clients/eventually"
import { harness } from "../store/harness"
import { applicationOf, sync, timelineOf } from "../store/our-records"
import { post } from "../store/postback-steps"
import { appliedCart, paidOrder, paymentOf } from "../store/purchase-steps"
import { barriersOn, openBrowser, picture, signIn } from "./browser"

const { admin, simulator } = harness()

const HOME = "/app/consumer-financing"

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  page = await signIn(browser)
})
afterAll(() => browser.close())
afterEach(() => simulator.clearFaults())

const press = async (name: string): Promise<void> =>
  await page.getByRole("button", { name, exact: true }).click()
const seen = async (text: string | RegExp): Promise<void> =>
  await page.getByText(text).first().waitFor()

describe("the list of applications", () => {
  it("is in the menu, finds an order by its number, and leads to everything about it", async () => {
    const { cart, order, token } = await paidOrder()
    const { id } = await applicationOf(cart.id)
    await sync(id)
    await page.goto("/app/orders")
    await page.getByRole("link", { name: "Consumer financing" }).first().click()
    await page.getByRole("searchbox").fill(`#${order.display_id}`)
    await page.getByRole("link", { name: `#${order.display_id}`, exact: true }).waitFor()
    await seen("Ready to settle")
    await picture(page, "applications")
    expect(await barriersOn(page, "main")).toEqual([])
    await page.getByRole("link", { name: `#${order.display_id}`, exact: true }).click()
    await page.waitForURL(new RegExp(`${id}$`))
    await seen("What happened")
    await seen(`${token.slice(0, 12)}`)
    await picture(page, "application")
    expect(await barriersOn(page, "main")).toEqual([])
  })

  it("is narrowed with one press, with how many there are, and says when nothing matches", async () => {
    await paidOrder()
    await page.goto(HOME)
    await page.getByRole("button", { name: /^Ready to settle \(\d+ · \$/ }).click()
    await page.getByRole("row").nth(1).waitFor()
    expect(await page.getByText("Waiting for the customer").count()).toBe(0)
    await page.getByRole("searchbox").fill("nothing-like-it")
    await seen("Nothing matches")
  })

  it("is saved as a file", async () => {
    const { cart } = await appliedCart()
    const { id } = await applicationOf(cart.id)
    await page.goto(HOME)
    await page.getByRole("searchbox").fill(id)
    await page.getByRole("row").nth(1).waitFor()
    const [download] = await Promise.all([page.waitForEvent("download"), press("Export CSV")])
    expect(download.suggestedFilename()).toBe("consumer-financing.csv")
    const text = await readFile(await download.path(), "utf8")
    expect(text).toMatch(/^order,customer,state/)
    expect(text).toContain(id)
  })
})

describe("the panel of an order", () => {
  it("follows a whole life: ready, settled after being asked, refunded in part", async () => {
    const { cart, order, payment } = await paidOrder()
    await page.goto(`/app/orders/${order.id}`)
    const panel = page.getByTestId("consumer-financing-panel")
    await panel.getByText("Ready to settle").first().waitFor()
    await panel.getByText("Test environment").waitFor()
    await picture(page, "order-ready")
    expect(await barriersOn(page, '[data-testid="consumer-financing-panel"]')).toEqual([])
    await panel.getByRole("button", { name: "Settle", exact: true }).click()
    await seen(/Nothing of this order has shipped yet/)
    await picture(page, "settle-asks-first")
    await press("Yes, do it")
    await panel.getByText("Funded").first().waitFor()
    // The panel may have looked while Medusa was still writing the capture down.
    await eventually(async () => {
      expect(paymentOf(await admin.order(order.id)).captured_at).toEqual(expect.any(String))
    })
    await admin.refund(payment.id, { amount: 100 })
    await sync((await applicationOf(cart.id)).id)
    await panel.getByRole("button", { name: "Sync now" }).click()
    await panel.getByText("Partly refunded").first().waitFor()
    await panel.getByText("$100.00").first().waitFor()
    expect(await panel.getByRole("button", { name: "Settle", exact: true }).count()).toBe(0)
    await picture(page, "order-partly-refunded")
  })

  it("does nothing irreversible when the question is answered with no", async () => {
    const { order, token } = await paidOrder()
    await page.goto(`/app/orders/${order.id}`)
    const panel = page.getByTestId("consumer-financing-panel")
    await panel.getByRole("button", { name: "Settle", exact: true }).click()
    await press("Leave it")
    await panel.getByRole("button", { name: "Cancel order" }).click()
    await press("Leave it")
    expect(await simulator.application(token)).toMatchObject({ settleCount: 0, cancelled: false })
  })

  it("cancels the order, and with it the application", async () => {
    const { order, token } = await paidOrder()
    await page.goto(`/app/orders/${order.id}`)
    const panel = page.getByTestId("consumer-financing-panel")
    await panel.getByRole("button", { name: "Cancel order" }).click()
    await press("Yes, do it")
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ cancelled: true })
    })
  })
})

describe("what needs attention", () => {
  it("is shown with both sides, and resolved with a reason that is kept", async () => {
    const { cart, token } = await situations.exemptedFromTaxes()
    const { application_id } = await asked(cart.id, "tax-exempt")
    await page.goto(`${HOME}/${application_id}`)
    await page.getByRole("heading", { name: "Customer exempt from taxes" }).waitFor()
    await press("Cancel the application")
    const confirm = page.getByRole("alertdialog")
    const sure = confirm.getByRole("button", { name: "Cancel the application" })
    expect(await sure.isDisabled()).toBe(true)
    await confirm.getByLabel("Why").fill("The customer pays another way")
    await picture(page, "decision")
    await sure.click()
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ cancelled: true })
    })
    const note = "The customer pays another way"
    await eventually(async () => {
      const decided = (await timelineOf(application_id)).map(({ details }) => details?.note)
      expect(decided).toContain(note)
    })
  })

  it("holds a refund that nobody knows the end of, until a person says what happened", async () => {
    const { cart, token } = await situations.lostPartialRefund()
    await asked(cart.id, "doubt")
    const { id } = await applicationOf(cart.id)
    await page.goto(`${HOME}/attention`)
    await page.getByRole("heading", { name: "Nobody knows whether it happened" }).first().waitFor()
    await picture(page, "attention")
    await page.goto("/app/orders")
    await seen("Financing that needs your attention:")
    await page.goto(`${HOME}/attention`)
    await page.getByRole("heading", { name: "Nobody knows whether it happened" }).first().waitFor()
    expect(await barriersOn(page, "main")).toEqual([])
    await page.goto(`${HOME}/${id}`)
    await press("It happened")
    const dialog = page.getByRole("alertdialog")
    await dialog.getByLabel("Why").fill("The portal shows it")
    await dialog.getByLabel(/token/).fill((await simulator.application(token)).tip)
    await dialog.getByRole("button", { name: "It happened" }).click()
    await eventually(async () => {
      expect(await applicationOf(cart.id)).toMatchObject({ refunded_cents: 10_000 })
    })
  })
})

describe("the postbacks", () => {
  it("are listed, and processed again with one press", async () => {
    const { cart, applied } = await appliedCart()
    await post(String(applied.notifyUrl), "payment_status=pending&pt_app_status=A")
    const { id } = await applicationOf(cart.id)
    await page.goto(`${HOME}/postbacks`)
    const row = page
      .getByRole("row")
      .filter({ hasText: id.slice(-6) })
      .first()
    await row.waitFor()
    await picture(page, "postbacks")
    expect(await barriersOn(page, "main")).toEqual([])
    await row.getByRole("button", { name: "Process again" }).click()
    await seen("Processed again.")
    expect((await timelineOf(id)).map(({ what }) => what)).toContain("postback-processed-again")
  })
})

describe("the screens", () => {
  it("speak the language of whoever is signed in", async () => {
    const spanish = await signIn(browser, { language: "es" })
    await spanish.goto(HOME)
    await spanish.getByRole("heading", { name: "Financiación" }).waitFor()
    await spanish
      .getByRole("button", { name: /^Listas para liquidar/ })
      .first()
      .waitFor()
    await spanish.context().close()
  })

  it("say what went wrong when the server cannot be asked, and go on with one press", async () => {
    const answers = { fail: true }
    await page.route("**/admin/consumer-financing/attentions*", (route) =>
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
