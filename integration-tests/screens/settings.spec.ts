import type { Browser, Locator, Page } from "playwright-core"
import type { ServiceAccess, ShopSettings } from "../../tooling/shop-environment"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "../store/harness"
import { type IsolatedShop, startIsolatedShop } from "../store/isolated-shop"
import { findAccessibilityViolations, openBrowser, takeScreenshot, signIn } from "./browser"

const { run, simulator } = createHarness()

const HERE = "/app/settings/consumer-financing"

const NOTHING: ServiceAccess = { baseUrl: "", apiUsername: "", apiPassword: "", apiSignature: "" }

/** Its medusa-config sets neither an environment nor credentials. */
const FROM_ZERO = {
  environment: "" as ShopSettings["environment"],
  staging: NOTHING,
  production: NOTHING,
  pluginOptions: {},
}
const { staging, production } = run.settings as ShopSettings

let browser: Browser
let shop: IsolatedShop
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  shop = await startIsolatedShop(FROM_ZERO)
  page = await signIn(browser, { storeUrl: shop.stores[0].url })
}, 300_000)
afterAll(() => browser.close())

const part = (name: string): Locator => page.getByTestId(`settings-${name}`)
const environment = (name: string): Locator =>
  part("environment").getByRole("region", { name, exact: true })
const drawer = (): Locator => page.getByRole("dialog")
/** Runs an action on an environment's credentials. By keyboard: the last notification may cover it. */
async function press(action: string, name: string): Promise<void> {
  await environment(name)
    .getByRole("button", { name: /^Change or remove credentials/ })
    .press("Enter")
  await page.getByRole("menuitem", { name: action }).press("Enter")
}

async function fill(access: ServiceAccess): Promise<void> {
  await drawer().getByLabel("Address").fill(access.baseUrl)
  await drawer().getByLabel("API username").fill(access.apiUsername)
  await drawer().getByLabel("API password").fill(access.apiPassword)
  await drawer().getByLabel("API signature").fill(access.apiSignature)
}

/** Reads the overview's section "Is everything working?". */
async function health(): Promise<string> {
  const heading = page.getByRole("heading", { name: "Is everything working?" })
  await heading.waitFor()
  return await heading.locator("xpath=..").innerText()
}

/** Creates a new shopper's cart and returns its application at the service. */
async function applied() {
  const cart = await shop.shop.createCart()
  await shop.shop.choosePaymentMethod(cart.id)
  return await simulator.findCartApplication(cart.id)
}

describe("a shop without settings in medusa-config", () => {
  it("shows that credentials are missing, and a connection test rejects wrong ones", async () => {
    await page.goto("/app/consumer-financing")
    // N4: without credentials nothing works, and no text claims that the service can be used.
    expect(await health()).toMatch(/Nobody can finance anything now\s+There are no credentials/)
    expect(await page.getByText(/can be used|No problem found/).count()).toBe(0)
    await page.goto("/app/settings")
    await page.getByRole("link", { name: "Consumer financing" }).click()
    await page.getByText(/Financing is not offered yet/).waitFor()
    await part("changes")
      .getByText(/Nothing was changed here yet/)
      .waitFor()
    await environment("Test mode").getByRole("button", { name: "Enter credentials" }).click()
    await fill({ ...production, baseUrl: staging.baseUrl })
    await drawer().getByRole("button", { name: "Test connection" }).click()
    await drawer()
      .getByText(/Wrong credentials, or credentials of the other environment\./)
      .waitFor()
    expect(await findAccessibilityViolations(page, '[role="dialog"] form')).toEqual([])
    await fill(staging)
    await drawer().getByRole("button", { name: "Test connection" }).click()
    await drawer()
      .getByText(/^Connected\./)
      .waitFor()
    await drawer().getByRole("button", { name: "Save" }).click()
    await page.getByText(/Financing is not offered yet/).waitFor({ state: "detached" })
  })

  it("hides the API password and signature, and finances a cart without a restart", async () => {
    await environment("Test mode").getByText("Address").waitFor()
    const shown = await page.content()
    for (const secret of [staging.apiPassword, staging.apiSignature]) {
      expect(shown).not.toContain(secret)
    }
    // N13: not one character of a secret.
    expect(await environment("Test mode").getByText("••••", { exact: true }).count()).toBe(2)
    for (const secret of [staging.apiPassword, staging.apiSignature]) {
      expect(await environment("Test mode").innerText()).not.toContain(secret.slice(-3))
    }
    expect(await applied()).toMatchObject({ environment: "staging" })
    await part("changes")
      .getByText(/by Alex Merchant/)
      .first()
      .waitFor()
  })

  it("N4: shows in an outage that financing is unavailable, and asks for no credentials", async () => {
    await shop.query(
      "insert into financing_outage (id, cause, since, failures, raised_at, probed_at, shoppers, cents) values ('staging', 'unreachable', now(), 3, now(), now(), 4, 587056)"
    )
    await page.goto("/app/consumer-financing")
    expect(await health()).toMatch(
      /Nobody can finance anything now\s+The service does not answer\./
    )
    // N13: the alarm counts the shoppers affected.
    await page
      .getByTestId("consumer-financing-alarm")
      .getByText(/Shoppers who could not finance their purchase: 4 \(\$5,870\.56\)/)
      .waitFor()
    const steps = page.getByTestId("consumer-financing-first-steps")
    await steps
      .getByText(/Make a test purchase|Go live/)
      .first()
      .waitFor()
    expect(await steps.getByText(/Enter the credentials/).count()).toBe(0)
    await shop.query("delete from financing_outage")
    await page.goto(HERE)
  })

  it("switches to production once that has credentials, after a confirmation", async () => {
    const toProduction = part("environment").getByRole("button", { name: "Switch to production" })
    expect(await toProduction.isDisabled()).toBe(true)
    await environment("Production").getByRole("button", { name: "Enter credentials" }).click()
    await fill(production)
    await drawer().getByRole("button", { name: "Save" }).click()
    await drawer().waitFor({ state: "detached" })
    await toProduction.click()
    const question = page.getByRole("alertdialog")
    await question.getByText(/real loans/).waitFor()
    await question.getByRole("button", { name: "Cancel", exact: true }).click()
    expect(await part("environment").getByText("Test mode: no real loans").count()).toBe(1)
    await toProduction.click()
    await question.getByRole("button", { name: "Switch to production" }).click()
    await part("environment").getByText("Production: real loans").waitFor()
    expect(await applied()).toMatchObject({ environment: "production" })
    await part("self-check")
      .getByText(/checks are good/)
      .click()
    await part("self-check")
      .getByText(/Regions with financing/)
      .waitFor()
    await page.setViewportSize({ width: 1440, height: 1800 })
    await takeScreenshot(page, "settings")
    await page.setViewportSize({ width: 1440, height: 1000 })
    expect(await findAccessibilityViolations(page, "main")).toEqual([])
  })

  /** Changes production's password, and waits for the message about it. */
  const savePassword = async (password: string, said: RegExp): Promise<void> => {
    await press("Change credentials", "Production")
    await drawer().getByLabel("API password").fill(password)
    await drawer().getByRole("button", { name: "Save" }).click()
    await page.getByText(said).first().waitFor()
    await drawer().waitFor({ state: "detached" })
  }
  const switchTo = async (name: string): Promise<void> => {
    await part("environment")
      .getByRole("button", { name: `Switch to ${name}` })
      .press("Enter")
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: `Switch to ${name}` })
      .click()
  }

  it("shows an alarm with the lost sales until the service accepts the credentials", async () => {
    const alarm = page.getByTestId("consumer-financing-alarm")
    await savePassword("a-password-that-is-wrong", /The credentials are saved\. Wrong credentials/)
    await alarm.getByText(/refuses your credentials \(Production\)/).waitFor()
    await part("self-check")
      .getByText(/Nobody can finance anything/)
      .waitFor()
    expect(
      await findAccessibilityViolations(page, '[data-testid="consumer-financing-alarm"]')
    ).toEqual([])
    const cart = await shop.shop.createCart()
    await shop.shop.choosePaymentMethod(cart.id).catch(() => undefined)
    for (const path of ["/app/consumer-financing", "/app/orders"]) {
      await page.goto(path)
      await alarm.getByText(/Shoppers who could not finance their purchase: 1 \(\$/).waitFor()
    }
    await takeScreenshot(page, "service-alarm")
    await page.goto(HERE)
    await savePassword(production.apiPassword, /The credentials are saved\. Connected\./)
    await alarm.waitFor({ state: "detached" })
  })

  it("stays in test mode, with the reason, while the service refuses production's credentials", async () => {
    const shown = part("environment")
    // By keyboard: the last notification may cover it.
    await shown.getByRole("button", { name: "Switch to test mode" }).press("Enter")
    const question = page.getByRole("alertdialog")
    await question.getByText(/Still open where you are now: \d+\./).waitFor()
    await question.getByRole("button", { name: "Switch to test mode" }).click()
    await shown.getByText("Test mode: no real loans").waitFor()
    await savePassword("a-password-that-is-wrong", /The credentials are saved\. Wrong credentials/)
    await switchTo("production")
    await page
      .getByText(/connection test of production failed/)
      .first()
      .waitFor()
    expect(await shown.getByText("Test mode: no real loans").count()).toBe(1)
    await savePassword(production.apiPassword, /The credentials are saved\. Connected\./)
    await switchTo("production")
    await shown.getByText("Production: real loans").waitFor()
  })

  it("N4: reports no problem in production while test mode's password is wrong", async () => {
    await press("Change credentials", "Test mode")
    await drawer().getByLabel("API password").fill("a-password-that-expired")
    await drawer().getByRole("button", { name: "Save" }).click()
    await page
      .getByText(/The credentials are saved\. Wrong credentials/)
      .first()
      .waitFor()
    await drawer().waitFor({ state: "detached" })
    await page.goto("/app/consumer-financing")
    expect(await health()).toMatch(/No problem found/)
    expect(await health()).not.toMatch(/Nobody can finance|refuses the credentials/)
    await page.goto(HERE)
    await press("Change credentials", "Test mode")
    await drawer().getByLabel("API password").fill(staging.apiPassword)
    await drawer().getByRole("button", { name: "Save" }).click()
    await drawer().waitFor({ state: "detached" })
  })

  it("keeps credentials when an edit is discarded, and removes them after a confirmation", async () => {
    await press("Change credentials", "Test mode")
    await drawer().getByLabel("API password").fill("a-password-that-is-wrong")
    await drawer().getByRole("button", { name: "Test connection" }).click()
    await drawer()
      .getByText(/Wrong credentials/)
      .waitFor()
    await drawer().getByRole("button", { name: "Cancel", exact: true }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click()
    await environment("Test mode").getByRole("button", { name: "Test connection" }).click()
    await environment("Test mode")
      .getByText(/^Connected\./)
      .waitFor()
    await press("Remove", "Test mode")
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click()
    await environment("Test mode").getByText("not set").first().waitFor()
  })
})

describe("a section of the settings", () => {
  const edit = async (name: string): Promise<void> =>
    await page.getByRole("button", { name: `Edit: ${name}` }).click()
  const save = (): Locator => drawer().getByRole("button", { name: "Save" })

  it("shows an error at its field, and saves a valid value", async () => {
    await edit("Checkout")
    expect(await save().isDisabled()).toBe(true)
    await drawer().getByLabel("Smallest total").fill("0")
    await save().click()
    await drawer()
      .getByRole("alert")
      .getByText(/more than 0/)
      .waitFor()
    await drawer().getByLabel("Smallest total").fill("12,50")
    await drawer()
      .getByRole("alert")
      .getByText(/Enter an amount such as 120\.50/)
      .waitFor()
    expect(await save().isDisabled()).toBe(true)
    await drawer().getByLabel("Smallest total").fill("5,000.50")
    expect(await drawer().getByRole("alert").count()).toBe(0)
    await drawer().getByLabel("Title").fill("Pay month by month")
    await drawer().getByLabel("Products without financing").fill("sofa")
    await page.getByRole("option", { name: /sofa/i }).first().click()
    await drawer().getByLabel("Title").click()
    expect(await findAccessibilityViolations(page, '[role="dialog"] form')).toEqual([])
    await save().click()
    await part("checkout").getByText("$5,000.50").waitFor()
    await part("checkout").getByText("Pay month by month").waitFor()
    await part("checkout").getByText(/sofa/i).first().waitFor()
    await part("changes")
      .getByText(/Smallest total/)
      .waitFor()
  })

  it("N10: can be tabbed through up to Save, and no list opens", async () => {
    const opens = page.getByRole("button", { name: "Edit: Checkout" })
    await opens.press("Enter")
    await drawer().getByLabel("Largest total").focus()
    await drawer().getByLabel("Title").fill("Pay monthly")
    await drawer().getByLabel("Largest total").focus()
    const isOnSave = () => save().evaluate((button) => button === document.activeElement)
    for (let count = 0; count < 40 && !(await isOnSave()); count += 1) {
      await page.keyboard.press("Tab")
      expect(await page.getByRole("option").count()).toBe(0)
    }
    expect(await isOnSave()).toBe(true)
    await page.keyboard.press("Escape")
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click()
    await drawer().waitFor({ state: "detached" })
    // N13: the focus returns to the edit button.
    await eventually(async () =>
      expect(await opens.evaluate((button) => button === document.activeElement)).toBe(true)
    )
  })

  it("restores the default of an emptied field, and asks before it discards changes", async () => {
    await edit("Checkout")
    await drawer().getByLabel("Smallest total").fill("")
    await drawer().getByLabel("Title").fill("")
    await drawer().getByLabel("Smallest total").press("Escape")
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click()
    await save().click()
    await part("checkout").getByText("Pay over time").waitFor()
    expect(await part("checkout").getByText("$5,000.50").count()).toBe(0)
  })

  it("turns pre-approvals on without a restart", async () => {
    await page.goto("/app/consumer-financing/pre-approvals")
    await page.getByText("Pre-approvals are turned off").waitFor()
    await page.getByRole("link", { name: "Open the settings" }).click()
    await edit("Checkout")
    await drawer().getByLabel("Pre-approvals", { exact: true }).click()
    await save().click()
    await drawer().waitFor({ state: "detached" })
    await page.goto("/app/consumer-financing/pre-approvals")
    await page.getByText("No pre-approval yet").waitFor()
    expect(await findAccessibilityViolations(page, "main")).toEqual([])
    await page.goto(HERE)
  })

  it("saves choices, switches, lists and the schedule of status checks", async () => {
    await edit("Orders and money")
    await drawer().getByLabel("Request payment automatically").click()
    await page.getByRole("option", { name: "When everything is delivered" }).click()
    await save().click()
    await part("orders").getByText("When everything is delivered").waitFor()
    await edit("Expert")
    await drawer().getByLabel("Prefix of order numbers").fill("SHOP-")
    await drawer().getByLabel("Messages about our own actions").click()
    await drawer().getByRole("button", { name: "Remove step 8" }).click()
    await save().click()
    await part("expert").getByText("SHOP-").waitFor()
    await part("expert").getByText("7 steps").waitFor()
    await edit("Checkout")
    await drawer().getByLabel("States without financing").fill("ca, Atlantis")
    await save().click()
    await drawer().getByText("Use the two letters of a US state, for example CA.").waitFor()
    await drawer().getByLabel("States without financing").fill("ca, PR")
    await drawer().getByLabel("Gift cards without financing").click()
    await save().click()
    await part("checkout").getByText("CA, PR").waitFor()
  })
})

describe("a value that medusa-config sets", () => {
  it("is shown as locked, and cannot be changed in the dashboard", async () => {
    const merchant = await signIn(browser)
    await merchant.goto(HERE)
    const environments = merchant.getByTestId("settings-environment")
    await environments.getByText("Set in medusa-config").first().waitFor()
    expect(await environments.getByRole("button", { name: /credentials|Switch to/ }).count()).toBe(
      0
    )
    await merchant.getByRole("button", { name: "Edit: Checkout" }).click()
    const form = merchant.getByRole("dialog")
    expect(await form.getByLabel("Pre-approvals", { exact: true }).isDisabled()).toBe(true)
    expect(await form.getByLabel("Title").isDisabled()).toBe(false)
    await merchant.context().close()
  })
})
