import type { ReviewCaseView } from "../../src/workflows"
import * as situations from "./review-cases-situations"
import {
  waitForReviewCase,
  listPurchaseReviewCases,
  listReviewCases,
  expectRefusal,
  resolveReviewCase,
  countStaffMessages,
} from "./review-cases-steps"
import { expectApplicationEnded } from "./expect-ended"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault } from "./money-steps"
import { getLatestApplication, reconcile, listTimelineEntries } from "./plugin-records"

const { admin, store, simulator } = createHarness()

const EVENT = "consumer-financing.application"

describe("a new review case", () => {
  type StaffNotification = {
    id: string
    to: string
    channel: string
    template: string
    data: Record<string, unknown>
  }
  const SETTINGS = "/admin/consumer-financing/settings"

  it("notifies staff through the shop's notification provider, with that provider's template", async () => {
    await admin.adminApi.post(SETTINGS, {
      staff_to: "staff@shop.example",
      template_staff: "d-4711",
    })
    const path = "/admin/notifications?limit=100&order=-created_at"
    const listNotifications = async () =>
      (await admin.adminApi.get<{ notifications: StaffNotification[] }>(path)).notifications
    const earlierIds = (await listNotifications()).map(({ id }) => id)
    try {
      const { cart } = await situations.createTaxExemption()
      const { application_id } = await waitForReviewCase(cart.id, "tax-exempt")
      await eventually(async () => {
        const notifications = (await listNotifications()).filter(
          ({ id }) => !earlierIds.includes(id)
        )
        const notification = notifications.find(
          ({ data }) => data?.application_id === application_id
        )
        expect(notification).toMatchObject({
          to: "staff@shop.example",
          channel: "email",
          template: "d-4711",
          data: {
            what: "needs-attention",
            cause: "tax-exempt",
            customer_name: expect.stringMatching(/\w+ \w+/) as string,
            amount: "$1,467.64",
            message: expect.stringMatching(
              /^The service finances \$[\d,.]+ without taxes/
            ) as string,
            url: expect.stringMatching(
              new RegExp(`/app/consumer-financing/${application_id}$`)
            ) as string,
          },
        })
        const feedNotifications = notifications.filter(
          ({ channel, data }) =>
            channel === "feed" &&
            String(data?.description).endsWith(String(notification?.data.message))
        )
        expect(feedNotifications).toMatchObject([{ to: "", data: { title: "Decision needed" } }])
      })
    } finally {
      await admin.adminApi.post(SETTINGS, { staff_to: null, template_staff: null })
    }
  })
})

describe("a decision by staff", () => {
  afterEach(() => simulator.clearFaults())

  it("is refused and changes nothing once the review case is resolved", async () => {
    const { cart, token } = await situations.createTaxExemption()
    const reviewCase = await waitForReviewCase(cart.id, "tax-exempt")
    await resolveReviewCase(reviewCase, "end-application")
    expect(await expectRefusal(resolveReviewCase(reviewCase, "end-application"))).toMatch(
      /settled already/
    )
    expect(await expectRefusal(resolveReviewCase(reviewCase, "acknowledge"))).toMatch(
      /settled already/
    )
    expect(await listServiceCalls(token, "cancel")).toHaveLength(1)
    await expectApplicationEnded(cart.id, token)
  })

  it("is refused when the service's status has changed, with a message that lists the possible actions", async () => {
    const { cart, token } = await situations.createTaxExemption()
    const reviewCase = await waitForReviewCase(cart.id, "tax-exempt")
    await simulator.portal(token, { action: "fund", postback: false })
    expect(await expectRefusal(resolveReviewCase(reviewCase, "end-application"))).toMatch(
      /cannot be done as things stand now\. Nothing was changed\. What can be done: refund, check-again/
    )
    expect(await listServiceCalls(token, "cancel")).toEqual([])
  })

  it("is refused when its action is not offered or does not exist", async () => {
    const { cart, token } = await situations.createTaxExemption()
    const reviewCase = await waitForReviewCase(cart.id, "tax-exempt")
    for (const action of ["place-order", "settle", "refund", "delete-everything"]) {
      const input = { review_case_id: reviewCase.id, action, actor: "user_1", note: "because" }
      const decision = store.runWorkflow("resolve-financing-review-case", input)
      expect(await expectRefusal(decision)).toMatch(
        /What can be done: end-application, check-again/
      )
    }
    expect(await listServiceCalls(token, "settle")).toEqual([])
    expect(await listServiceCalls(token, "refund")).toEqual([])
  })

  it("requires an actor and a note", async () => {
    const { cart } = await situations.createUnknownCode()
    const reviewCase = await waitForReviewCase(cart.id, "unknown-code")
    for (const missing of [{ actor: " " }, { note: "" }]) {
      expect(await expectRefusal(resolveReviewCase(reviewCase, "acknowledge", missing))).toMatch(
        /Say who/
      )
    }
    expect(await waitForReviewCase(cart.id, "unknown-code")).toMatchObject({ acknowledged: null })
  })

  it("is refused while the service is unavailable, unless it acknowledges the review case", async () => {
    const { cart, token } = await situations.createTaxExemption()
    const reviewCase = await waitForReviewCase(cart.id, "tax-exempt")
    await injectFault(token, { operation: "getStatus", kind: "status", status: 503 })
    expect(await expectRefusal(resolveReviewCase(reviewCase, "end-application"))).toMatch(
      /could not be asked just now.*What can be done: check-again, acknowledge\./
    )
    expect(await resolveReviewCase(reviewCase, "acknowledge")).toMatchObject({ settled: true })
  })

  it("is carried out once when two staff members make it at once (A7, A18)", async () => {
    const { cart, token } = await situations.createFundedCancelledOrder()
    const reviewCase = await waitForReviewCase(cart.id, "unneeded-loan")
    const results = await Promise.allSettled([
      resolveReviewCase(reviewCase, "refund", { actor: "user_1" }),
      resolveReviewCase(reviewCase, "refund", { actor: "user_2" }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
    expect(await listServiceCalls(token, "refund")).toHaveLength(1)
    expect(await simulator.application(token)).toMatchObject({ refundCount: 1 })
    await eventually(async () => expect(await listPurchaseReviewCases(cart.id)).toEqual([]))
    await expectInvariants(cart.id)
  })

  it("settles once when another decision and a reconciliation run at the same time", async () => {
    const { cart, token } = await situations.createSettleAgainCase()
    const reviewCase = await waitForReviewCase(cart.id, "settle-again")
    const { id } = await getLatestApplication(cart.id)
    const decisions = await Promise.allSettled([
      resolveReviewCase(reviewCase, "settle"),
      store.runWorkflow("reconcile-financing-application", { application_id: id, cause: "person" }),
      resolveReviewCase(reviewCase, "settle"),
    ])
    expect(decisions[1]?.status).toBe("fulfilled")
    const { tip } = await simulator.application(token)
    expect(await simulator.calls({ operation: "settle", token: tip })).toHaveLength(1)
    await expectInvariants(cart.id)
  })
})

describe("an acknowledged review case", () => {
  it("notifies staff again only once the service's status changes", async () => {
    const { cart, token } = await situations.createPortalCancel()
    const reviewCase = await waitForReviewCase(cart.id, "mismatch")
    expect(await resolveReviewCase(reviewCase, "acknowledge", { actor: "user_1" })).toMatchObject({
      settled: true,
    })
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    await reconcile(id)
    const [acknowledgedCase] = await listPurchaseReviewCases(cart.id)
    expect(acknowledgedCase).toMatchObject({ id: reviewCase.id, acknowledged: { by: "user_1" } })
    expect(acknowledgedCase?.actions).toEqual(["cancel-order", "check-again"])
    expect(await expectRefusal(resolveReviewCase(reviewCase, "acknowledge"))).toMatch(
      /What can be done/
    )
    expect(await countStaffMessages(cart.id, "mismatch")).toBe(1)
    await simulator.status(token, { status: "U", postback: false })
    // A reconciliation that read the earlier status may still be running.
    await eventually(async () =>
      expect(await waitForReviewCase(cart.id, "mismatch")).toMatchObject({
        id: reviewCase.id,
        acknowledged: null,
        service: { code: "U" },
      })
    )
    expect(await countStaffMessages(cart.id, "mismatch")).toBe(2)
    await expectInvariants(cart.id, { listed: true })
  })

  it("notifies staff again when only an amount changes, and not while it is unchanged", async () => {
    const { cart, token, applied } = await situations.createFundedCancelledOrder()
    await resolveReviewCase(await waitForReviewCase(cart.id, "unneeded-loan"), "acknowledge")
    await reconcile((await getLatestApplication(cart.id)).id)
    expect(await countStaffMessages(cart.id, "unneeded-loan")).toBe(1)
    const loanAmount = applied.loanAmount - 5
    await simulator.status(token, { loanAmount, postback: false })
    await eventually(async () =>
      expect(await waitForReviewCase(cart.id, "unneeded-loan")).toMatchObject({
        acknowledged: null,
      })
    )
    expect(await countStaffMessages(cart.id, "unneeded-loan")).toBe(2)
  })
})

describe("Opening a review case", () => {
  it("notifies staff once per reason when eight calls run at once, and eight closes clear it once", async () => {
    const { cart } = await situations.createUnknownCode()
    const { application_id: id, id: reviewCaseId } = await waitForReviewCase(
      cart.id,
      "unknown-code"
    )
    const openReviewCase = (reason: string) =>
      store.call("consumerFinancing", "reviewCases.open", id, "order", reason)
    const indexes = Array.from({ length: 8 }, (_, index) => index)
    await Promise.all(indexes.map(() => openReviewCase("The first sentence.")))
    expect(await countStaffMessages(cart.id, "order")).toBe(1)
    await Promise.all(indexes.map(() => openReviewCase("Another sentence.")))
    expect(await countStaffMessages(cart.id, "order")).toBe(2)
    await Promise.all(
      indexes.map(() => store.call("consumerFinancing", "reviewCases.close", id, "order"))
    )
    const clearedEntries = (await listTimelineEntries(id)).filter(
      ({ what }) => what === "review-case-cleared"
    )
    expect(clearedEntries.map(({ details }) => details)).toEqual([{ causes: ["order"] }])
    expect((await listPurchaseReviewCases(cart.id)).map((reviewCase) => reviewCase.id)).toEqual([
      reviewCaseId,
    ])
  })

  it("is repeated by the next reconciliation when its row is missing (I12)", async () => {
    const { cart } = await situations.createSettleAgainCase()
    const { id } = await waitForReviewCase(cart.id, "settle-again")
    await store.call("consumerFinancing", "deleteFinancingReviewCases", id)
    const newCase = await waitForReviewCase(cart.id, "settle-again")
    expect(newCase.id).not.toBe(id)
    expect(newCase.actions).toContain("settle")
  })
})

describe("the list of review cases", () => {
  it("filters by cause, order, application and acknowledgment, sorts the oldest first, and pages", async () => {
    const first = await situations.createAmountMismatch()
    const second = await situations.createPortalCancel()
    const older = await waitForReviewCase(first.cart.id, "amounts")
    const newer = await waitForReviewCase(second.cart.id, "mismatch")
    const listIds = async (filter: Record<string, unknown>) =>
      (await listReviewCases(filter)).review_cases.map(({ id }) => id)
    expect(await listIds({ order_id: first.order.id })).toEqual([older.id])
    expect(await listIds({ application_id: newer.application_id })).toEqual([newer.id])
    expect(await listIds({ cause: "mismatch", order_id: first.order.id })).toEqual([])
    const bothOrders = { order_id: [first.order.id, second.order.id] }
    expect(await listIds(bothOrders)).toEqual([older.id, newer.id])
    expect(await listIds({ ...bothOrders, cause: ["mismatch", "doubt"] })).toEqual([newer.id])
    expect(await listReviewCases({ ...bothOrders, take: 1 })).toMatchObject({
      count: 2,
      review_cases: [{ id: older.id }],
    })
    expect(await listIds({ ...bothOrders, take: 1, skip: 1 })).toEqual([newer.id])
    await resolveReviewCase(older, "acknowledge")
    expect(await listIds({ ...bothOrders, acknowledged: false })).toEqual([newer.id])
    expect(await listIds({ ...bothOrders, acknowledged: true })).toEqual([older.id])
    expect((await listReviewCases({})).review_cases.length).toBeLessThanOrEqual(20)
  })
})

describe("the events of a review case", () => {
  type ReviewCaseEvent = { id: string; review_case_id: string; actor?: string } & Record<
    string,
    unknown
  >

  const listCaseEvents = async (
    eventName: string,
    { application_id }: ReviewCaseView
  ): Promise<ReviewCaseEvent[]> =>
    (await store.listEvents<ReviewCaseEvent>(`${EVENT}.${eventName}`)).filter(
      ({ id }) => id === application_id
    )

  it("report the possible actions, and the decision with its actor and note", async () => {
    const eventNames = ["needs-attention", "review-case-resolved", "review-case-cleared"]
    await Promise.all(eventNames.map((eventName) => store.recordEvents(`${EVENT}.${eventName}`)))
    const { cart, order } = await situations.createAmountMismatch()
    const reviewCase = await waitForReviewCase(cart.id, "amounts")
    const ids = { review_case_id: reviewCase.id, cart_id: cart.id, order_id: order.id }
    await eventually(async () => {
      expect(await listCaseEvents("needs-attention", reviewCase)).toEqual([
        {
          id: reviewCase.application_id,
          cause: "amounts",
          reason: reviewCase.reason,
          ...ids,
          actions: ["cancel-order", "check-again", "acknowledge"],
        },
      ])
    })
    const decision = { actor: "user_7", note: "The customer\nwants  another sofa" }
    await resolveReviewCase(reviewCase, "cancel-order", decision)
    const details = {
      review_case_id: reviewCase.id,
      cause: "amounts",
      action: "cancel-order",
      note: "The customer wants another sofa",
    }
    await eventually(async () => {
      expect(await listCaseEvents("review-case-resolved", reviewCase)).toEqual([
        { id: reviewCase.application_id, actor: "user_7", ...details },
      ])
    })
    await eventually(async () => {
      await reconcile(reviewCase.application_id)
      expect(await listCaseEvents("review-case-cleared", reviewCase)).not.toEqual([])
    })
    expect(await listTimelineEntries(reviewCase.application_id)).toContainEqual(
      expect.objectContaining({ what: "review-case-resolved", actor: "user_7", details })
    )
  })
})
