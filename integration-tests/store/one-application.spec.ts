import { eventually } from "../../tooling/clients/eventually"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { sentenceOf } from "./money-steps"
import { newCart } from "./new-cart"
import { applicationOf, applicationsOf } from "./our-records"
import { appliedCart, paidOrderOf, sign, signedApplication } from "./purchase-steps"
import { NEW_YORK } from "../../tooling/clients/shop-client"

const { shop, admin, simulator } = harness()

const creations = (cartId: string, attempt: number) =>
  simulator.calls({ operation: "createOrder", orderId: `${cartId}-${attempt}` })

async function expectCancelled(token: string): Promise<void> {
  await eventually(async () => {
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
  })
}

const MOVED = { shipping_address: { ...NEW_YORK, address_1: "1 Elsewhere Street" } }

describe("one application per cart", () => {
  it("is kept when the storefront creates its session again five times (C5, C17, F13)", async () => {
    const { cart, token, applied } = await appliedCart()
    for (let time = 0; time < 5; time += 1) {
      const { session } = await shop.choosePaymentMethod(cart.id)
      expect(session.data).toMatchObject({ status: "awaiting-customer", url: applied.url })
    }
    expect(await creations(cart.id, 1)).toHaveLength(1)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    await sign(token)
    expect((await paidOrderOf(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("is kept when the storefront creates its session again after the customer signed", async () => {
    const { cart, token } = await signedApplication()
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    expect((await paidOrderOf(cart.id)).payment_status).toBe("authorized")
    expect(session.data.session_id).toBe(session.id)
    expect((await simulator.application(token)).cancelCount).toBe(0)
    await expectInvariants(cart.id)
  })

  it("is kept when two tabs create a session at the same moment (C18)", async () => {
    const cart = await newCart()
    const { payment_collection } = await shop.storeApi.post<{ payment_collection: { id: string } }>(
      "/store/payment-collections",
      { cart_id: cart.id }
    )
    const path = `/store/payment-collections/${payment_collection.id}/payment-sessions`
    const body = { provider_id: "pp_consumer-financing_default" }
    const answers = await Promise.allSettled([1, 2].map(() => shop.storeApi.post(path, body)))
    expect(answers.map(({ status }) => status)).toContain("fulfilled")
    expect(await creations(cart.id, 1)).toHaveLength(1)
    const [application, ...others] = await simulator.listCartApplications(cart.id)
    expect(others).toEqual([])
    await sign(application?.tip ?? "")
    expect((await paidOrderOf(cart.id)).payment_status).toBe("authorized")
    expect((await simulator.findCartApplication(cart.id)).cancelCount).toBe(0)
    await expectInvariants(cart.id)
  })
})

describe("a cart that changes after its application", () => {
  it("gets a new application and order ID, and the old application is cancelled (F13)", async () => {
    const { cart, token } = await appliedCart()
    await shop.addItem(cart.id, { handle: "oak-bookcase", quantity: 1 })
    await shop.choosePaymentMethod(cart.id)
    await expectCancelled(token)
    const changed = await simulator.findCartApplication(cart.id)
    expect(changed.originalOrderId).toBe(`${cart.id}-2`)
    const { total } = await shop.getCart(cart.id)
    expect(Math.abs(changed.loanAmount - total)).toBeLessThan(0.0051)
    await sign(changed.tip)
    expect((await paidOrderOf(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("is not paid by an application that was signed for its old items (C3)", async () => {
    const { cart, token } = await signedApplication()
    await shop.addItem(cart.id, { handle: "oak-bookcase", quantity: 1 })
    await expect(shop.completeCart(cart.id)).rejects.toMatchObject({ status: 400 })
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    await expectCancelled(token)
    await expectInvariants(cart.id)
  })

  it.each(["W", "M"] as const)(
    "is not completed at status %s when only its address changed (C20, C3)",
    async (status) => {
      const { cart, token } = await appliedCart()
      await simulator.status(token, { status, postback: false })
      await shop.updateCart(cart.id, MOVED)
      expect(await shop.completeCart(cart.id)).toMatchObject({
        type: "cart",
        error: { message: expect.stringMatching(/changed after you applied.*again/) as string },
      })
      expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
      expect((await applicationOf(cart.id)).review_reason).toBeNull()
    }
  )

  it("is held, not completed, when only its address changed after signing (C20)", async () => {
    const { cart, token } = await signedApplication()
    await shop.updateCart(cart.id, MOVED)
    expect(await shop.completeCart(cart.id)).toMatchObject({
      type: "cart",
      error: {
        type: "payment_requires_more_error",
        message: expect.stringMatching(/changed after you applied.*again/) as string,
      },
    })
    await simulator.postback(token)
    await eventually(async () => {
      expect((await applicationOf(cart.id)).review_reason).toMatch(/cart was changed/)
    })
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    await expectInvariants(cart.id, { listed: true })
    await shop.choosePaymentMethod(cart.id)
    await expectCancelled(token)
    await sign((await simulator.findCartApplication(cart.id)).tip)
    expect((await paidOrderOf(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })
})

describe("a purchase outside the range that can be financed (null token)", () => {
  it("is refused with a message, leaves no open application, and can be paid another way (E5)", async () => {
    const cart = await newCart({ items: [{ handle: "reading-lamp", quantity: 1 }] })
    expect(await sentenceOf(shop.choosePaymentMethod(cart.id))).toMatch(
      /outside the range.*choose another payment method/
    )
    expect(await creations(cart.id, 1)).toHaveLength(1)
    expect(await simulator.listCartApplications(cart.id)).toEqual([])
    expect(await applicationsOf(cart.id)).toMatchObject([
      { state: "cancelled", live_key: null, next_check_at: null, review_reason: null },
    ])
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    expect((await shop.completeCart(cart.id)).type).toBe("order")
  })

  it("is refused with a message about PO boxes when only the service detects one (F8)", async () => {
    const cart = await newCart({ address: { address_1: "12 PO Box Lane" } })
    expect(await sentenceOf(shop.choosePaymentMethod(cart.id))).toMatch(/the address is a PO box/)
    expect(await creations(cart.id, 1)).toHaveLength(1)
    expect(await applicationsOf(cart.id)).toMatchObject([{ state: "cancelled", live_key: null }])
  })

  it("can be financed once the cart is worth more", async () => {
    const cart = await newCart({ items: [{ handle: "reading-lamp", quantity: 1 }] })
    await sentenceOf(shop.choosePaymentMethod(cart.id))
    await shop.addItem(cart.id, { handle: "harbor-sofa", quantity: 1 })
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data).toMatchObject({ status: "awaiting-customer" })
    expect((await simulator.findCartApplication(cart.id)).originalOrderId).toBe(`${cart.id}-2`)
    await expectInvariants(cart.id)
  })
})
