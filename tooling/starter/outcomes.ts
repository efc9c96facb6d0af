import type { Page } from "playwright-core"
import type { Sandbox } from "../../src/sandbox"
import { SERVICE, SHOP } from "./hosts"
import { choose, fillCart, pick } from "./shopper"

const TITLE = "Monthly payments"
const HANDLE = "harbor-sofa"

type Outcome = (page: Page, service: Sandbox) => Promise<void>

/** Goes to the service, by every click. @returns the application's token */
async function apply(page: Page, service: Sandbox): Promise<string> {
  await fillCart(page, HANDLE)
  await choose(page, TITLE)
  await page.getByRole("button", { name: "Continue to financing" }).click()
  await page.waitForURL(`${SERVICE}/**`)
  const applications = await service.control.applications({})
  const token = applications.at(-1)?.tip
  if (!token) throw new Error("The service has no application")
  return token
}

const leave = (page: Page) => page.getByRole("button", { name: "Return to the shop" }).click()

async function sign({ control }: Sandbox, token: string): Promise<void> {
  await control.decision(token, { outcome: "approve" })
  await control.decision(token, { outcome: "sign" })
}

const confirmed = (page: Page) => page.waitForURL(/\/us\/order\/order_\w+\/confirmed/)

/** Reads what the checkout says to whoever comes back. */
async function expectToRead(page: Page, words: RegExp): Promise<void> {
  await page.waitForURL(/\/us\/checkout\?step=payment/)
  await page.getByRole("status").filter({ hasText: words }).waitFor()
}

/** What a shopper may meet; each ends with an order, or with a sentence and a way on. */
export const outcomes: Record<string, Outcome> = {
  "approved and signed": async (page, service) => {
    await sign(service, await apply(page, service))
    await leave(page)
    await confirmed(page)
    await page.getByText(TITLE).waitFor()
    await expectEmptyCart(page)
  },
  "declined, then paid otherwise": async (page, service) => {
    await service.control.decision(await apply(page, service), { outcome: "decline" })
    await leave(page)
    await expectToRead(page, /not approved/i)
    await choose(page, "Manual Payment")
    await page.getByTestId("submit-order-button").click()
    await confirmed(page)
  },
  "left, and continued": async (page, service) => {
    const token = await apply(page, service)
    await leave(page)
    await expectToRead(page, /waiting for you/i)
    await page.getByRole("link", { name: "Continue your application" }).click()
    await page.waitForURL(`${SERVICE}/**`)
    await sign(service, token)
    await leave(page)
    await confirmed(page)
  },
  "under review, and approved while the page waits": async (page, service) => {
    const token = await apply(page, service)
    await service.control.decision(token, { outcome: "review" })
    await leave(page)
    await expectToRead(page, /under review/i)
    await sign(service, token)
    await confirmed(page)
  },
  "signed with the tab closed, opened again later": async (page, service) => {
    const token = await apply(page, service)
    await page.goto("about:blank")
    await sign(service, token)
    await page.waitForTimeout(5_000)
    await page.goto(`${SHOP}/us/checkout?step=payment`)
    await confirmed(page)
    await expectEmptyCart(page)
  },
  "told what is missing": async (page) => {
    await fillCart(page, HANDLE, { "shipping_address.province": "" })
    await pick(page, TITLE)
    await page.getByText(/Choose the US state/).waitFor()
  },
}

async function expectEmptyCart(page: Page): Promise<void> {
  await page.goto(`${SHOP}/us/cart`)
  await page.getByText("You don't have anything in your cart").first().waitFor()
}
