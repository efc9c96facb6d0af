import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"

const { shop, admin, simulator } = createHarness()

describe("A shopper finances a cart", () => {
  it("and the order is placed, settled and partly refunded", async () => {
    const cart = await shop.createCart()
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session).toMatchObject({
      status: "pending",
      data: { status: "awaiting-customer", url: expect.stringContaining("http") as string },
    })
    const createdApplication = await simulator.findCartApplication(cart.id)
    await simulator.decision(createdApplication.tip, { outcome: "approve" })
    await simulator.decision(createdApplication.tip, { outcome: "sign" })

    const completion = await shop.completeCart(cart.id)
    expect(completion.type).toBe("order")
    const order = await eventually(async () => {
      const found = await admin.findOrderByCart(cart.id)
      if (!found) throw new Error("no order yet")
      return found
    })
    const payment = order.payment_collections?.[0]?.payments?.[0]
    expect(payment).toBeDefined()
    if (!payment) return
    await eventually(async () => {
      const application = await simulator.findCartApplication(cart.id)
      expect(application.orderId).toBe(String(order.display_id))
    })

    await admin.capture(payment.id)
    expect(await simulator.findCartApplication(cart.id)).toMatchObject({
      settleCount: 1,
      settled: true,
    })

    await admin.refund(payment.id, { amount: 100, note: "a scratch" })
    const refundedApplication = await simulator.findCartApplication(cart.id)
    expect(refundedApplication.tokens).toHaveLength(2)
    expect(refundedApplication.loanAmount).toBeCloseTo(
      refundedApplication.originalLoanAmount - 100,
      5
    )
  })
})
