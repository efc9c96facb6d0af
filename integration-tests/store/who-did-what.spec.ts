import type { ShownFile } from "../../src/api/admin/consumer-financing/shown"
import { waitForReviewCase } from "./review-cases-steps"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { getRefusalMessage } from "./money-steps"
import { getLatestApplication, listTimelineEntries } from "./plugin-records"
import { createAppliedCart, createPaidOrder, getOnlyPayment } from "./purchases"

const { admin, run, simulator } = createHarness()

const APPLICATIONS_PATH = "/admin/consumer-financing/applications"

async function getCurrentUser(): Promise<{ id: string }> {
  return (await admin.adminApi.get<{ user: { id: string } }>("/admin/users/me")).user
}

/** An actor's actions on a cart's application, oldest first. */
async function listActions(cartId: string, actor: string): Promise<string[]> {
  const { id } = await getLatestApplication(cartId)
  const entries = await listTimelineEntries(id)
  return entries.filter((entry) => entry.actor === actor).map(({ what }) => what)
}

describe("the timeline of staff actions", () => {
  it("records a shipment and a refund by Medusa's routes before they are executed", async () => {
    const { cart, order, payment } = await createPaidOrder()
    const { id: actor } = await getCurrentUser()
    await admin.createShipment(order.id, await admin.createFulfillment(order.id))
    await eventually(async () => {
      expect(getOnlyPayment(await admin.getOrder(order.id)).captured_at).toEqual(expect.any(String))
    })
    await admin.refund(payment.id, { amount: 100 })
    expect(await listActions(cart.id, actor)).toEqual(["shipment-wanted", "refund-wanted"])
    const entries = await listTimelineEntries((await getLatestApplication(cart.id)).id)
    const entryNames = entries.map(({ what }) => what)
    expect(entryNames.indexOf("shipment-wanted")).toBeLessThan(entryNames.indexOf("settled"))
    expect(entryNames.indexOf("refund-wanted")).toBeLessThan(entryNames.indexOf("partly-refunded"))
    expect(entries).toContainEqual(
      expect.objectContaining({ what: "refund-wanted", details: { cents: 10_000 } })
    )
  })

  it("records a capture and a cancelled order", async () => {
    const { id: actor } = await getCurrentUser()
    const capturedPurchase = await createPaidOrder()
    await admin.capture(capturedPurchase.payment.id)
    expect(await listActions(capturedPurchase.cart.id, actor)).toEqual(["capture-wanted"])
    const cancelledPurchase = await createPaidOrder()
    await admin.cancelOrder(cancelledPurchase.order.id)
    expect(await listActions(cancelledPurchase.cart.id, actor)).toEqual(["order-cancel-wanted"])
  })

  it("records an action that Medusa refuses, and none without a login", async () => {
    const { cart, order, payment } = await createPaidOrder()
    const { id: actor } = await getCurrentUser()
    expect(await getRefusalMessage(admin.capture(payment.id, 1))).toMatch(/./)
    expect(await listActions(cart.id, actor)).toEqual(["capture-wanted"])
    const answer = await fetch(`${run.storeUrl}/admin/orders/${order.id}/cancel`, {
      method: "POST",
    })
    expect(answer.status).toBe(401)
    expect(await listActions(cart.id, actor)).toEqual(["capture-wanted"])
  })

  it("does not change Medusa's 404 for an unknown payment", async () => {
    const path = "/admin/payments/pay_none/capture"
    await expect(admin.adminApi.post(path)).rejects.toMatchObject({ status: 404 })
  })

  it("records a status check and an address check, with the staff member's name", async () => {
    const { cart } = await createAppliedCart()
    const { id } = await getLatestApplication(cart.id)
    const { id: actor } = await getCurrentUser()
    await admin.adminApi.post(`${APPLICATIONS_PATH}/${id}/reconcile`)
    await admin.adminApi.post(`${APPLICATIONS_PATH}/${id}/address-status`)
    expect(await listActions(cart.id, actor)).toEqual(["reconcile-wanted", "address-asked"])
    const { application } = await admin.adminApi.get<{ application: ShownFile }>(
      `${APPLICATIONS_PATH}/${id}`
    )
    const names = application.timeline.map(({ what, actor_name }) => [what, actor_name])
    expect(names).toContainEqual(["reconcile-wanted", "Alex Merchant"])
    expect(names).toContainEqual(["created", null])
  })
})

describe("the customer's link", () => {
  it("is returned and sent while the customer has to act, and the actor is recorded", async () => {
    const { cart } = await createAppliedCart()
    const { id, customer_url } = await getLatestApplication(cart.id)
    const { id: actor } = await getCurrentUser()
    const path = `${APPLICATIONS_PATH}/${id}`
    expect(await admin.adminApi.get(path)).toMatchObject({
      application: { has_customer_link: true },
    })
    expect(await admin.adminApi.post(`${path}/link`)).toEqual({ link: { url: customer_url } })
    await admin.adminApi.post(`${path}/link/send`, { channel: "email" })
    await admin.adminApi.post(`${path}/link/send`, { channel: "email" })
    expect(await listActions(cart.id, actor)).toEqual(["link-copied", "link-sent"])
    expect(
      await getRefusalMessage(admin.adminApi.post(`${path}/link/send`, { channel: "fax" }))
    ).toMatch(/channel/)
    expect(
      await getRefusalMessage(admin.adminApi.post(`${path}/link/send`, { channel: "sms" }))
    ).toMatch(/no notification provider for the channel "sms"/)
    expect(JSON.stringify(await listTimelineEntries(id))).not.toContain(String(customer_url))
  })

  it("is returned once the customer has to sign again", async () => {
    const { cart, token } = await createPaidOrder()
    const { id, customer_url } = await getLatestApplication(cart.id)
    const path = `${APPLICATIONS_PATH}/${id}/link`
    expect(await getRefusalMessage(admin.adminApi.post(path))).toMatch(/no link to hand out/)
    await simulator.status(token, { status: "B", postback: false })
    await waitForReviewCase(cart.id, "sign-again")
    expect(await admin.adminApi.post(path)).toEqual({ link: { url: customer_url } })
  })
})
