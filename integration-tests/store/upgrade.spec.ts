import { createAdminClient } from "../../tooling/clients/admin-client"
import { harness, startAnotherStore } from "./harness"
import { expectInvariants } from "./invariants"
import { newCart } from "./new-cart"
import { applicationOf } from "./our-records"
import { appliedCart, capturedOrder, paidOrderOf, paymentOf, sign, silence } from "./purchase-steps"
import { createShopClient } from "../../tooling/clients/shop-client"

const { run } = harness()

const SECRET = "aee8e9c9603f9107ce4011a576b22153f8b5eff5b770ace27c191737297274f5"

describe("a store that is restarted with a new secret (C12, H6)", () => {
  it("continues applications that were opened with the previous secret", async () => {
    const open = await appliedCart()
    await silence(open.token)
    const previous = run.settings.secret ?? ""
    const store = await startAnotherStore({
      pluginOptions: { ...run.settings.pluginOptions, secret: [SECRET, previous] },
    })
    await sign(open.token)
    await createShopClient(store.url, run.facts).completeCart(open.cart.id)
    const order = await paidOrderOf(open.cart.id)
    await createAdminClient(store.url).capture(paymentOf(order).id)
    await expectInvariants(open.cart.id)
  })
})

describe("a store that is restarted in production (C12, H6)", () => {
  let url: string
  beforeAll(async () => {
    url = (await startAnotherStore({ environment: "production" })).url
  }, 180_000)

  it("refunds in staging an order that was captured in staging", async () => {
    const { cart, payment } = await capturedOrder()
    await createAdminClient(url).refund(payment.id, { amount: payment.amount })
    expect(await applicationOf(cart.id)).toMatchObject({ environment: "staging" })
    await expectInvariants(cart.id)
  })

  it("creates new applications in production", async () => {
    const cart = await newCart()
    await createShopClient(url, run.facts).choosePaymentMethod(cart.id)
    expect(await applicationOf(cart.id)).toMatchObject({ environment: "production" })
  })
})
