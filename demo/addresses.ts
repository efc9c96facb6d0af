import { ADMIN } from "../tooling/shop-template/src/scripts/accounts"
import type { Demo } from "./start-everything"

/** Starts one more purchase, and leaves it where the customer has to go on. */
async function freshApplication({ shop }: Demo): Promise<string> {
  const cart = await shop.createCart({ items: [{ handle: "walnut-desk", quantity: 1 }] })
  const { session } = await shop.choosePaymentMethod(cart.id)
  return String(session.data.url)
}

/** Prints what there is to open, with a fresh application to fill in. */
export async function printAddresses(demo: Demo): Promise<void> {
  const rows: [string, string][] = [
    ["Storefront", demo.storefrontUrl],
    ["Application to fill in", await freshApplication(demo)],
    ["Admin", `${demo.storeUrl}/app`],
    ["  sign in with", `${ADMIN.email}  ${ADMIN.password}`],
    ["Simulator", `${demo.simulatorUrl}  (all applications and their pages)`],
    ["  its control API", `${demo.simulatorUrl}/control`],
    ...demo.storeLogFiles.map((file): [string, string] => ["Log of the store", file]),
  ]
  console.log("\nEverything is up. Open:\n")
  for (const [what, where] of rows) console.log(`  ${what.padEnd(24)}${where}`)
  console.log("\nCtrl-C stops everything. What the simulator does is told below.\n")
}
