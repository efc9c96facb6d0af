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

const ADMIN_PATH = "/admin/consumer-financing"
const FORBIDDEN_MESSAGE =
  /Your role does not allow this\. Ask somebody who may capture and refund payments/

const CLERK_POLICIES = ["order:read", "order:update"] as const

let isolatedShop: IsolatedShop
/** A role that may see and change orders, and nothing else. */
let clerk: HttpClient
/** A role that may also capture and refund. */
let accountant: HttpClient
/** A role that may see orders, and nothing else. */
let reader: HttpClient
/** A role without rights to orders. */
let stranger: HttpClient

async function listReviewCases(client: HttpClient, orderId: string): Promise<ReviewCaseView[]> {
  const path = `${ADMIN_PATH}/review-cases?order_id=${orderId}`
  return (await client.get<{ review_cases: ReviewCaseView[] }>(path)).review_cases
}

/** The review case of an order, once it is open. */
async function waitForReviewCase(orderId: string, cause: string): Promise<ReviewCaseView> {
  return await eventually(
    async () => {
      const path = `${ADMIN_PATH}/orders/${orderId}`
      const { application } = await isolatedShop.admin.adminApi.get<{
        application: { id: string }
      }>(path)
      await isolatedShop.admin.adminApi.post(
        `${ADMIN_PATH}/applications/${application.id}/reconcile`
      )
      const found = (await listReviewCases(isolatedShop.admin.adminApi, orderId)).find(
        (reviewCase) => reviewCase.cause === cause
      )
      if (!found) throw new Error(`Nobody is asked for ${cause}`)
      return found
    },
    { everyMs: 500 }
  )
}

async function createPaidOrder() {
  const { id } = await isolatedShop.shop.createCart()
  await isolatedShop.shop.choosePaymentMethod(id)
  const { tip: token } = await simulator.findCartApplication(id)
  await signApplication(token)
  const completion = await isolatedShop.shop.completeCart(id)
  if (completion.type !== "order") throw new Error(completion.error.message)
  const order = await eventually(async () => {
    const placedOrder = await isolatedShop.admin.getOrder(completion.order.id)
    getOnlyPayment(placedOrder)
    return placedOrder
  })
  return { order, payment: getOnlyPayment(order), token }
}

const resolveReviewCase = (client: HttpClient, { id }: ReviewCaseView, action: string) =>
  client.post<{ resolution: { settled: boolean } }>(`${ADMIN_PATH}/review-cases/${id}/resolve`, {
    action,
    note: "The portal shows it",
  })

beforeAll(async () => {
  isolatedShop = await startIsolatedShop({ roles: true })
  clerk = (await createStaffUser(isolatedShop, "clerk", [...CLERK_POLICIES])).door
  accountant = (
    await createStaffUser(isolatedShop, "accountant", [
      ...CLERK_POLICIES,
      "capture:create",
      "refund:create",
    ])
  ).door
  reader = (await createStaffUser(isolatedShop, "reader", ["order:read"])).door
  stranger = (await createStaffUser(isolatedShop, "stranger", ["product:read"])).door
}, 300_000)

describe("a store with roles", () => {
  afterEach(async () => {
    await simulator.settings({ behaviour: { partialRefundAnswer: "code" } })
    await simulator.clearFaults()
  })

  it("lets only staff with the capture right settle by a decision", async () => {
    const { order, payment, token } = await createPaidOrder()
    await isolatedShop.admin.capture(payment.id)
    await simulator.settings({ behaviour: { partialRefundAnswer: "S" } })
    await isolatedShop.admin.refund(payment.id, { amount: 100 }).catch(() => undefined)
    const reviewCase = await waitForReviewCase(order.id, "settle-again")
    expect(reviewCase.actions).toContain("settle")
    const { tip } = await simulator.application(token)

    const { status, body } = await getHttpRefusal(resolveReviewCase(clerk, reviewCase, "settle"))
    expect(status).toBe(403)
    expect(body.message).toMatch(FORBIDDEN_MESSAGE)
    expect(await simulator.calls({ operation: "settle", token: tip })).toEqual([])

    expect(await resolveReviewCase(accountant, reviewCase, "settle")).toMatchObject({
      resolution: { settled: true },
    })
    expect(await simulator.calls({ operation: "settle", token: tip })).toHaveLength(1)
  })

  it("lets only staff with the refund right refund by a decision", async () => {
    const { order, token } = await createPaidOrder()
    await simulator.status(token, { status: "C", postback: false })
    await isolatedShop.admin.cancelOrder(order.id)
    const reviewCase = await waitForReviewCase(order.id, "unneeded-loan")

    for (const action of ["refund", "record-refund"]) {
      const { status, body } = await getHttpRefusal(resolveReviewCase(clerk, reviewCase, action))
      expect(status).toBe(403)
      expect(body.message).toMatch(FORBIDDEN_MESSAGE)
    }
    expect(await simulator.calls({ operation: "refund", token })).toEqual([])
    expect(await resolveReviewCase(clerk, reviewCase, "check-again")).toHaveProperty("resolution")

    // The list offers what the caller may do.
    const listOfferedActions = async (client: HttpClient) =>
      (await listReviewCases(client, order.id)).find(({ id }) => id === reviewCase.id)?.actions
    expect(await listOfferedActions(accountant)).toEqual(["refund", "check-again", "acknowledge"])
    expect(await listOfferedActions(clerk)).toEqual(["check-again", "acknowledge"])
    expect(await listOfferedActions(reader)).toEqual([])
    const answer = await clerk.get<{ application: { review_cases: ReviewCaseView[] } }>(
      `${ADMIN_PATH}/orders/${order.id}`
    )
    expect(answer.application.review_cases[0]?.actions).toEqual(["check-again", "acknowledge"])
    expect(
      await getHttpRefusal(resolveReviewCase(reader, reviewCase, "acknowledge"))
    ).toMatchObject({
      status: 403,
    })

    expect(await resolveReviewCase(accountant, reviewCase, "refund")).toMatchObject({
      resolution: { settled: true },
    })
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
  })

  it.each([
    { call: "settle", from: "settle" },
    { call: "partial refund", from: "partialRefund" },
  ] as const)("lets only staff who may make a $call confirm its outcome", async ({ from }) => {
    const { order, payment, token } = await createPaidOrder()
    if (from === "partialRefund") await isolatedShop.admin.capture(payment.id)
    await injectFault(token, { operation: from, kind: "reset", when: "before", nth: 1 })
    const request =
      from === "settle"
        ? isolatedShop.admin.capture(payment.id)
        : isolatedShop.admin.refund(payment.id, { amount: 100 })
    await request.catch(() => undefined)
    const reviewCase = await waitForReviewCase(order.id, "doubt")
    const confirmActions = ["confirm-it-happened", "confirm-it-did-not"]
    expect(reviewCase.actions).toEqual([...confirmActions, "check-again", "acknowledge"])

    for (const action of confirmActions) {
      const { status, body } = await getHttpRefusal(resolveReviewCase(clerk, reviewCase, action))
      expect(status).toBe(403)
      expect(body.message).toMatch(FORBIDDEN_MESSAGE)
    }
    expect((await listReviewCases(clerk, order.id))[0]).toMatchObject({
      actions: ["check-again", "acknowledge"],
      forbidden_actions: confirmActions,
    })
    expect(await resolveReviewCase(accountant, reviewCase, "confirm-it-did-not")).toMatchObject({
      resolution: { settled: true },
    })
  })

  it("reports the rights of each role", async () => {
    const getRights = async (client: HttpClient) =>
      (await client.get<{ rights: Record<string, boolean> }>(`${ADMIN_PATH}/rights`)).rights
    const noRights = {
      see: false,
      change: false,
      settle: false,
      refund: false,
      see_payouts: false,
      see_settings: false,
      change_settings: false,
    }
    expect(await getRights(stranger)).toEqual(noRights)
    expect(await getRights(reader)).toEqual({ ...noRights, see: true })
    expect(await getRights(clerk)).toEqual({ ...noRights, see: true, change: true })
    expect(await getRights(accountant)).toMatchObject({ settle: true, refund: true })
    const anonymous = createHttpClient(isolatedShop.stores[0].url, async () => ({}))
    expect(await getHttpRefusal(getRights(anonymous))).toMatchObject({ status: 401 })
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
    expect(await getHttpRefusal(stranger.get(`${ADMIN_PATH}/${path}`))).toMatchObject({
      status: 403,
    })
    const anonymous = createHttpClient(isolatedShop.stores[0].url, async () => ({}))
    expect(await getHttpRefusal(anonymous.get(`${ADMIN_PATH}/${path}`))).toMatchObject({
      status: 401,
    })
  })

  it("shows the payout report only with its own right, not with the right to read orders", async () => {
    const path = `${ADMIN_PATH}/payouts?from=2026-01-01&to=2026-01-31`
    expect(await getHttpRefusal(reader.get(path))).toMatchObject({ status: 403 })
    const bookkeeper = await createStaffUser(isolatedShop, "bookkeeper", ["financing_payout:read"])
    expect(await bookkeeper.door.get(path)).toMatchObject({ count: 0 })
  })

  it("shows its lists to staff who may read orders", async () => {
    for (const path of ["applications", "review-cases", "health", "postbacks"]) {
      await reader.get(`${ADMIN_PATH}/${path}`)
    }
  })
})
