import type { Browser } from "playwright-core"
import { signInTo } from "../browser"

const PATIENCE = 60_000

/** Opens the plugin's dashboard pages and an order. @throws Error on a missing element or an error in the console */
export async function lookAtDashboard(
  browser: Browser,
  storeUrl: string,
  orderId: string
): Promise<void> {
  const window = await browser.newContext({ baseURL: storeUrl, reducedMotion: "reduce" })
  window.setDefaultTimeout(PATIENCE)
  try {
    await window.addCookies([{ name: "lng", value: "en", url: storeUrl }])
    await signInTo(window)
    const page = await window.newPage()
    const complaints: string[] = []
    page.on("console", (line) => {
      if (line.type() === "error") complaints.push(`${line.text()} (${line.location().url})`)
    })
    page.on("pageerror", (error) => complaints.push(error.message))
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
    if (complaints.length > 0)
      throw new Error(`Errors in the browser's console:\n${complaints.join("\n")}`)
  } finally {
    await window.close()
  }
}
