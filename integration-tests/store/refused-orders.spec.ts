import type { CartStatus } from "../../src/workflows/cart-status"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, reconcileUntil } from "./money-steps"
import { getLatestApplication, reconcile } from "./plugin-records"
import { sendStoreRequest } from "./pre-approval-steps"
import {
  type AppliedCart,
  waitForPaidOrder,
  signApplication,
  createSignedApplication,
} from "./purchase-steps"
import { getDatabase } from "./database"
import { eventually } from "../../tooling/clients/eventually"

const { run, shop, admin, store, simulator } = createHarness()

async function readCartStatus(cartId: string): Promise<CartStatus> {
  const answer = await sendStoreRequest(`carts/${cartId}/status`)
  return ((await answer.json()) as { financing: CartStatus }).financing
}

/** Creates a promotion that only one order can use. */
async function createPromotion(): Promise<string> {
  const code = `ONCE-${Date.now()}`
  await admin.adminApi.post("/admin/promotions", {
    code,
    type: "standard",
    status: "active",
    limit: 1,
    application_method: {
      type: "percentage",
      target_type: "items",
      allocation: "across",
      value: 10,
      currency_code: "usd",
    },
  })
  return code
}

/** Another shopper uses the promotion in an order paid by another method. */
async function usePromotion(code: string): Promise<void> {
  const { id } = await shop.createCart({ promotionCodes: [code] })
  await shop.choosePaymentMethod(id, { providerId: "pp_system_default" })
  expect((await shop.completeCart(id)).type).toBe("order")
}

async function withSoldOutStock(handle: string, act: () => Promise<void>): Promise<void> {
  const client = await getDatabase()
  const levelFilter = `inventory_item_id in (
    select link.inventory_item_id from product_variant_inventory_item link
    join product_variant variant on variant.id = link.variant_id
    join product on product.id = variant.product_id where product.handle = '${handle}')`
  const setStock = (quantity: number) =>
    client.query(
      `update inventory_level set stocked_quantity = ${quantity},
         raw_stocked_quantity = '{"value": "${quantity}", "precision": 20}' where ${levelFilter}`
    )
  const { rows } = await client.query<{ stocked_quantity: string }>(
    `select stocked_quantity from inventory_level where ${levelFilter}`
  )
  await setStock(0)
  try {
    await act()
  } finally {
    await setStock(Number(rows[0]?.stocked_quantity))
  }
}

async function withDeletedShippingOption(cartId: string, act: () => Promise<void>): Promise<void> {
  const client = await getDatabase()
  const setDeletedAt = (deletedAt: string) =>
    client.query(
      `update shipping_option set deleted_at = ${deletedAt} where id in (
         select shipping_option_id from cart_shipping_method where cart_id = $1)`,
      [cartId]
    )
  await setDeletedAt("now()")
  try {
    await act()
  } finally {
    await setDeletedAt("null")
  }
}

/** The shopper is shown the message, staff the reason, and the loan is not cancelled. */
async function expectRefusedCompletion(
  { cart, collectionId, token }: AppliedCart,
  { code, message, reason }: { code: string; message: RegExp; reason: RegExp }
): Promise<void> {
  // Core's workflow engine may fail on a step that ends after a failed one; the next check completes the cart again.
  await reconcileUntil(cart.id, async () =>
    expect((await getLatestApplication(cart.id)).review_reason).toMatch(reason)
  )
  expect(await admin.findOrderByCart(cart.id)).toBeUndefined()
  const status = await readCartStatus(cart.id)
  expect(status).toMatchObject({ status: "ready-to-settle", message_code: code, order_id: null })
  expect(status.message).toMatch(message)
  const { id } = await getLatestApplication(cart.id)
  const reviewCases = await store.call<{ cause: string }[]>(
    "consumerFinancing",
    "listFinancingReviewCases",
    { application_id: id }
  )
  expect(reviewCases).toMatchObject([{ cause: "order" }])
  const [session] = await store.queryGraph<{ data: { message: string } }>({
    entity: "payment_session",
    fields: ["data"],
    filters: { payment_collection_id: collectionId },
  })
  expect(session?.data.message).toBe(status.message)
  expect(await listServiceCalls(token, "cancel")).toEqual([])
  await expectInvariants(cart.id, { listed: true })
}

describe("a signed cart that Medusa refuses to complete", () => {
  it("with a used-up promotion shows the reason, and is placed without the code after a new application", async () => {
    const promotion = await createPromotion()
    const signedCart = await createSignedApplication({ promotionCodes: [promotion] })
    await usePromotion(promotion)
    await expectRefusedCompletion(signedCart, {
      code: "promotion-used-up",
      message: /promotion code .* remove the code, then choose financing again/,
      reason: /Promotion usage exceeds the limit/,
    })

    const { cart, token } = signedCart
    await shop.updateCart(cart.id, { promo_codes: [] })
    await shop.choosePaymentMethod(cart.id)
    await eventually(async () => expect(await listServiceCalls(token, "cancel")).toHaveLength(1))
    const { tip } = await simulator.findCartApplication(cart.id)
    expect(tip).not.toBe(token)
    await signApplication(tip)
    const order = await waitForPaidOrder(cart.id)
    expect(order.total).toBe((await shop.getCart(cart.id)).total)
    expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
    await expectInvariants(cart.id)
  })

  it("with a sold-out item shows the reason, and is placed once the item is back in stock", async () => {
    const signedCart = await createSignedApplication({
      items: [{ handle: "oak-bookcase", quantity: 3 }],
    })
    const { cart } = signedCart
    await withSoldOutStock("oak-bookcase", async () => {
      await expectRefusedCompletion(signedCart, {
        code: "out-of-stock",
        message: /not available .* change your cart/,
        reason: /Not enough stock available/,
      })
    })
    await reconcile((await getLatestApplication(cart.id)).id)
    await waitForPaidOrder(cart.id)
    expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null })
    await expectInvariants(cart.id)
  })

  it("with a removed shipping option shows the reason", async () => {
    const signedCart = await createSignedApplication()
    await withDeletedShippingOption(signedCart.cart.id, async () => {
      await expectRefusedCompletion(signedCart, {
        code: "shipping-unavailable",
        message: /shipping method .* choose another/,
        reason: /shipping profiles/,
      })
    })
  })

  it("in a region without the payment method shows Medusa's reason to staff only", async () => {
    const signedCart = await createSignedApplication()
    const regionPath = `/admin/regions/${run.facts.regions.usd}`
    const { region } = await admin.adminApi.get<{
      region: { payment_providers: { id: string }[] }
    }>(`${regionPath}?fields=payment_providers.id`)
    const providerIds = region.payment_providers.map(({ id }) => id)
    const otherProviderIds = providerIds.filter((id) => !id.includes("consumer-financing"))
    await admin.adminApi.post(regionPath, { payment_providers: otherProviderIds })
    try {
      await expectRefusedCompletion(signedCart, {
        code: "order-refused",
        message: /could not be placed/,
        reason: /not enabled in the cart's region/,
      })
    } finally {
      await admin.adminApi.post(regionPath, { payment_providers: providerIds })
    }
  })
})
