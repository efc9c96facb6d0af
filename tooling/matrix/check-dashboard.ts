import type { Browser } from "playwright-core"
import { signInToDashboard } from "../browser"

const TIMEOUT_MS = 60_000

/** Opens the plugin's dashboard pages and an order. @throws Error on a missing element or an error in the console */
export async function checkDashboard(
  browser: Browser,
  storeUrl: string,
  orderId: string
): Promise<void> {
  const context = await browser.newContext({ baseURL: storeUrl, reducedMotion: "reduce" })
  context.setDefaultTimeout(TIMEOUT_MS)
  try {
    await context.addCookies([{ name: "lng", value: "en", url: storeUrl }])
    await signInToDashboard(context)
    const page = await context.newPage()
    const errors: string[] = []
    page.on("console", (line) => {
      if (line.type() === "error") errors.push(`${line.text()} (${line.location().url})`)
    })
    page.on("pageerror", (error) => errors.push(error.message))
    await page.goto("/app/consumer-financing")
    const home = page.getByTestId("consumer-financing-overview")
    await home.getByText("The service can be used.").waitFor()
    await page.goto("/app/consumer-financing/applications")
    await page.getByRole("row").nth(1).waitFor()
    await page.goto("/app/settings/consumer-financing")
    await page.getByText("Self-check").first().waitFor()
    await page.goto(`/app/orders/${orderId}`)
    await page.getByTestId("consumer-financing-panel").waitFor()
    await page.waitForLoadState("networkidle")
    if (errors.length > 0) throw new Error(`Errors in the browser's console:\n${errors.join("\n")}`)
  } finally {
    await context.close()
  }
}
