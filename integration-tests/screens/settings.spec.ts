import type { Browser, Locator, Page } from "playwright-core"
import type { ServiceAccess, ShopSettings } from "../../tooling/shop-environment"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "../store/harness"
import { type IsolatedShop, startIsolatedShop } from "../store/isolated-shop"
import { findAccessibilityViolations, openBrowser, takeScreenshot, signIn } from "./browser"

const { run, simulator } = createHarness()

const SETTINGS_PATH = "/app/settings/consumer-financing"

const EMPTY_ACCESS: ServiceAccess = {
  baseUrl: "",
  apiUsername: "",
  apiPassword: "",
  apiSignature: "",
}

/** Its medusa-config sets neither an environment nor credentials. */
const EMPTY_SETTINGS = {
  environment: "" as ShopSettings["environment"],
  staging: EMPTY_ACCESS,
  production: EMPTY_ACCESS,
  pluginOptions: {},
}
const { staging, production } = run.settings as ShopSettings

let browser: Browser
let isolatedShop: IsolatedShop
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  isolatedShop = await startIsolatedShop(EMPTY_SETTINGS)
  page = await signIn(browser, { storeUrl: isolatedShop.stores[0].url })
}, 300_000)
afterAll(() => browser.close())

const getSection = (name: string): Locator => page.getByTestId(`settings-${name}`)
const getEnvironment = (name: string): Locator =>
  getSection("environment").getByRole("region", { name, exact: true })
const getDrawer = (): Locator => page.getByRole("dialog")
/** Runs an action on an environment's credentials. By keyboard: the last notification may cover it. */
async function runCredentialsAction(action: string, name: string): Promise<void> {
  await getEnvironment(name)
    .getByRole("button", { name: /^Change or remove credentials/ })
    .press("Enter")
  await page.getByRole("menuitem", { name: action }).press("Enter")
}

async function fillCredentials(access: ServiceAccess): Promise<void> {
  await getDrawer().getByLabel("Address").fill(access.baseUrl)
  await getDrawer().getByLabel("API username").fill(access.apiUsername)
  await getDrawer().getByLabel("API password").fill(access.apiPassword)
  await getDrawer().getByLabel("API signature").fill(access.apiSignature)
}

/** Reads the overview's section "Is everything working?". */
async function readHealth(): Promise<string> {
  const heading = page.getByRole("heading", { name: "Is everything working?" })
  await heading.waitFor()
  return await heading.locator("xpath=..").innerText()
}

/** Creates a new shopper's cart and returns its application at the service. */
async function createApplication() {
  const cart = await isolatedShop.shop.createCart()
  await isolatedShop.shop.choosePaymentMethod(cart.id)
  return await simulator.findCartApplication(cart.id)
}

describe("a shop without settings in medusa-config", () => {
  it("shows that credentials are missing, and a connection test rejects wrong ones", async () => {
    await page.goto("/app/consumer-financing")
    // N4: without credentials nothing works, and no text claims that the service can be used.
    expect(await readHealth()).toMatch(/Nobody can finance anything now\s+There are no credentials/)
    expect(await page.getByText(/can be used|No problem found/).count()).toBe(0)
    await page.goto("/app/settings")
    await page.getByRole("link", { name: "Consumer financing" }).click()
    await page.getByText(/Financing is not offered yet/).waitFor()
    await getSection("changes")
      .getByText(/Nothing was changed here yet/)
      .waitFor()
    await getEnvironment("Test mode").getByRole("button", { name: "Enter credentials" }).click()
    await fillCredentials({ ...production, baseUrl: staging.baseUrl })
    await getDrawer().getByRole("button", { name: "Test connection" }).click()
    await getDrawer()
      .getByText(/Wrong credentials, or credentials of the other environment\./)
      .waitFor()
    expect(await findAccessibilityViolations(page, '[role="dialog"] form')).toEqual([])
    await fillCredentials(staging)
    await getDrawer().getByRole("button", { name: "Test connection" }).click()
    await getDrawer()
      .getByText(/^Connected\./)
      .waitFor()
    await getDrawer().getByRole("button", { name: "Save" }).click()
    await page.getByText(/Financing is not offered yet/).waitFor({ state: "detached" })
  })

  it("hides the API password and signature, and finances a cart without a restart", async () => {
    await getEnvironment("Test mode").getByText("Address").waitFor()
    const html = await page.content()
    for (const secret of [staging.apiPassword, staging.apiSignature]) {
      expect(html).not.toContain(secret)
    }
    // N13: not one character of a secret.
    expect(await getEnvironment("Test mode").getByText("••••", { exact: true }).count()).toBe(2)
    for (const secret of [staging.apiPassword, staging.apiSignature]) {
      expect(await getEnvironment("Test mode").innerText()).not.toContain(secret.slice(-3))
    }
    expect(await createApplication()).toMatchObject({ environment: "staging" })
    await getSection("changes")
      .getByText(/by Alex Merchant/)
      .first()
      .waitFor()
  })

  it("N4: shows in an outage that financing is unavailable, and asks for no credentials", async () => {
    await isolatedShop.query(
      "insert into financing_outage (id, cause, since, failures, raised_at, probed_at, shoppers, cents) values ('staging', 'unreachable', now(), 3, now(), now(), 4, 587056)"
    )
    await page.goto("/app/consumer-financing")
    expect(await readHealth()).toMatch(
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
    await isolatedShop.query("delete from financing_outage")
    await page.goto(SETTINGS_PATH)
  })

  it("switches to production once that has credentials, after a confirmation", async () => {
    const switchButton = getSection("environment").getByRole("button", {
      name: "Switch to production",
    })
    expect(await switchButton.isDisabled()).toBe(true)
    await getEnvironment("Production").getByRole("button", { name: "Enter credentials" }).click()
    await fillCredentials(production)
    await getDrawer().getByRole("button", { name: "Save" }).click()
    await getDrawer().waitFor({ state: "detached" })
    await switchButton.click()
    const confirmation = page.getByRole("alertdialog")
    await confirmation.getByText(/real loans/).waitFor()
    await confirmation.getByRole("button", { name: "Cancel", exact: true }).click()
    expect(await getSection("environment").getByText("Test mode: no real loans").count()).toBe(1)
    await switchButton.click()
    await confirmation.getByRole("button", { name: "Switch to production" }).click()
    await getSection("environment").getByText("Production: real loans").waitFor()
    expect(await createApplication()).toMatchObject({ environment: "production" })
    await getSection("self-check")
      .getByText(/checks are good/)
      .click()
    await getSection("self-check")
      .getByText(/Regions with financing/)
      .waitFor()
    await page.setViewportSize({ width: 1440, height: 1800 })
    await takeScreenshot(page, "settings")
    await page.setViewportSize({ width: 1440, height: 1000 })
    expect(await findAccessibilityViolations(page, "main")).toEqual([])
  })

  /** Changes production's password, and waits for the message about it. */
  const savePassword = async (password: string, message: RegExp): Promise<void> => {
    await runCredentialsAction("Change credentials", "Production")
    await getDrawer().getByLabel("API password").fill(password)
    await getDrawer().getByRole("button", { name: "Save" }).click()
    await page.getByText(message).first().waitFor()
    await getDrawer().waitFor({ state: "detached" })
  }
  const switchEnvironment = async (name: string): Promise<void> => {
    await getSection("environment")
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
    await getSection("self-check")
      .getByText(/Nobody can finance anything/)
      .waitFor()
    expect(
      await findAccessibilityViolations(page, '[data-testid="consumer-financing-alarm"]')
    ).toEqual([])
    const cart = await isolatedShop.shop.createCart()
    await isolatedShop.shop.choosePaymentMethod(cart.id).catch(() => undefined)
    for (const path of ["/app/consumer-financing", "/app/orders"]) {
      await page.goto(path)
      await alarm.getByText(/Shoppers who could not finance their purchase: 1 \(\$/).waitFor()
    }
    await takeScreenshot(page, "service-alarm")
    await page.goto(SETTINGS_PATH)
    await savePassword(production.apiPassword, /The credentials are saved\. Connected\./)
    await alarm.waitFor({ state: "detached" })
  })

  it("stays in test mode, with the reason, while the service refuses production's credentials", async () => {
    const section = getSection("environment")
    // By keyboard: the last notification may cover it.
    await section.getByRole("button", { name: "Switch to test mode" }).press("Enter")
    const confirmation = page.getByRole("alertdialog")
    await confirmation.getByText(/Still open where you are now: \d+\./).waitFor()
    await confirmation.getByRole("button", { name: "Switch to test mode" }).click()
    await section.getByText("Test mode: no real loans").waitFor()
    await savePassword("a-password-that-is-wrong", /The credentials are saved\. Wrong credentials/)
    await switchEnvironment("production")
    await page
      .getByText(/connection test of production failed/)
      .first()
      .waitFor()
    expect(await section.getByText("Test mode: no real loans").count()).toBe(1)
    await savePassword(production.apiPassword, /The credentials are saved\. Connected\./)
    await switchEnvironment("production")
    await section.getByText("Production: real loans").waitFor()
  })

  it("N4: reports no problem in production while test mode's password is wrong", async () => {
    await runCredentialsAction("Change credentials", "Test mode")
    await getDrawer().getByLabel("API password").fill("a-password-that-expired")
    await getDrawer().getByRole("button", { name: "Save" }).click()
    await page
      .getByText(/The credentials are saved\. Wrong credentials/)
      .first()
      .waitFor()
    await getDrawer().waitFor({ state: "detached" })
    await page.goto("/app/consumer-financing")
    expect(await readHealth()).toMatch(/No problem found/)
    expect(await readHealth()).not.toMatch(/Nobody can finance|refuses the credentials/)
    await page.goto(SETTINGS_PATH)
    await runCredentialsAction("Change credentials", "Test mode")
    await getDrawer().getByLabel("API password").fill(staging.apiPassword)
    await getDrawer().getByRole("button", { name: "Save" }).click()
    await getDrawer().waitFor({ state: "detached" })
  })

  it("keeps credentials when an edit is discarded, and removes them after a confirmation", async () => {
    await runCredentialsAction("Change credentials", "Test mode")
    await getDrawer().getByLabel("API password").fill("a-password-that-is-wrong")
    await getDrawer().getByRole("button", { name: "Test connection" }).click()
    await getDrawer()
      .getByText(/Wrong credentials/)
      .waitFor()
    await getDrawer().getByRole("button", { name: "Cancel", exact: true }).click()
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click()
    await getEnvironment("Test mode").getByRole("button", { name: "Test connection" }).click()
    await getEnvironment("Test mode")
      .getByText(/^Connected\./)
      .waitFor()
    await runCredentialsAction("Remove", "Test mode")
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click()
    await getEnvironment("Test mode").getByText("not set").first().waitFor()
  })
})

describe("a section of the settings", () => {
  const openSection = async (name: string): Promise<void> =>
    await page.getByRole("button", { name: `Edit: ${name}` }).click()
  const getSaveButton = (): Locator => getDrawer().getByRole("button", { name: "Save" })

  it("shows an error at its field, and saves a valid value", async () => {
    await openSection("Checkout")
    expect(await getSaveButton().isDisabled()).toBe(true)
    await getDrawer().getByLabel("Smallest total").fill("0")
    await getSaveButton().click()
    await getDrawer()
      .getByRole("alert")
      .getByText(/more than 0/)
      .waitFor()
    await getDrawer().getByLabel("Smallest total").fill("12,50")
    await getDrawer()
      .getByRole("alert")
      .getByText(/Enter an amount such as 120\.50/)
      .waitFor()
    expect(await getSaveButton().isDisabled()).toBe(true)
    await getDrawer().getByLabel("Smallest total").fill("5,000.50")
    expect(await getDrawer().getByRole("alert").count()).toBe(0)
    await getDrawer().getByLabel("Title").fill("Pay month by month")
    await getDrawer().getByLabel("Products without financing").fill("sofa")
    await page.getByRole("option", { name: /sofa/i }).first().click()
    await getDrawer().getByLabel("Title").click()
    expect(await findAccessibilityViolations(page, '[role="dialog"] form')).toEqual([])
    await getSaveButton().click()
    await getSection("checkout").getByText("$5,000.50").waitFor()
    await getSection("checkout").getByText("Pay month by month").waitFor()
    await getSection("checkout").getByText(/sofa/i).first().waitFor()
    await getSection("changes")
      .getByText(/Smallest total/)
      .waitFor()
  })

  it("N10: can be tabbed through up to Save, and no list opens", async () => {
    const editButton = page.getByRole("button", { name: "Edit: Checkout" })
    await editButton.press("Enter")
    await getDrawer().getByLabel("Largest total").focus()
    await getDrawer().getByLabel("Title").fill("Pay monthly")
    await getDrawer().getByLabel("Largest total").focus()
    const isSaveFocused = () =>
      getSaveButton().evaluate((button) => button === document.activeElement)
    for (let count = 0; count < 40 && !(await isSaveFocused()); count += 1) {
      await page.keyboard.press("Tab")
      expect(await page.getByRole("option").count()).toBe(0)
    }
    expect(await isSaveFocused()).toBe(true)
    await page.keyboard.press("Escape")
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click()
    await getDrawer().waitFor({ state: "detached" })
    // N13: the focus returns to the edit button.
    await eventually(async () =>
      expect(await editButton.evaluate((button) => button === document.activeElement)).toBe(true)
    )
  })

  it("restores the default of an emptied field, and asks before it discards changes", async () => {
    await openSection("Checkout")
    await getDrawer().getByLabel("Smallest total").fill("")
    await getDrawer().getByLabel("Title").fill("")
    await getDrawer().getByLabel("Smallest total").press("Escape")
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click()
    await getSaveButton().click()
    await getSection("checkout").getByText("Pay over time").waitFor()
    expect(await getSection("checkout").getByText("$5,000.50").count()).toBe(0)
  })

  it("turns pre-approvals on without a restart", async () => {
    await page.goto("/app/consumer-financing/pre-approvals")
    await page.getByText("Pre-approvals are turned off").waitFor()
    await page.getByRole("link", { name: "Open the settings" }).click()
    await openSection("Checkout")
    await getDrawer().getByLabel("Pre-approvals", { exact: true }).click()
    await getSaveButton().click()
    await getDrawer().waitFor({ state: "detached" })
    await page.goto("/app/consumer-financing/pre-approvals")
    await page.getByText("No pre-approval yet").waitFor()
    expect(await findAccessibilityViolations(page, "main")).toEqual([])
    await page.goto(SETTINGS_PATH)
  })

  it("saves choices, switches, lists and the schedule of status checks", async () => {
    await openSection("Orders and money")
    await getDrawer().getByLabel("Request payment automatically").click()
    await page.getByRole("option", { name: "When everything is delivered" }).click()
    await getSaveButton().click()
    await getSection("orders").getByText("When everything is delivered").waitFor()
    await openSection("Expert")
    await getDrawer().getByLabel("Prefix of order numbers").fill("SHOP-")
    await getDrawer().getByLabel("Messages about our own actions").click()
    await getDrawer().getByRole("button", { name: "Remove step 8" }).click()
    await getSaveButton().click()
    await getSection("expert").getByText("SHOP-").waitFor()
    await getSection("expert").getByText("7 steps").waitFor()
    await openSection("Checkout")
    await getDrawer().getByLabel("States without financing").fill("ca, Atlantis")
    await getSaveButton().click()
    await getDrawer().getByText("Use the two letters of a US state, for example CA.").waitFor()
    await getDrawer().getByLabel("States without financing").fill("ca, PR")
    await getDrawer().getByLabel("Gift cards without financing").click()
    await getSaveButton().click()
    await getSection("checkout").getByText("CA, PR").waitFor()
  })
})

describe("a value that medusa-config sets", () => {
  it("is shown as locked, and cannot be changed in the dashboard", async () => {
    const merchantPage = await signIn(browser)
    await merchantPage.goto(SETTINGS_PATH)
    const environments = merchantPage.getByTestId("settings-environment")
    await environments.getByText("Set in medusa-config").first().waitFor()
    expect(await environments.getByRole("button", { name: /credentials|Switch to/ }).count()).toBe(
      0
    )
    await merchantPage.getByRole("button", { name: "Edit: Checkout" }).click()
    const form = merchantPage.getByRole("dialog")
    expect(await form.getByLabel("Pre-approvals", { exact: true }).isDisabled()).toBe(true)
    expect(await form.getByLabel("Title").isDisabled()).toBe(false)
    await merchantPage.context().close()
  })
})
