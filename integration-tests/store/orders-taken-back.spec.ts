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

async function orderNamedBy(cartId: string): Promise<string | null> {
  const answer = await sendStoreRequest(`carts/${cartId}/status`)
  return ((await answer.json()) as { financing: CartStatus }).financing.order_id
}

/** Reads what the shopper sees while an order exists that core undoes afterwards. */
async function shownWhilePlacing(
  { cart, applied }: AppliedCart,
  before: RowMatcher,
  complete: () => Promise<unknown>
): Promise<{ landing: string; status: string | null }> {
  const shown = await withBlockedWrites(before, async (expectHeld) => {
    const completing = complete().catch(() => null)
    await eventually(expectHeld)
    expect(await admin.findOrderByCart(cart.id)).toBeDefined()
    const landing = await getLandingUrl(applied.returnUrl)
    return { landing, status: await orderNamedBy(cart.id), completing }
  })
  await shown.completing
  expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
  return shown
}

const NOTHING = { landing: expect.stringMatching(/\/checkout/) as string, status: null }

describe("an order that core places and then undoes", () => {
  it("is not shown to the shopper, even when its payment already exists", async () => {
    const bought = await createSignedApplication()
    const { id } = await getLatestApplication(bought.cart.id)
    await updateApplication(id, { next_check_at: hoursAgo(-1) })
    // Core writes the collection's sums after it has committed the payment.
    const sums: RowMatcher = {
      table: "payment_collection",
      event: "update",
      when: `new.id = '${bought.collectionId}'`,
    }
    const complete = () => shop.completeCart(bought.cart.id)
    expect(await shownWhilePlacing(bought, sums, complete)).toMatchObject(NOTHING)
    await expectInvariants(bought.cart.id)
  })

  it.each<[string, (cartId: string) => Promise<unknown>]>([
    ["by core's route", (cartId) => shop.completeCart(cartId)],
    ["by the shop's own route", (id) => store.runWorkflow("complete-cart", { id })],
  ])("is not shown to the shopper while another method pays, %s", async (_, complete) => {
    const bought = await createAppliedCart()
    await disablePostbacks(bought.token)
    await shop.choosePaymentMethod(bought.cart.id, { providerId: "pp_system_default" })
    const payment: RowMatcher = {
      table: "payment",
      event: "insert",
      when: `new.payment_collection_id = '${bought.collectionId}'`,
    }
    expect(await shownWhilePlacing(bought, payment, () => complete(bought.cart.id))).toMatchObject(
      NOTHING
    )
  })
})
