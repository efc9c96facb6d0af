import type { ReviewCaseView } from "../../src/workflows"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { type HttpClient, createHttpClient } from "../../tooling/clients/http-client"
import { injectFault } from "./money-steps"
import { getOnlyPayment, signApplication } from "./purchase-steps"
import { getHttpRefusal } from "./setting-steps"
import { type IsolatedShop, startIsolatedShop } from "./isolated-shop"
import { createStaffUser } from "./staff"

const { simulator } = createHarness()

const HERE = "/admin/consumer-financing"
const SENTENCE = /Your role does not allow this\. Ask somebody who may capture and refund payments/

const CLERK = ["order:read", "order:update"] as const

let apart: IsolatedShop
/** A role that may see and change orders, and nothing else. */
let clerk: HttpClient
/** A role that may also capture and refund. */
let accountant: HttpClient
/** A role that may see orders, and nothing else. */
let reader: HttpClient
/** A role without rights to orders. */
let stranger: HttpClient

async function listed(door: HttpClient, orderId: string): Promise<ReviewCaseView[]> {
  const path = `${HERE}/review-cases?order_id=${orderId}`
  return (await door.get<{ review_cases: ReviewCaseView[] }>(path)).review_cases
}

/** The review case of an order, once it is open. */
async function asked(orderId: string, cause: string): Promise<ReviewCaseView> {
  return await eventually(
    async () => {
      const path = `${HERE}/orders/${orderId}`
      const { application } = await apart.admin.adminApi.get<{ application: { id: string } }>(path)
      await apart.admin.adminApi.post(`${HERE}/applications/${application.id}/reconcile`)
      const found = (await listed(apart.admin.adminApi, orderId)).find((one) => one.cause === cause)
      if (!found) throw new Error(`Nobody is asked for ${cause}`)
      return found
    },
    { everyMs: 500 }
  )
}

async function bought() {
  const { id } = await apart.shop.createCart()
  await apart.shop.choosePaymentMethod(id)
  const { tip: token } = await simulator.findCartApplication(id)
  await signApplication(token)
  const done = await apart.shop.completeCart(id)
  if (done.type !== "order") throw new Error(done.error.message)
  const order = await eventually(async () => {
    const one = await apart.admin.getOrder(done.order.id)
    getOnlyPayment(one)
    return one
  })
  return { order, payment: getOnlyPayment(order), token }
}

const resolve = (door: HttpClient, { id }: ReviewCaseView, action: string) =>
  door.post<{ resolution: { settled: boolean } }>(`${HERE}/review-cases/${id}/resolve`, {
    action,
    note: "The portal shows it",
  })

beforeAll(async () => {
  apart = await startIsolatedShop({ roles: true })
  clerk = (await createStaffUser(apart, "clerk", [...CLERK])).door
  accountant = (
    await createStaffUser(apart, "accountant", [...CLERK, "capture:create", "refund:create"])
  ).door
  reader = (await createStaffUser(apart, "reader", ["order:read"])).door
  stranger = (await createStaffUser(apart, "stranger", ["product:read"])).door
}, 300_000)

describe("a store with roles", () => {
  afterEach(async () => {
    await simulator.settings({ behaviour: { partialRefundAnswer: "code" } })
    await simulator.clearFaults()
  })

  it("lets only staff with the capture right settle by a decision", async () => {
    const { order, payment, token } = await bought()
    await apart.admin.capture(payment.id)
    await simulator.settings({ behaviour: { partialRefundAnswer: "S" } })
    await apart.admin.refund(payment.id, { amount: 100 }).catch(() => undefined)
    const reviewCase = await asked(order.id, "settle-again")
    expect(reviewCase.actions).toContain("settle")
    const { tip } = await simulator.application(token)

    const { status, body } = await getHttpRefusal(resolve(clerk, reviewCase, "settle"))
    expect(status).toBe(403)
    expect(body.message).toMatch(SENTENCE)
    expect(await simulator.calls({ operation: "settle", token: tip })).toEqual([])

    expect(await resolve(accountant, reviewCase, "settle")).toMatchObject({
      resolution: { settled: true },
    })
    expect(await simulator.calls({ operation: "settle", token: tip })).toHaveLength(1)
  })

  it("lets only staff with the refund right refund by a decision", async () => {
    const { order, token } = await bought()
    await simulator.status(token, { status: "C", postback: false })
    await apart.admin.cancelOrder(order.id)
    const reviewCase = await asked(order.id, "unneeded-loan")

    for (const action of ["refund", "record-refund"]) {
      const { status, body } = await getHttpRefusal(resolve(clerk, reviewCase, action))
      expect(status).toBe(403)
      expect(body.message).toMatch(SENTENCE)
    }
    expect(await simulator.calls({ operation: "refund", token })).toEqual([])
    expect(await resolve(clerk, reviewCase, "check-again")).toHaveProperty("resolution")

    // The list offers what the caller may do.
    const offered = async (door: HttpClient) =>
      (await listed(door, order.id)).find(({ id }) => id === reviewCase.id)?.actions
    expect(await offered(accountant)).toEqual(["refund", "check-again", "acknowledge"])
    expect(await offered(clerk)).toEqual(["check-again", "acknowledge"])
    expect(await offered(reader)).toEqual([])
    const file = await clerk.get<{ application: { review_cases: ReviewCaseView[] } }>(
      `${HERE}/orders/${order.id}`
    )
    expect(file.application.review_cases[0]?.actions).toEqual(["check-again", "acknowledge"])
    expect(await getHttpRefusal(resolve(reader, reviewCase, "acknowledge"))).toMatchObject({
      status: 403,
    })

    expect(await resolve(accountant, reviewCase, "refund")).toMatchObject({
      resolution: { settled: true },
    })
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
  })

  it.each([
    { call: "settle", from: "settle" },
    { call: "partial refund", from: "partialRefund" },
  ] as const)("lets only staff who may make a $call confirm its outcome", async ({ from }) => {
    const { order, payment, token } = await bought()
    if (from === "partialRefund") await apart.admin.capture(payment.id)
    await injectFault(token, { operation: from, kind: "reset", when: "before", nth: 1 })
    const made =
      from === "settle"
        ? apart.admin.capture(payment.id)
        : apart.admin.refund(payment.id, { amount: 100 })
    await made.catch(() => undefined)
    const reviewCase = await asked(order.id, "doubt")
    const words = ["confirm-it-happened", "confirm-it-did-not"]
    expect(reviewCase.actions).toEqual([...words, "check-again", "acknowledge"])

    for (const action of words) {
      const { status, body } = await getHttpRefusal(resolve(clerk, reviewCase, action))
      expect(status).toBe(403)
      expect(body.message).toMatch(SENTENCE)
    }
    expect((await listed(clerk, order.id))[0]).toMatchObject({
      actions: ["check-again", "acknowledge"],
      forbidden_actions: words,
    })
    expect(await resolve(accountant, reviewCase, "confirm-it-did-not")).toMatchObject({
      resolution: { settled: true },
    })
  })

  it("reports the rights of each role", async () => {
    const rights = async (door: HttpClient) =>
      (await door.get<{ rights: Record<string, boolean> }>(`${HERE}/rights`)).rights
    const none = {
      see: false,
      change: false,
      settle: false,
      refund: false,
      see_payouts: false,
      see_settings: false,
      change_settings: false,
    }
    expect(await rights(stranger)).toEqual(none)
    expect(await rights(reader)).toEqual({ ...none, see: true })
    expect(await rights(clerk)).toEqual({ ...none, see: true, change: true })
    expect(await rights(accountant)).toMatchObject({ settle: true, refund: true })
    const anonymous = createHttpClient(apart.stores[0].url, async () => ({}))
    expect(await getHttpRefusal(rights(anonymous))).toMatchObject({ status: 401 })
  })

  it.each([
    "applications",
    "applications/export",
    "payouts?from=2026-01-01&to=2026-01-31",
    "review-cases",
    "health",
    "postbacks",
    "pre-approvals",
    "financing-requests?order_id=order_1",
    "settings",
    "settings/self-check",
  ])("refuses a caller without the right: %s", async (path) => {
    expect(await getHttpRefusal(stranger.get(`${HERE}/${path}`))).toMatchObject({ status: 403 })
    const anonymous = createHttpClient(apart.stores[0].url, async () => ({}))
    expect(await getHttpRefusal(anonymous.get(`${HERE}/${path}`))).toMatchObject({ status: 401 })
  })

  it("shows the payout report only with its own right, not with the right to read orders", async () => {
    const path = `${HERE}/payouts?from=2026-01-01&to=2026-01-31`
    expect(await getHttpRefusal(reader.get(path))).toMatchObject({ status: 403 })
    const bookkeeper = await createStaffUser(apart, "bookkeeper", ["financing_payout:read"])
    expect(await bookkeeper.door.get(path)).toMatchObject({ count: 0 })
  })

  it("shows its lists to staff who may read orders", async () => {
    for (const path of ["applications", "review-cases", "health", "postbacks"]) {
      await reader.get(`${HERE}/${path}`)
    }
  })
})
