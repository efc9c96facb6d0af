import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { getRefusalMessage } from "./money-steps"
import { createCart } from "./new-cart"
import { getLatestApplication, listApplications } from "./plugin-records"
import {
  createAppliedCart,
  waitForPaidOrder,
  signApplication,
  createSignedApplication,
} from "./purchase-steps"
import { NEW_YORK } from "../../tooling/clients/shop-client"

const { shop, admin, simulator } = createHarness()

const listCreateCalls = (cartId: string, attempt: number) =>
  simulator.calls({ operation: "createOrder", orderId: `${cartId}-${attempt}` })

async function expectCancelled(token: string): Promise<void> {
  await eventually(async () => {
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
  })
}

const CHANGED_ADDRESS = { shipping_address: { ...NEW_YORK, address_1: "1 Elsewhere Street" } }

describe("one application per cart", () => {
  it("is kept when the storefront creates its session again five times (C5, C17, F13)", async () => {
    const { cart, token, applied } = await createAppliedCart()
    for (let index = 0; index < 5; index += 1) {
      const { session } = await shop.choosePaymentMethod(cart.id)
      expect(session.data).toMatchObject({ status: "awaiting-customer", url: applied.url })
    }
    expect(await listCreateCalls(cart.id, 1)).toHaveLength(1)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    await signApplication(token)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("is kept when the storefront creates its session again after the customer signed", async () => {
    const { cart, token } = await createSignedApplication()
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    expect(session.data.session_id).toBe(session.id)
    expect((await simulator.application(token)).cancelCount).toBe(0)
    await expectInvariants(cart.id)
  })

  it("is kept when two tabs create a session at the same moment (C18)", async () => {
    const cart = await createCart()
    const { payment_collection } = await shop.storeApi.post<{ payment_collection: { id: string } }>(
      "/store/payment-collections",
      { cart_id: cart.id }
    )
    const path = `/store/payment-collections/${payment_collection.id}/payment-sessions`
    const body = { provider_id: "pp_consumer-financing_default" }
    const results = await Promise.allSettled([1, 2].map(() => shop.storeApi.post(path, body)))
    expect(results.map(({ status }) => status)).toContain("fulfilled")
    expect(await listCreateCalls(cart.id, 1)).toHaveLength(1)
    const [application, ...others] = await simulator.listCartApplications(cart.id)
    expect(others).toEqual([])
    await signApplication(application?.tip ?? "")
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    expect((await simulator.findCartApplication(cart.id)).cancelCount).toBe(0)
    await expectInvariants(cart.id)
  })
})

describe("a cart that changes after its application", () => {
  it("gets a new application and order ID, and the old application is cancelled (F13)", async () => {
    const { cart, token } = await createAppliedCart()
    await shop.addItem(cart.id, { handle: "oak-bookcase", quantity: 1 })
    await shop.choosePaymentMethod(cart.id)
    await expectCancelled(token)
    const newApplication = await simulator.findCartApplication(cart.id)
    expect(newApplication.originalOrderId).toBe(`${cart.id}-2`)
    const { total } = await shop.getCart(cart.id)
    expect(Math.abs(newApplication.loanAmount - total)).toBeLessThan(0.0051)
    await signApplication(newApplication.tip)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("is not paid by an application that was signed for its old items (C3)", async () => {
    const { cart, token } = await createSignedApplication()
    await shop.addItem(cart.id, { handle: "oak-bookcase", quantity: 1 })
    await expect(shop.completeCart(cart.id)).rejects.toMatchObject({ status: 400 })
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    await expectCancelled(token)
    await expectInvariants(cart.id)
  })

  it.each(["W", "M"] as const)(
    "is not completed at status %s when only its address changed (C20, C3)",
    async (status) => {
      const { cart, token } = await createAppliedCart()
      await simulator.status(token, { status, postback: false })
      await shop.updateCart(cart.id, CHANGED_ADDRESS)
      expect(await shop.completeCart(cart.id)).toMatchObject({
        type: "cart",
        error: { message: expect.stringMatching(/changed after you applied.*again/) as string },
      })
      expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
      expect((await getLatestApplication(cart.id)).review_reason).toBeNull()
    }
  )

  it("is held, not completed, when only its address changed after signing (C20)", async () => {
    const { cart, token } = await createSignedApplication()
    await shop.updateCart(cart.id, CHANGED_ADDRESS)
    expect(await shop.completeCart(cart.id)).toMatchObject({
      type: "cart",
      error: {
        type: "payment_requires_more_error",
        message: expect.stringMatching(/changed after you applied.*again/) as string,
      },
    })
    await simulator.postback(token)
    await eventually(async () => {
      expect((await getLatestApplication(cart.id)).review_reason).toMatch(/cart was changed/)
    })
    expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
    await expectInvariants(cart.id, { listed: true })
    await shop.choosePaymentMethod(cart.id)
    await expectCancelled(token)
    await signApplication((await simulator.findCartApplication(cart.id)).tip)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })
})

describe("a purchase outside the range that can be financed (null token)", () => {
  it("is refused with a message, leaves no open application, and can be paid another way (E5)", async () => {
    const cart = await createCart({ items: [{ handle: "reading-lamp", quantity: 1 }] })
    expect(await getRefusalMessage(shop.choosePaymentMethod(cart.id))).toMatch(
      /outside the range.*choose another payment method/
    )
    expect(await listCreateCalls(cart.id, 1)).toHaveLength(1)
    expect(await simulator.listCartApplications(cart.id)).toEqual([])
    expect(await listApplications(cart.id)).toMatchObject([
      { state: "cancelled", live_key: null, next_check_at: null, review_reason: null },
    ])
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    expect((await shop.completeCart(cart.id)).type).toBe("order")
  })

  it("is refused with a message about PO boxes when only the service detects one (F8)", async () => {
    const cart = await createCart({ address: { address_1: "12 PO Box Lane" } })
    expect(await getRefusalMessage(shop.choosePaymentMethod(cart.id))).toMatch(
      /the address is a PO box/
    )
    expect(await listCreateCalls(cart.id, 1)).toHaveLength(1)
    expect(await listApplications(cart.id)).toMatchObject([{ state: "cancelled", live_key: null }])
  })

  it("can be financed once the cart is worth more", async () => {
    const cart = await createCart({ items: [{ handle: "reading-lamp", quantity: 1 }] })
    await getRefusalMessage(shop.choosePaymentMethod(cart.id))
    await shop.addItem(cart.id, { handle: "harbor-sofa", quantity: 1 })
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data).toMatchObject({ status: "awaiting-customer" })
    expect((await simulator.findCartApplication(cart.id)).originalOrderId).toBe(`${cart.id}-2`)
    await expectInvariants(cart.id)
  })
})
