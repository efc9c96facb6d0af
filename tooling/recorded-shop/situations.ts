import type { HttpTypes } from "@medusajs/framework/types"
import type { AdminClient } from "../clients/admin-client"
import type { ShopClient } from "../clients/shop-client"
import { createEmail, NEW_YORK } from "../clients/shop-client"
import type { SimulatorClient } from "../clients/simulator-client"
import type { StoreControl } from "../store-control"

/** Clients of the running shop to record. */
export type LiveShop = {
  shop: ShopClient
  admin: AdminClient
  simulator: SimulatorClient
  control: StoreControl
  regionId: string
}

/** An application's token, and the id of its cart or order. */
type ApplicationRef = { owner: string; token: string }
export type Situation = (live: LiveShop) => Promise<ApplicationRef>

const MODULE = "consumerFinancing"

async function createApplication({ shop, simulator }: LiveShop): Promise<ApplicationRef> {
  const cart = await shop.createCart()
  await shop.choosePaymentMethod(cart.id)
  const { tip } = await simulator.findCartApplication(cart.id)
  await simulator.postbacks({ mode: "lost", match: { token: tip } })
  return { owner: cart.id, token: tip }
}

async function sign({ simulator }: LiveShop, token: string): Promise<void> {
  await simulator.decision(token, { outcome: "approve" })
  await simulator.decision(token, { outcome: "sign" })
}

async function createReviewedOrder(live: LiveShop): Promise<ApplicationRef> {
  const made = await createApplication(live)
  await live.simulator.decision(made.token, { outcome: "review" })
  await live.shop.completeCart(made.owner)
  return made
}

type OrderRef = ApplicationRef & { payment: HttpTypes.AdminPayment; orderId: string }

async function createSignedOrder(live: LiveShop): Promise<OrderRef> {
  const made = await createApplication(live)
  await sign(live, made.token)
  const completion = await live.shop.completeCart(made.owner)
  if (completion.type !== "order") throw new Error(completion.error.message)
  const order = await live.admin.getOrder(completion.order.id)
  const payment = order.payment_collections[0]?.payments?.[0]
  if (!payment) throw new Error(`Order ${order.id} has no payment`)
  return { ...made, payment, orderId: order.id }
}

async function createCapturedOrder(live: LiveShop): Promise<OrderRef> {
  const made = await createSignedOrder(live)
  await live.admin.capture(made.payment.id)
  return made
}

/** Runs `act` while a call to the service fails before or after it takes effect. */
async function runWithFault(
  live: LiveShop,
  fault: { operation: "settle" | "refund" | "partialRefund"; when: "before" | "after" },
  { token, act }: { token: string; act: () => Promise<unknown> }
): Promise<void> {
  await live.simulator.fault({ ...fault, kind: "reset", nth: 1, match: { token } })
  await act().catch(() => undefined)
  await live.simulator.clearFaults()
}

/** Creates an application in every state that a live shop can have. */
export const SITUATIONS: Record<string, Situation> = {
  "a create whose answer was lost": async ({ shop, simulator }) => {
    const { id } = await shop.createCart()
    const match = { orderId: `${id}-1` }
    await simulator.fault({
      operation: "createOrder",
      kind: "reset",
      when: "after",
      count: 1,
      match,
    })
    await shop.choosePaymentMethod(id).catch(() => undefined)
    await simulator.clearFaults()
    return { owner: id, token: (await simulator.findCartApplication(id)).tip }
  },
  "an open cart": createApplication,
  "a cart that the service approved": async (live) => {
    const made = await createApplication(live)
    await live.simulator.decision(made.token, { outcome: "approve" })
    return made
  },
  "a signed cart whose shopper did not come back": createApplication,
  "an order under review": createReviewedOrder,
  "an order that waits for a postback": createReviewedOrder,
  "a signed order": createSignedOrder,
  "an order that is being paid out": async (live) => {
    const made = await createSignedOrder(live)
    await live.simulator.behaviour(made.token, { statusAfterSettle: "S" })
    await live.admin.capture(made.payment.id)
    return made
  },
  "a paid order": createCapturedOrder,
  "an order refunded in part": async (live) => {
    const made = await createCapturedOrder(live)
    await live.admin.refund(made.payment.id, { amount: 100 })
    return made
  },
  "a refund whose answer was lost": async (live) => {
    const made = await createCapturedOrder(live)
    const act = () => live.admin.refund(made.payment.id, { amount: 100 })
    await runWithFault(
      live,
      { operation: "partialRefund", when: "after" },
      { token: made.token, act }
    )
    return made
  },
  "a refunded order": async (live) => {
    const made = await createCapturedOrder(live)
    await live.admin.refund(made.payment.id, { amount: Number(made.payment.amount) })
    return made
  },
  "a declined cart": async (live) => {
    const made = await createApplication(live)
    await live.simulator.decision(made.token, { outcome: "decline" })
    return made
  },
  "a cancelled order": async (live) => {
    const made = await createSignedOrder(live)
    await live.admin.cancelOrder(made.orderId)
    return made
  },
  "a cart that nobody signed in time": async (live) => {
    const made = await createApplication(live)
    const [row] = await live.control.call<{ id: string }[]>(MODULE, "listFinancingApplications", {
      cart_id: made.owner,
    })
    const created_at = new Date(Date.now() - 49 * 3_600_000).toISOString()
    await live.control.call(MODULE, "updateFinancingApplications", { id: row?.id, created_at })
    return made
  },
  "an order with a code that nobody knows": async (live) => {
    const made = await createSignedOrder(live)
    await live.simulator.status(made.token, { status: "Q" })
    return made
  },
  "an order cancelled in the service's portal": async (live) => {
    const made = await createSignedOrder(live)
    await live.simulator.portal(made.token, { action: "cancel", postback: false })
    return made
  },
  "a draft that a customer was asked to finance": async ({ admin, simulator, regionId }) => {
    const { products } = await admin.adminApi.get<HttpTypes.AdminProductListResponse>(
      "/admin/products?handle=harbor-sofa&fields=id,*variants"
    )
    const { shipping_options } =
      await admin.adminApi.get<HttpTypes.AdminShippingOptionListResponse>("/admin/shipping-options")
    const { sales_channels } =
      await admin.adminApi.get<HttpTypes.AdminSalesChannelListResponse>("/admin/sales-channels")
    const { draft_order } = await admin.adminApi.post<{ draft_order: { id: string } }>(
      "/admin/draft-orders",
      {
        region_id: regionId,
        sales_channel_id: sales_channels[0]?.id,
        email: createEmail(),
        shipping_address: NEW_YORK,
        items: [{ variant_id: products[0]?.variants?.[0]?.id, quantity: 1 }],
        shipping_methods: [
          { name: "Delivery", shipping_option_id: shipping_options[0]?.id, amount: 49 },
        ],
      }
    )
    const order_id = draft_order.id
    await admin.adminApi.post("/admin/consumer-financing/financing-requests", { order_id })
    const { tip } = await simulator.findCartApplication(order_id)
    await simulator.postbacks({ mode: "lost", match: { token: tip } })
    return { owner: order_id, token: tip }
  },
  "a settle whose answer was lost": async (live) => {
    const made = await createSignedOrder(live)
    const act = () => live.admin.capture(made.payment.id)
    await runWithFault(live, { operation: "settle", when: "after" }, { token: made.token, act })
    return made
  },
}
