import { eventually } from "../tooling/clients/eventually"
import type { ShopClient } from "../tooling/clients/shop-client"
import type { SimulatorClient } from "../tooling/clients/simulator-client"

export const PROVIDERS = {
  "this plugin": "pp_consumer-financing_default",
  "system provider": "pp_system_default",
} as const
export type Side = keyof typeof PROVIDERS

/** Measures orders a second while `shoppers` shoppers choose the method and complete their carts concurrently. */
export async function measureOrderRate(
  { shop, simulator }: { shop: ShopClient; simulator: SimulatorClient },
  side: Side,
  shoppers: number
): Promise<number> {
  const carts = await Promise.all(Array.from({ length: shoppers }, () => shop.createCart()))
  const began = performance.now()
  await Promise.all(
    carts.map(async ({ id }) => {
      await shop.choosePaymentMethod(id, { providerId: PROVIDERS[side] })
      if (side === "this plugin") {
        const { tip } = await simulator.findCartApplication(id)
        await simulator.status(tip, { status: "S", postback: false })
      }
      // Retries, as the store may ask the shopper to.
      await eventually(async () => {
        const done = await shop.completeCart(id)
        if (done.type !== "order")
          throw new Error(`The cart was not completed: ${done.error.message}`)
      })
    })
  )
  return shoppers / ((performance.now() - began) / 1000)
}
