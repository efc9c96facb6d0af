import type { Browser, Page } from "playwright-core"
import { eventually } from "../../tooling/clients/eventually"
import { updateItemQuantity } from "../store/edit-steps"
import {
  createDraftOrder,
  createPartlyPaidOrder,
  listFinancingRequests,
  getOrderStatus,
} from "../store/financing-request-steps"
import { createHarness } from "../store/harness"
import { createPaidOrder, signApplication } from "../store/purchase-steps"
import { waitForReviewCase } from "../store/review-cases-steps"
import { findAccessibilityViolations, openBrowser, takeScreenshot, signIn } from "./browser"

const { run, simulator } = createHarness()

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  page = await signIn(browser)
  await page.context().grantPermissions(["clipboard-write"], { origin: run.storeUrl })
})
afterAll(() => browser.close())

const getPanel = () => page.getByTestId("consumer-financing-requests")

describe("the panel of financing requests", () => {
  it("requests financing of a draft, and links to its order once the customer has signed", async () => {
    const id = await createDraftOrder()
    await page.goto(`/app/draft-orders/${id}`)
    await getPanel()
      .getByText(/Ask the customer to finance/)
      .waitFor()
    await getPanel().getByRole("button", { name: "Request financing" }).click()
    await getPanel().getByText("Waiting for the customer").waitFor()
    await getPanel().getByRole("button", { name: "Copy link" }).click()
    await page.getByText("The link is copied.").first().waitFor()
    await takeScreenshot(page, "draft-order")
    expect(
      await findAccessibilityViolations(page, '[data-testid="consumer-financing-requests"]')
    ).toEqual([])
    const { tip: token } = await simulator.findCartApplication(id)
    await signApplication(token)
    await eventually(async () => {
      expect(await getOrderStatus(id)).toEqual({ status: "pending", isDraft: false })
    })
    expect(await simulator.application(token)).toMatchObject({ status: "S" })
    // N13: the open page of the draft links to its order.
    await getPanel().getByRole("link", { name: "Open the order" }).waitFor()
    expect(
      await getPanel()
        .getByRole("button", { name: /^Request financing/ })
        .count()
    ).toBe(0)
  })

  it("withdraws a request only after a confirmation, and then offers a new one", async () => {
    const id = await createDraftOrder()
    await page.goto(`/app/draft-orders/${id}`)
    await getPanel().getByRole("button", { name: "Request financing" }).click()
    await getPanel().getByRole("button", { name: "Withdraw" }).click()
    await page.getByRole("button", { name: "Cancel", exact: true }).click()
    expect(await listFinancingRequests(id)).toMatchObject([{ is_open: true }])
    await getPanel().getByRole("button", { name: "Withdraw" }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click()
    await getPanel().getByRole("button", { name: "Request financing" }).waitFor()
    expect(await listFinancingRequests(id)).toMatchObject([{ is_open: false }])
  })

  it("is hidden for a paid order", async () => {
    const { order } = await createPaidOrder()
    await page.goto(`/app/orders/${order.id}`)
    await page.getByTestId("consumer-financing-panel").waitFor()
    expect(await getPanel().count()).toBe(0)
  })

  it("is hidden for an edited order whose payment is not requested yet", async () => {
    const purchase = await createPaidOrder({ items: [{ handle: "walnut-desk", quantity: 1 }] })
    await updateItemQuantity(purchase, { title: "Walnut Desk", quantity: 2 })
    await waitForReviewCase(purchase.cart.id, "order-edit")
    await page.goto(`/app/orders/${purchase.order.id}`)
    await page
      .getByTestId("consumer-financing-panel")
      .getByText(/collect \$/)
      .waitFor()
    await page.waitForLoadState("networkidle")
    expect(await getPanel().count()).toBe(0)
  })

  it("offers a request for a paid order whose total has increased", async () => {
    const id = await createPartlyPaidOrder()
    await page.goto(`/app/orders/${id}`)
    await getPanel().getByRole("button", { name: "Request financing" }).click()
    const unsentNotice = getPanel().getByText("Not sent yet: copy or send the link.")
    await unsentNotice.waitFor()
    await page.reload()
    await unsentNotice.waitFor()
    await getPanel().getByRole("button", { name: "Withdraw" }).waitFor()
  })

  it("offers only the shop's channels, and shows the link's recipient", async () => {
    const id = await createDraftOrder()
    await page.goto(`/app/draft-orders/${id}`)
    await getPanel().getByRole("button", { name: "Request financing" }).click()
    await getPanel().getByText("Not sent yet: copy or send the link.").waitFor()
    expect(await getPanel().getByRole("button", { name: "Send by text" }).count()).toBe(0)
    await getPanel()
      .getByRole("button", { name: /^Send by e-mail to .+@/ })
      .click()
    await page.getByText("The link is on its way.").first().waitFor()
    await getPanel()
      .getByText(/^Sent\. The customer has not finished/)
      .waitFor()
  })
})
