import path from "node:path"
import AxeBuilder from "@axe-core/playwright"
import type { Browser, Page } from "playwright-core"
import { signInToDashboard } from "../../tooling/browser"
import { ADMIN } from "../../tooling/shop-template/src/scripts/accounts"
import { createHarness } from "../store/harness"

export { openBrowser } from "../../tooling/browser"

const { run } = createHarness()

/** Milliseconds. A busy store answers slowly, and the panel refreshes every fifteen seconds. */
const TIMEOUT_MILLISECONDS = 45_000

/** Folder for screenshots, set by `npm run screenshots`. */
const SCREENSHOT_FOLDER = process.env.SCREENSHOTS

type SignInOptions = { language?: string; storeUrl?: string; login?: typeof ADMIN }

/** Opens the dashboard in a new window, signed in as the merchant or as another user. */
export async function signIn(
  browser: Browser,
  { language = "en", storeUrl = run.storeUrl, login = ADMIN }: SignInOptions = {}
): Promise<Page> {
  const window = await browser.newContext({
    baseURL: storeUrl,
    viewport: { width: 1440, height: 1000 },
    acceptDownloads: true,
    reducedMotion: "reduce",
  })
  window.setDefaultTimeout(TIMEOUT_MILLISECONDS)
  await window.addCookies([{ name: "lng", value: language, url: storeUrl }])
  await signInToDashboard(window, login)
  return await window.newPage()
}

/** Saves a screenshot if SCREENSHOTS is set. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (SCREENSHOT_FOLDER)
    await page.screenshot({ path: path.join(SCREENSHOT_FOLDER, `${name}.png`) })
}

/** Known violations in Medusa 2.21.2: icon buttons of DataTable, drawers and JsonViewSection have no names. */
const MEDUSA_VIOLATIONS: Record<string, RegExp> = {
  "button-name":
    /^<button (tabindex="-1" )?type="button"[^>]* class="(text-ui-fg-subtle )?transition-fg /,
  "role-img-alt": /^<div class="text-ui-fg-muted pointer-events-none/,
}

/** Lists serious accessibility violations in a part of the page, without Medusa's own. */
export async function findAccessibilityViolations(page: Page, part: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze()
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => ({
      id,
      ours: nodes.filter(({ html }) => !MEDUSA_VIOLATIONS[id]?.test(html)),
    }))
    .filter(({ ours }) => ours.length > 0)
    .map(({ id, ours }) => `${id}: ${ours.map(({ html }) => html).join(" ")}`)
}
