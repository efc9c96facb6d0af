import { execFileSync } from "node:child_process"
import path from "node:path"
import { type Browser, type BrowserContext, chromium } from "playwright-core"
import { ROOT } from "./paths"
import { ADMIN } from "./shop-template/src/scripts/accounts"

/** Launches the Chromium of the screen tests. @param args additional command-line arguments */
export async function openBrowser(args: readonly string[] = []): Promise<Browser> {
  const script = path.join(ROOT, "tooling", "find-browser.mjs")
  const executablePath = execFileSync(process.execPath, [script], { encoding: "utf8" }).trim()
  return await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage", ...args],
  })
}

/** Signs in to the dashboard without loading its form. The context needs a `baseURL`. */
export async function signInToDashboard(context: BrowserContext, login = ADMIN): Promise<void> {
  const answer = await context.request.post("/auth/user/emailpass", { data: login })
  const { token } = (await answer.json()) as { token: string }
  await context.request.post("/auth/session", {
    headers: { authorization: `Bearer ${token}` },
    failOnStatusCode: true,
  })
}
