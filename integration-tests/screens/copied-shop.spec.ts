import type { Browser, Page } from "playwright-core"
import { findFreePort } from "../../tooling/free-port"
import {
  queryDatabase,
  type IsolatedShop,
  startServerOn,
  startIsolatedShop,
} from "../store/isolated-shop"
import type { Store } from "../../tooling/store-process"
import { createStaffUser } from "../store/staff"
import { openBrowser, signIn } from "./browser"

const PRODUCTION_SETTINGS = { environment: "production", admin: true, roles: true } as const
const PAGES = [
  "/app/consumer-financing",
  "/app/consumer-financing/applications",
  "/app/consumer-financing/attention",
  "/app/settings/consumer-financing",
  "/app/settings/consumer-financing/diagnostics",
]

let browser: Browser
let isolatedShop: IsolatedShop
let server: Store

/** A server at another address than the one stored in its database, where no server answers any more. */
beforeAll(async () => {
  browser = await openBrowser()
  isolatedShop = await startIsolatedShop(PRODUCTION_SETTINGS)
  await isolatedShop.stores[0].control.call("consumerFinancing", "home.refresh")
  const formerAddress = `http://localhost:${await findFreePort()}`
  await isolatedShop.stores[0].stop()
  await queryDatabase(
    isolatedShop.databaseUrl,
    `update financing_home set address = '${formerAddress}'`
  )
  server = await startServerOn(
    isolatedShop.databaseUrl,
    PRODUCTION_SETTINGS,
    Number(new URL(isolatedShop.stores[0].url).port)
  )
  await server.control.call("consumerFinancing", "home.refresh")
}, 300_000)
afterAll(() => browser.close())

const getAlarm = (page: Page) => page.getByTestId("consumer-financing-home").first()

describe("the dashboard of a database that may be a copy", () => {
  it("warns on every financing page, and offers staff without the right no decision", async () => {
    const { login } = await createStaffUser({ ...isolatedShop, stores: [server] }, "reader", [
      "order:read",
      "store:read",
    ])
    const page = await signIn(browser, { storeUrl: server.url, login })
    for (const path of PAGES) {
      await page.goto(path)
      await getAlarm(page).getByText("This database may be a copy").waitFor()
      expect(await getAlarm(page).getByRole("button").count()).toBe(0)
    }
  }, 180_000)

  it("lets a user who may change settings decide that the shop has moved", async () => {
    const { login } = await createStaffUser({ ...isolatedShop, stores: [server] }, "owner", [
      "order:read",
      "order:update",
      "store:read",
      "store:update",
    ])
    const page = await signIn(browser, { storeUrl: server.url, login })
    await page.goto("/app/settings/consumer-financing")
    await getAlarm(page).getByRole("button", { name: "This is a copy" }).waitFor()
    await getAlarm(page).getByRole("button", { name: "This shop has moved here" }).click()
    const dialog = page.getByRole("alertdialog")
    await dialog.getByText(server.url).waitFor()
    await dialog.getByRole("button", { name: "This shop has moved here" }).click()
    await page.getByText("This is the shop's address now.").first().waitFor()
    await getAlarm(page).waitFor({ state: "detached" })
    const changes = page.getByTestId("settings-changes")
    await changes.getByText("Address of the shop").waitFor()
    expect(await changes.getByText(server.url).count()).toBeGreaterThan(0)
  }, 180_000)
})
