import type { CartStatus } from "../../src/workflows/cart-status"
import { eventually } from "../../tooling/clients/eventually"
import { withBlockedWrites } from "./blocked-writes"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { getLandingUrl } from "./return-page"
import { getLatestApplication, hoursAgo, updateApplication } from "./plugin-records"
import { sendStoreRequest } from "./pre-approval-steps"
import {
  type AppliedCart,
  createAppliedCart,
  createSignedApplication,
  disablePostbacks,
} from "./purchase-steps"
import type { RowMatcher } from "./database-triggers"

const { shop, admin, store } = createHarness()

async function getStatusOrderId(cartId: string): Promise<string | null> {
  const response = await sendStoreRequest(`carts/${cartId}/status`)
  return ((await response.json()) as { financing: CartStatus }).financing.order_id
}

/** Reads what the shopper sees while an order exists that core undoes afterwards. */
async function readShopperView(
  { cart, applied }: AppliedCart,
  before: RowMatcher,
  complete: () => Promise<unknown>
): Promise<{ landing: string; status: string | null }> {
  const shopperView = await withBlockedWrites(before, async (expectHeld) => {
    const completing = complete().catch(() => null)
    await eventually(expectHeld)
    expect(await admin.findOrderByCart(cart.id)).toBeDefined()
    const landing = await getLandingUrl(applied.returnUrl)
    return { landing, status: await getStatusOrderId(cart.id), completing }
  })
  await shopperView.completing
  expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
  return shopperView
}

const NO_ORDER_VIEW = { landing: expect.stringMatching(/\/checkout/) as string, status: null }

describe("an order that core places and then undoes", () => {
  it("is not shown to the shopper, even when its payment already exists", async () => {
    const appliedCart = await createSignedApplication()
    const { id } = await getLatestApplication(appliedCart.cart.id)
    await updateApplication(id, { next_check_at: hoursAgo(-1) })
    // Core writes the collection's sums after it has committed the payment.
    const collectionWrite: RowMatcher = {
      table: "payment_collection",
      event: "update",
      when: `new.id = '${appliedCart.collectionId}'`,
    }
    const complete = () => shop.completeCart(appliedCart.cart.id)
    expect(await readShopperView(appliedCart, collectionWrite, complete)).toMatchObject(
      NO_ORDER_VIEW
    )
    await expectInvariants(appliedCart.cart.id)
  })

  it.each<[string, (cartId: string) => Promise<unknown>]>([
    ["by core's route", (cartId) => shop.completeCart(cartId)],
    ["by the shop's own route", (id) => store.runWorkflow("complete-cart", { id })],
  ])("is not shown to the shopper while another method pays, %s", async (_, complete) => {
    const appliedCart = await createAppliedCart()
    await disablePostbacks(appliedCart.token)
    await shop.choosePaymentMethod(appliedCart.cart.id, { providerId: "pp_system_default" })
    const paymentWrite: RowMatcher = {
      table: "payment",
      event: "insert",
      when: `new.payment_collection_id = '${appliedCart.collectionId}'`,
    }
    expect(
      await readShopperView(appliedCart, paymentWrite, () => complete(appliedCart.cart.id))
    ).toMatchObject(NO_ORDER_VIEW)
  })
})
