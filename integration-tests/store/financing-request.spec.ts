import { expectEnded } from "./ended"
import { eventually } from "../../tooling/clients/eventually"
import {
  authorizedOrder,
  draftOrder,
  editDraft,
  requestedDraft,
  requestFinancing,
  requestOf,
  requestsOf,
  sendRequest,
  statusOf,
  withdrawRequest,
  linkOf,
} from "./financing-request-steps"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { callsOf, sentenceOf, reconciled } from "./money-steps"
import { applicationOf, applicationsOf, timelineOf } from "./our-records"
import { sign, silence } from "./purchase-steps"

const { admin, simulator, store } = harness()

describe("a financing request for a draft order", () => {
  it("turns the draft into an order once the customer signs, which is captured and refunded", async () => {
    const orderId = await draftOrder()
    const request = await requestFinancing(orderId)
    expect(request).toMatchObject({
      order_id: orderId,
      state: "awaiting-customer",
      amount: 1467.64,
      is_open: true,
      is_outdated: false,
      url: expect.stringContaining("http") as string,
      sent: [],
    })
    const asked = await simulator.findCartApplication(orderId)
    expect(asked).toMatchObject({ kind: "virtual-cart", loanAmount: 1467.64 })
    await sign(asked.tip)
    const { order, payment } = await authorizedOrder(orderId)
    expect(payment.amount).toBeCloseTo(1467.635, 3)
    expect(await statusOf(orderId)).toEqual({ status: "pending", isDraft: false })
    await eventually(async () => {
      const application = await simulator.application(asked.tip)
      expect(application.orderId).toBe(String(order.display_id))
    })
    expect(await requestOf(request.id)).toMatchObject({ state: "ready-to-settle", is_open: false })
    await admin.capture(payment.id)
    await admin.refund(payment.id, { amount: 200 })
    expect(await simulator.application(asked.tip)).toMatchObject({ settleCount: 1 })
    await expectInvariants(orderId)
    const { id } = await applicationOf(orderId)
    const entries = (await timelineOf(id)).map(({ what }) => what)
    expect(entries).toEqual(
      expect.arrayContaining(["request-made", "order-placed", "order-authorized"])
    )
  })

  it("C17: sent several times at once, and again, creates one application and one payment session", async () => {
    const orderId = await draftOrder()
    const answers = await Promise.all([1, 2, 3].map(() => requestFinancing(orderId)))
    const again = await requestFinancing(orderId)
    expect(new Set([...answers, again].map(({ id }) => id)).size).toBe(1)
    expect(await simulator.listCartApplications(orderId)).toHaveLength(1)
    const order = await admin.getOrder(orderId)
    const sessions = (order.payment_collections ?? []).flatMap((one) => one.payment_sessions ?? [])
    expect(sessions).toHaveLength(1)
  })

  it("B10: authorizes the order by a status check when no postback comes", async () => {
    const { orderId, token } = await requestedDraft()
    await silence(token)
    await sign(token)
    await reconciled(orderId, async () => expect((await statusOf(orderId)).isDraft).toBe(false))
    await authorizedOrder(orderId)
    await expectInvariants(orderId)
  })

  it("E5: shows staff the reason and is closed when the service returns a null token", async () => {
    const orderId = await draftOrder({ quantity: 9 })
    expect(await sentenceOf(requestFinancing(orderId))).toContain(
      "outside the range that it finances for this shop"
    )
    expect(await applicationsOf(orderId)).toMatchObject([{ state: "cancelled", live_key: null }])
    expect(await requestsOf(orderId)).toMatchObject([{ is_open: false, has_link: false }])
  })

  it("C3: is cancelled at the service when the draft is edited, and can be repeated", async () => {
    const { orderId, request, token } = await requestedDraft()
    await editDraft(orderId, 2)
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    })
    await eventually(async () => {
      expect(await requestOf(request.id)).toMatchObject({ is_open: false, has_link: false })
    })
    const again = await requestFinancing(orderId)
    expect(again).toMatchObject({ is_open: true, amount: 2881.92 })
    expect((await requestsOf(orderId)).map(({ id }) => id)).toEqual([again.id, request.id])
    await sign((await simulator.findCartApplication(orderId)).tip)
    await authorizedOrder(orderId)
    await expectInvariants(orderId)
  })

  it("sends the link once for repeated calls, and names an alternative where there is no provider", async () => {
    const { orderId, request } = await requestedDraft()
    const sent = await sendRequest(request.id, "email")
    expect(sent.sent).toMatchObject([{ channel: "email" }])
    const twice = await sendRequest(request.id, "email")
    expect(twice.sent).toHaveLength(1)
    const notifications = await store.queryGraph<Record<string, unknown>>({
      entity: "notification",
      fields: ["to", "channel", "template", "data", "status"],
      filters: { resource_id: request.id },
    })
    const [order] = await store.queryGraph<{ email: string }>({
      entity: "order",
      fields: ["email"],
      filters: { id: orderId },
    })
    expect(notifications).toMatchObject([
      { to: order?.email, template: "consumer-financing-request", data: { url: request.url } },
    ])
    expect(await sentenceOf(sendRequest(request.id, "sms"))).toContain("Copy the link instead")
    expect(await sentenceOf(sendRequest(request.id, "pigeon"))).toBe(
      "channel has to be one of: email, sms."
    )
  })

  it("G12: returns its link only from the link's own route, which records the copy", async () => {
    const { orderId, request } = await requestedDraft()
    const { url } = request
    expect(await linkOf(request.id)).toBe(url)
    expect((await timelineOf(request.id)).map(({ what }) => what)).toContain("link-copied")
    const listed = await requestsOf(orderId)
    expect(listed).toMatchObject([{ id: request.id, has_link: true }])
    expect(JSON.stringify(listed)).not.toContain(url)
  })

  it("is cancelled at the service when staff withdraw it, and returns no link", async () => {
    const { orderId, request, token } = await requestedDraft()
    expect(await withdrawRequest(request.id)).toMatchObject({ is_open: false, has_link: false })
    expect(await sentenceOf(linkOf(request.id))).toMatch(/no link to hand out.* is over/)
    await expectEnded(orderId, token)
    const order = await admin.getOrder(orderId)
    const sessions = (order.payment_collections ?? []).flatMap((one) => one.payment_sessions ?? [])
    expect(sessions).toEqual([])
    expect(await withdrawRequest(request.id)).toMatchObject({ state: "cancelled" })
    expect(await callsOf(token, "cancel")).toHaveLength(1)
    expect(await sentenceOf(sendRequest(request.id, "email"))).toContain("over")
  })

  it("G12: answers 401 without a login", async () => {
    const url = `${harness().run.storeUrl}/admin/consumer-financing/financing-requests`
    for (const method of ["GET", "POST"]) {
      expect((await fetch(url, { method })).status).toBe(401)
    }
  })
})
