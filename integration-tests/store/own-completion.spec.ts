import { setTimeout as sleep } from "node:timers/promises"
import type { HttpTypes } from "@medusajs/framework/types"
import { eventually } from "../../tooling/clients/eventually"
import { type ShopClient, createShopClient } from "../../tooling/clients/shop-client"
import { createSimulatorClient } from "../../tooling/clients/simulator-client"
import type { ApplicationRecord } from "../../src/modules/consumer-financing/records"
import { startExtraStore } from "./harness"
import { readRunFacts } from "./run-facts"
import { type IsolatedShop, startIsolatedShop } from "./isolated-shop"

const run = readRunFacts()
const simulator = createSimulatorClient(run.simulatorUrl)

let isolatedShop: IsolatedShop
/** The shop's second server. */
let secondShop: ShopClient

beforeAll(async () => {
  const pluginOptions = { completeCartWorkflow: "complete-with-tickets" }
  isolatedShop = await startIsolatedShop({ pluginOptions }, { processes: 2 })
  secondShop = createShopClient(isolatedShop.stores[1]?.url ?? "", run.facts)
})

type TicketOptions = { ticket_seconds?: number; ticket_failure?: string }
type SignedCart = {
  cartId: string
  token: string
  applied: { notifyUrl?: unknown; returnUrl?: unknown }
}

/** Creates a cart with a signed application whose postbacks are not delivered. */
async function createSignedCart(metadata: TicketOptions = {}): Promise<SignedCart> {
  const { id } = await isolatedShop.shop.createCart()
  await isolatedShop.shop.updateCart(id, { metadata })
  await isolatedShop.shop.choosePaymentMethod(id)
  const applied = await simulator.findCartApplication(id)
  await simulator.postbacks({ mode: "lost", match: { token: applied.tip } })
  await simulator.decision(applied.tip, { outcome: "approve" })
  await simulator.decision(applied.tip, { outcome: "sign" })
  return { cartId: id, token: applied.tip, applied }
}

async function getLatestApplication(cartId: string): Promise<ApplicationRecord> {
  const rows = await isolatedShop.query(
    `select * from financing_application where cart_id = '${cartId}' order by attempt desc`
  )
  return rows[0] as ApplicationRecord
}

const reconcile = async (cartId: string, cause = "poll") =>
  await isolatedShop.stores[0].control.runWorkflow("reconcile-financing-application", {
    application_id: (await getLatestApplication(cartId)).id,
    cause,
  })

const listOrderIds = async (cartId: string): Promise<string[]> =>
  (
    await isolatedShop.query(
      `select order_id from order_cart where cart_id = '${cartId}' and deleted_at is null`
    )
  ).map(({ order_id }) => String(order_id))

/** Waits for the cart's only order, with its payment and with tickets that were issued once. */
async function waitForTickets(cartId: string): Promise<HttpTypes.AdminOrder> {
  return await eventually(async () => {
    const ids = await listOrderIds(cartId)
    expect(ids).toHaveLength(1)
    const order = await isolatedShop.admin.getOrder(ids[0] ?? "")
    expect(order).toMatchObject({
      metadata: { runs: 1, tickets: "issued" },
      payment_status: "authorized",
    })
    expect(await getLatestApplication(cartId)).toMatchObject({
      order_id: order.id,
      review_reason: null,
    })
    return order
  })
}

/** Completes the cart on the shop's own route. */
const completeWithTickets = ({ storeApi }: ShopClient, cartId: string) =>
  storeApi.post<{ order_id: string }>(`/store/tickets/${cartId}/complete`)

describe("a shop with a completion workflow of its own", () => {
  it("runs its steps in an order that the schedule places", async () => {
    const { cartId } = await createSignedCart()
    await reconcile(cartId)
    await waitForTickets(cartId)
  })

  it("runs its steps in an order that a postback places", async () => {
    const { cartId, token } = await createSignedCart()
    await simulator.postbacks({ mode: "normal", match: { token } })
    await simulator.postback(token)
    await waitForTickets(cartId)
  })

  it("runs its steps in an order that the shopper's return places", async () => {
    const { cartId, applied } = await createSignedCart()
    const response = await fetch(String(applied.returnUrl), { redirect: "manual" })
    expect(response.status).toBe(200)
    await waitForTickets(cartId)
  })

  it("undoes the order when a step fails, reports why, and places it once the cause is gone", async () => {
    const { cartId, token } = await createSignedCart({
      ticket_failure: "Tickets are sold from Monday.",
    })
    await reconcile(cartId)
    expect(await listOrderIds(cartId)).toEqual([])
    // Read from the timeline: a later scheduled check may already have replaced the case's reason.
    const { id } = await getLatestApplication(cartId)
    const timeline = (await isolatedShop.query(
      `select details ->> 'reason' as reason from financing_timeline_entry where application_id = '${id}'`
    )) as { reason: string | null }[]
    expect(timeline.map(({ reason }) => reason).join(" ")).toMatch(
      /Tickets are sold from Monday\. /
    )
    // Core cancelled the payment when it undid the order. A scheduled check may run at the same time.
    await eventually(async () => {
      await reconcile(cartId)
      expect((await getLatestApplication(cartId)).review_reason).toMatch(
        /choose the payment method again/
      )
    })
    expect(await simulator.calls({ operation: "cancel", token })).toEqual([])

    await isolatedShop.shop.updateCart(cartId, { metadata: { ticket_failure: "" } })
    await isolatedShop.shop.choosePaymentMethod(cartId)
    await reconcile(cartId)
    await waitForTickets(cartId)
    expect(await simulator.listCartApplications(cartId)).toHaveLength(1)
  })

  it("places one order and runs its steps once when two servers and a status check complete the cart", async () => {
    const { cartId } = await createSignedCart({ ticket_seconds: 3 })
    const [first, second] = await Promise.all([
      completeWithTickets(secondShop, cartId),
      completeWithTickets(isolatedShop.shop, cartId),
      sleep(300).then(() => reconcile(cartId)),
    ])
    const { id: order_id } = await waitForTickets(cartId)
    expect([first, second]).toEqual([{ order_id }, { order_id }])
  })

  it("keeps its lease during a slow workflow, and returns no order before the workflow has finished", async () => {
    const { cartId } = await createSignedCart({ ticket_seconds: 16 })
    const pendingReconcile = reconcile(cartId)
    await eventually(async () => expect(await listOrderIds(cartId)).toHaveLength(1))
    // As if it had started long ago: without renewal the lease would expire before the workflow ends.
    await isolatedShop.query(
      `update financing_lease set expires_at = now() + interval '11 seconds' where id = 'complete:${cartId}'`
    )
    const status = await secondShop.storeApi.get<{ financing: { order_id: string | null } }>(
      `/store/consumer-financing/carts/${cartId}/status`
    )
    expect(status.financing.order_id).toBeNull()
    await sleep(12_000)
    const [lease] = await isolatedShop.query(
      `select expires_at > now() as is_held from financing_lease where id = 'complete:${cartId}'`
    )
    expect(lease).toEqual({ is_held: true })
    await pendingReconcile
    await waitForTickets(cartId)
  })
})

describe("the option completeCartWorkflow", () => {
  const buildSettings = (workflowId: string, workerMode: "shared" | "worker") => ({
    workerMode,
    pluginOptions: { completeCartWorkflow: workflowId },
  })

  it.each(["shared", "worker"] as const)(
    "with an unknown ID stops a %s process with a message that names the ID",
    async (workerMode) => {
      await expect(
        startExtraStore(buildSettings("complete-with-ticket", workerMode))
      ).rejects.toThrow(
        /completeCartWorkflow\W+ is \W+complete-with-ticket\W+, but no workflow has this id/
      )
    }
  )

  it("with an asynchronous workflow stops the process with a message that names the step", async () => {
    await expect(startExtraStore(buildSettings("complete-later", "shared"))).rejects.toThrow(
      /completeCartWorkflow\W+ is \W+complete-later\W+, whose step \W+send-tickets-later\W+ is asynchronous/
    )
  })
})
