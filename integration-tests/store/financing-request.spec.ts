import { expectApplicationEnded } from "./expect-ended"
import { eventually } from "../../tooling/clients/eventually"
import {
  waitForAuthorizedOrder,
  createDraftOrder,
  updateDraftQuantity,
  createRequestedDraft,
  requestFinancing,
  getFinancingRequest,
  listFinancingRequests,
  sendRequest,
  getOrderStatus,
  withdrawRequest,
  createCustomerLink,
} from "./financing-request-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, getRefusalMessage, reconcileUntil } from "./money-steps"
import { getLatestApplication, listApplications, listTimelineEntries } from "./plugin-records"
import { signApplication, disablePostbacks } from "./purchase-steps"

const { admin, simulator, store } = createHarness()

describe("a financing request for a draft order", () => {
  it("turns the draft into an order once the customer signs, which is captured and refunded", async () => {
    const orderId = await createDraftOrder()
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
    const serviceApplication = await simulator.findCartApplication(orderId)
    expect(serviceApplication).toMatchObject({ kind: "virtual-cart", loanAmount: 1467.64 })
    await signApplication(serviceApplication.tip)
    const { order, payment } = await waitForAuthorizedOrder(orderId)
    expect(payment.amount).toBeCloseTo(1467.635, 3)
    expect(await getOrderStatus(orderId)).toEqual({ status: "pending", isDraft: false })
    await eventually(async () => {
      const application = await simulator.application(serviceApplication.tip)
      expect(application.orderId).toBe(String(order.display_id))
    })
    expect(await getFinancingRequest(request.id)).toMatchObject({
      state: "ready-to-settle",
      is_open: false,
    })
    await admin.capture(payment.id)
    await admin.refund(payment.id, { amount: 200 })
    expect(await simulator.application(serviceApplication.tip)).toMatchObject({ settleCount: 1 })
    await expectInvariants(orderId)
    const { id } = await getLatestApplication(orderId)
    const entries = (await listTimelineEntries(id)).map(({ what }) => what)
    expect(entries).toEqual(
      expect.arrayContaining(["request-made", "order-placed", "order-authorized"])
    )
  })

  it("C17: sent several times at once, and again, creates one application and one payment session", async () => {
    const orderId = await createDraftOrder()
    const requests = await Promise.all([1, 2, 3].map(() => requestFinancing(orderId)))
    const secondRequest = await requestFinancing(orderId)
    expect(new Set([...requests, secondRequest].map(({ id }) => id)).size).toBe(1)
    expect(await simulator.listCartApplications(orderId)).toHaveLength(1)
    const order = await admin.getOrder(orderId)
    const sessions = (order.payment_collections ?? []).flatMap(
      (collection) => collection.payment_sessions ?? []
    )
    expect(sessions).toHaveLength(1)
  })

  it("B10: authorizes the order by a status check when no postback comes", async () => {
    const { orderId, token } = await createRequestedDraft()
    await disablePostbacks(token)
    await signApplication(token)
    await reconcileUntil(orderId, async () =>
      expect((await getOrderStatus(orderId)).isDraft).toBe(false)
    )
    await waitForAuthorizedOrder(orderId)
    await expectInvariants(orderId)
  })

  it("E5: shows staff the reason and is closed when the service returns a null token", async () => {
    const orderId = await createDraftOrder({ quantity: 9 })
    expect(await getRefusalMessage(requestFinancing(orderId))).toContain(
      "outside the range that it finances for this shop"
    )
    expect(await listApplications(orderId)).toMatchObject([{ state: "cancelled", live_key: null }])
    expect(await listFinancingRequests(orderId)).toMatchObject([
      { is_open: false, has_link: false },
    ])
  })

  it("C3: is cancelled at the service when the draft is edited, and can be repeated", async () => {
    const { orderId, request, token } = await createRequestedDraft()
    await updateDraftQuantity(orderId, 2)
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    })
    await eventually(async () => {
      expect(await getFinancingRequest(request.id)).toMatchObject({
        is_open: false,
        has_link: false,
      })
    })
    const secondRequest = await requestFinancing(orderId)
    expect(secondRequest).toMatchObject({ is_open: true, amount: 2881.92 })
    expect((await listFinancingRequests(orderId)).map(({ id }) => id)).toEqual([
      secondRequest.id,
      request.id,
    ])
    await signApplication((await simulator.findCartApplication(orderId)).tip)
    await waitForAuthorizedOrder(orderId)
    await expectInvariants(orderId)
  })

  it("sends the link once for repeated calls, and names an alternative where there is no provider", async () => {
    const { orderId, request } = await createRequestedDraft()
    const sentRequest = await sendRequest(request.id, "email")
    expect(sentRequest.sent).toMatchObject([{ channel: "email" }])
    const resentRequest = await sendRequest(request.id, "email")
    expect(resentRequest.sent).toHaveLength(1)
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
    expect(await getRefusalMessage(sendRequest(request.id, "sms"))).toContain(
      "Copy the link instead"
    )
    expect(await getRefusalMessage(sendRequest(request.id, "pigeon"))).toBe(
      "channel has to be one of: email, sms."
    )
  })

  it("G12: returns its link only from the link's own route, which records the copy", async () => {
    const { orderId, request } = await createRequestedDraft()
    const { url } = request
    expect(await createCustomerLink(request.id)).toBe(url)
    expect((await listTimelineEntries(request.id)).map(({ what }) => what)).toContain("link-copied")
    const requests = await listFinancingRequests(orderId)
    expect(requests).toMatchObject([{ id: request.id, has_link: true }])
    expect(JSON.stringify(requests)).not.toContain(url)
  })

  it("is cancelled at the service when staff withdraw it, and returns no link", async () => {
    const { orderId, request, token } = await createRequestedDraft()
    expect(await withdrawRequest(request.id)).toMatchObject({ is_open: false, has_link: false })
    expect(await getRefusalMessage(createCustomerLink(request.id))).toMatch(
      /no link to hand out.* is over/
    )
    await expectApplicationEnded(orderId, token)
    const order = await admin.getOrder(orderId)
    const sessions = (order.payment_collections ?? []).flatMap(
      (collection) => collection.payment_sessions ?? []
    )
    expect(sessions).toEqual([])
    expect(await withdrawRequest(request.id)).toMatchObject({ state: "cancelled" })
    expect(await listServiceCalls(token, "cancel")).toHaveLength(1)
    expect(await getRefusalMessage(sendRequest(request.id, "email"))).toContain("over")
  })

  it("G12: answers 401 without a login", async () => {
    const url = `${createHarness().run.storeUrl}/admin/consumer-financing/financing-requests`
    for (const method of ["GET", "POST"]) {
      expect((await fetch(url, { method })).status).toBe(401)
    }
  })
})
