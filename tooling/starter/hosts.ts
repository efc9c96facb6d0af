import path from "node:path"
import { ROOT } from "../paths"
// Resolves the test hosts for the simulator, which runs in this process and sends postbacks.
import "../test-hosts.cjs"

/** Three sites, as in production: the storefront, Medusa, and the service. */
export const SHOP = "http://www.shop.test:8081"
export const MEDUSA = "http://api.shop.test:9091"
export const SERVICE = "http://financing.test:4091"

export const getPort = (url: string) => Number(new URL(url).port)

/** Makes Node resolve the test hosts. */
export const NODE_OPTIONS = `--require=${path.join(ROOT, "tooling", "test-hosts.cjs")}`

/** Makes the browser resolve the test hosts and accept the shop's Secure cookies over HTTP. */
export const BROWSER_ARGS = [
  "--host-resolver-rules=MAP *.test 127.0.0.1",
  `--unsafely-treat-insecure-origin-as-secure=${SHOP},${MEDUSA}`,
  // chromium-headless-shell does not pass the line above on to a network service of its own process.
  "--enable-features=NetworkServiceInProcess2",
]
