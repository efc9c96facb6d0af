import { ADMIN } from "../tooling/shop-template/src/scripts/accounts"
import type { Demo } from "./start-demo"

/** Starts another purchase. @returns the URL of the application page, which is left to fill in */
async function startApplication({ shop }: Demo): Promise<string> {
  const cart = await shop.createCart({ items: [{ handle: "walnut-desk", quantity: 1 }] })
  const { session } = await shop.choosePaymentMethod(cart.id)
  return String(session.data.url)
}

/** Prints the URLs of the running demo, with a new application to fill in. */
export async function printAddresses(demo: Demo): Promise<void> {
  const rows: [string, string][] = [
    ["Storefront", demo.storefrontUrl],
    ["Application to fill in", await startApplication(demo)],
    ["Admin", `${demo.storeUrl}/app`],
    ["  sign in with", `${ADMIN.email}  ${ADMIN.password}`],
    ["Simulator", `${demo.simulatorUrl}  (all applications and their pages)`],
    ["  its control API", `${demo.simulatorUrl}/control`],
    ...demo.storeLogFiles.map((file): [string, string] => ["Log of the store", file]),
  ]
  console.log("\nEverything is up. Open:\n")
  for (const [label, value] of rows) console.log(`  ${label.padEnd(24)}${value}`)
  console.log("\nCtrl-C stops everything. The simulator's log follows.\n")
}
