import type { HttpTypes } from "@medusajs/framework/types"
import { PROVIDER_ID } from "../../tooling/shop-template/src/scripts/accounts"
import { createAdminClient } from "../../tooling/clients/admin-client"
import { createHarness, startExtraStore } from "./harness"
import { expectInvariants } from "./invariants"
import { createCart } from "./new-cart"
import {
  waitForPaidOrder,
  getOnlyPayment,
  signApplication,
  disablePostbacks,
} from "./purchase-steps"
import { type ShopClient, createShopClient } from "../../tooling/clients/shop-client"

const SECOND_PROVIDER_ID = "pp_consumer-financing_second"
const { run, simulator } = createHarness()

let shop: ShopClient

/** Sets the payment methods that the dollar region offers. */
async function updatePaymentMethods(storeUrl: string, payment_providers: string[]): Promise<void> {
  await createAdminClient(storeUrl).adminApi.post<HttpTypes.AdminRegionResponse>(
    `/admin/regions/${run.facts.regions.usd}`,
    { payment_providers }
  )
}

/** A signed cart for which these methods were chosen one after the other. */
async function createSignedCart(
  ...providerIds: string[]
): Promise<{ cartId: string; token: string }> {
  const { id: cartId } = await createCart()
  for (const providerId of providerIds) await shop.choosePaymentMethod(cartId, { providerId })
  const { tip: token } = await simulator.findCartApplication(cartId)
  await disablePostbacks(token)
  await signApplication(token)
  return { cartId, token }
}

describe("a shop with two financing payment methods (C10)", () => {
  let storeUrl = ""

  beforeAll(async () => {
    const store = await startExtraStore({ furtherProviders: ["second"] })
    storeUrl = store.url
    shop = createShopClient(storeUrl, run.facts)
    await updatePaymentMethods(storeUrl, [PROVIDER_ID, SECOND_PROVIDER_ID, "pp_system_default"])
  })

  afterAll(async () => {
    await updatePaymentMethods(storeUrl, [PROVIDER_ID, "pp_system_default"])
  })

  it.each([PROVIDER_ID, SECOND_PROVIDER_ID])(
    "pays, settles and refunds an order by %s",
    async (id) => {
      const { cartId } = await createSignedCart(id)
      await shop.completeCart(cartId)
      const payment = getOnlyPayment(await waitForPaidOrder(cartId))
      expect(payment.provider_id).toBe(id)
      const admin = createAdminClient(storeUrl)
      await admin.capture(payment.id)
      await admin.refund(payment.id, { amount: 100 })
      await expectInvariants(cartId)
    }
  )

  it("lets the shopper switch between them without a second application", async () => {
    const { cartId, token } = await createSignedCart(
      PROVIDER_ID,
      SECOND_PROVIDER_ID,
      PROVIDER_ID,
      SECOND_PROVIDER_ID
    )
    await shop.completeCart(cartId)
    expect(getOnlyPayment(await waitForPaidOrder(cartId)).provider_id).toBe(SECOND_PROVIDER_ID)
    expect(await simulator.listCartApplications(cartId)).toHaveLength(1)
    expect((await simulator.application(token)).cancelCount).toBe(0)
    await expectInvariants(cartId)
  })
})
