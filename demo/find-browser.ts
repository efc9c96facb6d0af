import path from "node:path"
import { type Browser, chromium } from "playwright-core"
import { ROOT } from "../tooling/paths"
import { runScript } from "../tooling/run-command"

/** Launches the browser that the screen tests use. @returns undefined when none starts */
export async function launchBrowser(): Promise<Browser | undefined> {
  try {
    const script = path.join(ROOT, "tooling", "find-browser.mjs")
    const executablePath = (await runScript({ script, cwd: ROOT })).trim()
    const args = ["--no-sandbox", "--disable-dev-shm-usage"]
    return await chromium.launch({ executablePath, args })
  } catch {
    return undefined
  }
}
