import { type Browser } from "playwright-core"
import { createBrowserShopper } from "./browser-shopper"
import { launchBrowser } from "./find-browser"
import { createHttpShopper, type StorefrontAccess } from "./http-shopper"
import type { Shopper } from "./shopper"

export type ShopperWithBrowser = { shopper: Shopper; browser: Browser | undefined }

/** Creates a shopper that uses a browser, or plain HTTP requests where no browser is found. */
export async function createShopper(access: StorefrontAccess): Promise<ShopperWithBrowser> {
  const browser = await launchBrowser()
  const shopper = browser ? createBrowserShopper(browser, access) : createHttpShopper(access)
  return { shopper, browser }
}
