import { createAdminClient } from "../../tooling/clients/admin-client"
import { createHarness, startExtraStore } from "./harness"
import { expectInvariants } from "./invariants"
import { createCart } from "./new-cart"
import { getLatestApplication } from "./plugin-records"
import {
  createAppliedCart,
  createCapturedOrder,
  waitForPaidOrder,
  getOnlyPayment,
  signApplication,
  disablePostbacks,
} from "./purchase-steps"
import { createShopClient } from "../../tooling/clients/shop-client"

const { run } = createHarness()

const NEW_SECRET = "aee8e9c9603f9107ce4011a576b22153f8b5eff5b770ace27c191737297274f5"

describe("a store that is restarted with a new secret (C12, H6)", () => {
  it("continues applications that were opened with the previous secret", async () => {
    const openCart = await createAppliedCart()
    await disablePostbacks(openCart.token)
    const previousSecret = run.settings.secret ?? ""
    const store = await startExtraStore({
      pluginOptions: { ...run.settings.pluginOptions, secret: [NEW_SECRET, previousSecret] },
    })
    await signApplication(openCart.token)
    await createShopClient(store.url, run.facts).completeCart(openCart.cart.id)
    const order = await waitForPaidOrder(openCart.cart.id)
    await createAdminClient(store.url).capture(getOnlyPayment(order).id)
    await expectInvariants(openCart.cart.id)
  })
})

describe("a store that is restarted in production (C12, H6)", () => {
  let url: string
  beforeAll(async () => {
    url = (await startExtraStore({ environment: "production" })).url
  }, 180_000)

  it("refunds in staging an order that was captured in staging", async () => {
    const { cart, payment } = await createCapturedOrder()
    await createAdminClient(url).refund(payment.id, { amount: payment.amount })
    expect(await getLatestApplication(cart.id)).toMatchObject({ environment: "staging" })
    await expectInvariants(cart.id)
  })

  it("creates new applications in production", async () => {
    const cart = await createCart()
    await createShopClient(url, run.facts).choosePaymentMethod(cart.id)
    expect(await getLatestApplication(cart.id)).toMatchObject({ environment: "production" })
  })
})
