import { PROVIDER_ID } from "../../tooling/shop-template/src/scripts/accounts"
import type { ReviewCaseView } from "../../src/workflows"
import { ageLedger, repairLedger } from "./aged-ledger"
import { runDuringCaptures } from "./during-capture"
import {
  waitForReviewCase,
  listPurchaseReviewCases,
  getDecisionRefusal,
  resolveReviewCase,
} from "./review-cases-steps"
import { updateItemQuantity } from "./edit-steps"
import { eventually } from "../../tooling/clients/eventually"
import { markAsPaid, requestFinancing } from "./financing-request-steps"
import { createHarness } from "./harness"
import { HttpError } from "../../tooling/clients/http-client"
import { expectInvariants } from "./invariants"
import { listServiceCalls, injectFault, getRefusalMessage, reconcileUntil } from "./money-steps"
import { waitUntilIdle } from "./scheduled-checks"
import {
  getLatestApplication,
  getStaffMessage,
  reconcile,
  listTimelineEntries,
} from "./plugin-records"
import { type PaidOrder, createPaidOrder, listPayments, disablePostbacks } from "./purchases"
import { withTrigger } from "./database-triggers"
import { requestReturn, requestExchange, receiveReturn, returnGoods } from "./returned-goods"
import { createSettingsClient } from "./setting-steps"
import { NEW_YORK } from "../../tooling/clients/shop-client"
import { shipGoods } from "./shipping-steps"

const { admin, run, shop, simulator, store } = createHarness()
const settings = createSettingsClient(admin.adminApi)

const TWO_DESKS = { items: [{ handle: "walnut-desk", quantity: 2 }] }
const LOWERED = { title: "Walnut Desk", quantity: 1 }
const RAISED = { title: "Walnut Desk", quantity: 3 }
const THREE_DESKS = { items: [{ handle: "walnut-desk", quantity: 3 }] }

/** Waits for the edit's review case, which is the only one. */
async function editToldOf(cartId: string): Promise<ReviewCaseView> {
  return await eventually(async () => {
    const [reviewCase, ...others] = await listPurchaseReviewCases(cartId)
    expect(others).toEqual([])
    if (reviewCase?.cause !== "order-edit")
      throw new Error(`Nobody was told of the edit: ${reviewCase?.cause}`)
    return reviewCase
  })
}

/** Expects that two reconciliations neither settle nor cancel the loan. */
async function expectUntouched({ cart, token }: PaidOrder): Promise<void> {
  const { id } = await getLatestApplication(cart.id)
  await reconcile(id)
  await reconcile(id)
  expect(await listServiceCalls(token, "settle")).toEqual([])
  expect(await listServiceCalls(token, "cancel")).toEqual([])
  expect(await simulator.application(token)).toMatchObject({ status: "S", settled: false })
}

/** Expects one settle of the signed amount, captured in Medusa by the only payment that is not cancelled. */
async function expectSettledInFull({ order, token }: PaidOrder): Promise<string> {
  const { settleCount, loanAmount, originalLoanAmount } = await simulator.application(token)
  expect({ settleCount, loanAmount }).toEqual({ settleCount: 1, loanAmount: originalLoanAmount })
  const payments = listPayments(await admin.getOrder(order.id))
  const [live, ...others] = payments.filter(({ canceled_at }) => !canceled_at)
  expect(others).toEqual([])
  expect(live?.captured_at).toEqual(expect.any(String))
  return live?.id ?? ""
}

const owedOn = async (orderId: string): Promise<number> => {
  const { summary } = await admin.getOrder(orderId)
  return Math.round(Number(summary.pending_difference) * 100)
}

describe("an order that is edited after the customer signed (C16)", () => {
  afterEach(() => simulator.clearFaults())

  it.each([
    [
      "lowered",
      LOWERED,
      /it is worth \$760\.49 now, and the financing is for \$1,467\.64\. Nothing is settled automatically\. Settle it in full and refund the difference of \$707\.15 afterwards, or ask the customer for a new application/,
    ],
    [
      "raised",
      RAISED,
      /it is worth \$2,174\.78 now, and the financing is for \$1,467\.64\. Nothing is settled automatically\. Ask the customer for a new application.* Or settle what was signed, and collect the difference of \$707\.14/,
    ],
  ])(
    "opens a review case with both amounts and the possible actions: %s (fact 24)",
    async (_way, edit, sentence) => {
      const paid = await createPaidOrder(TWO_DESKS)
      await updateItemQuantity(paid, edit)
      const reviewCase = await editToldOf(paid.cart.id)
      expect(reviewCase.reason).toMatch(sentence)
      expect(reviewCase.actions).toEqual(["settle", "cancel-order", "check-again", "acknowledge"])
      const order = await admin.getOrder(paid.order.id)
      expect(listPayments(order).map(({ canceled_at }) => canceled_at)).toEqual([
        expect.any(String),
      ])
      await expectUntouched(paid)
      await expectInvariants(paid.cart.id, { listed: true })
    }
  )

  it("is not settled when it ships", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, LOWERED)
    await shipGoods(paid)
    await editToldOf(paid.cart.id)
    await expectUntouched(paid)
  })

  it("is settled in full by staff; Medusa and the service agree once the difference is refunded", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, LOWERED)
    expect(await resolveReviewCase(await editToldOf(paid.cart.id), "settle")).toMatchObject({
      settled: false,
    })
    const payment = await expectSettledInFull(paid)
    await reconcileUntil(paid.cart.id, async () => {
      expect((await editToldOf(paid.cart.id)).reason).toMatch(
        /settled in full after the order was changed\. Refund the difference of \$707\.14/
      )
    })
    expect(await owedOn(paid.order.id)).toBe(-70_714)
    const { id } = await getLatestApplication(paid.cart.id)
    const toShip = "/admin/consumer-financing/applications?task=ship"
    expect(await admin.adminApi.get(`${toShip}&q=${id}`)).toMatchObject({
      applications: [{ message: { code: "edit-refund", goods: "ship" } }],
    })
    await admin.refund(payment, { amount: 707.14 })
    await reconcileUntil(paid.cart.id, async () =>
      expect(await listPurchaseReviewCases(paid.cart.id)).toEqual([])
    )
    expect(await owedOn(paid.order.id)).toBe(0)
    expect((await simulator.application(paid.token)).loanAmount).toBe(760.5)
    expect((await admin.getOrder(paid.order.id)).payment_status).toBe("partially_refunded")
    await expectInvariants(paid.cart.id)
  })

  it("is partially refunded in Medusa even when most of the signed amount is refunded", async () => {
    const paid = await createPaidOrder(THREE_DESKS)
    await updateItemQuantity(paid, LOWERED)
    await resolveReviewCase(await editToldOf(paid.cart.id), "settle")
    const payment = await expectSettledInFull(paid)
    expect((await admin.getOrder(paid.order.id)).payment_status).toBe("captured")
    const owed = -(await owedOn(paid.order.id)) / 100
    expect(owed).toBe(1_414.29)
    // It is a fraction of a cent more than the amount owed; core cannot record that during another order change.
    await admin.adminApi.post("/admin/order-edits", { order_id: paid.order.id })
    expect(await getRefusalMessage(admin.refund(payment, { amount: owed }))).toMatch(
      /is being changed/
    )
    expect(await listServiceCalls(paid.token, "partialRefund")).toEqual([])
    await admin.adminApi.delete(`/admin/order-edits/${paid.order.id}`)
    await admin.refund(payment, { amount: owed })
    await reconcileUntil(paid.cart.id, async () =>
      expect(await listPurchaseReviewCases(paid.cart.id)).toEqual([])
    )
    expect((await admin.getOrder(paid.order.id)).payment_status).toBe("partially_refunded")
    await expectInvariants(paid.cart.id)
  })

  it("is settled as signed when it was raised, and Medusa collects the difference", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, RAISED)
    await resolveReviewCase(await editToldOf(paid.cart.id), "settle")
    await expectSettledInFull(paid)
    expect((await waitForReviewCase(paid.cart.id, "order-edit")).reason).toMatch(
      /Collect the difference of \$707\.14 by another payment/
    )
    expect(await owedOn(paid.order.id)).toBe(70_714)
    await reconcile((await getLatestApplication(paid.cart.id)).id)
    const { payment_status, payment_collections } = await admin.getOrder(paid.order.id)
    expect(payment_status).toBe("partially_captured")
    // One open collection, which the admin's "Mark as paid" and payment link need.
    const [open, ...others] = (payment_collections ?? []).filter(
      ({ status }) => status === "not_paid"
    )
    expect(others).toEqual([])
    expect(open?.amount).toBeCloseTo(707.14, 2)
    await markAsPaid(paid.order.id, open?.id ?? "")
    expect(await owedOn(paid.order.id)).toBe(0)
    // No scheduled check is needed: the event of the other capture starts one.
    await eventually(async () => expect(await listPurchaseReviewCases(paid.cart.id)).toEqual([]))
    expect((await admin.getOrder(paid.order.id)).payment_status).toBe("captured")
    await expectInvariants(paid.cart.id)
  })

  it("opens no second collection when a check runs just before core counts the payment", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, RAISED)
    await resolveReviewCase(await editToldOf(paid.cart.id), "settle")
    await expectSettledInFull(paid)
    const { id } = await getLatestApplication(paid.cart.id)
    await reconcile(id)
    const collections = async () => (await admin.getOrder(paid.order.id)).payment_collections ?? []
    const open = (await collections()).find(({ status }) => status === "not_paid")
    const counted = {
      table: "order_transaction",
      event: "insert" as const,
      when: `new.order_id = '${paid.order.id}'`,
      statement: "perform pg_sleep(8)",
    }
    await withTrigger(run.databaseUrl, counted, async () => {
      const marked = markAsPaid(paid.order.id, open?.id ?? "")
      await eventually(async () => {
        const ended = (await collections()).find((one) => one.id === open?.id)?.status
        expect(ended).toBe("completed")
      })
      await reconcile(id)
      expect(await owedOn(paid.order.id)).toBe(70_714)
      await marked
    })
    await reconcileUntil(paid.cart.id, async () =>
      expect(await listPurchaseReviewCases(paid.cart.id)).toEqual([])
    )
    expect((await collections()).map(({ status }) => status)).not.toContain("not_paid")
    expect((await admin.getOrder(paid.order.id)).payment_status).toBe("captured")
    await expectInvariants(paid.cart.id)
  })

  it("keeps one open collection for its difference when two were created", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, RAISED)
    await resolveReviewCase(await editToldOf(paid.cart.id), "settle")
    await expectSettledInFull(paid)
    const open = async () =>
      ((await admin.getOrder(paid.order.id)).payment_collections ?? [])
        .filter(({ status }) => status === "not_paid")
        .map(({ amount }) => Math.round(amount * 100))
    const another = { order_id: paid.order.id, amount: 707.143125 }
    await store.runWorkflow("create-order-payment-collection", another)
    expect(await open()).toEqual([70_714, 70_714])
    await repairLedger(paid)
    expect(await open()).toEqual([70_714])
    await expectInvariants(paid.cart.id, { listed: true })
  })

  it("keeps the collection for its difference open while a return is only requested", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, RAISED)
    await resolveReviewCase(await editToldOf(paid.cart.id), "settle")
    await expectSettledInFull(paid)
    await requestReturn(paid, [{ title: "Walnut Desk", quantity: 2 }])
    expect(await owedOn(paid.order.id)).toBeLessThan(0)
    await repairLedger(paid)
    const collections = (await admin.getOrder(paid.order.id)).payment_collections ?? []
    const open = collections.filter(({ status }) => status === "not_paid")
    expect(open.map(({ amount }) => Math.round(amount * 100))).toEqual([70_714])
  })

  it("opens a review case to settle after a partial refund, and keeps the one for the difference (A9)", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, RAISED)
    await resolveReviewCase(await editToldOf(paid.cart.id), "settle")
    const payment = await expectSettledInFull(paid)
    await simulator.settings({ behaviour: { partialRefundAnswer: "S" } })
    await admin.refund(payment, { amount: 100 })
    await simulator.settings({ behaviour: { partialRefundAnswer: "code" } })
    await reconcile((await getLatestApplication(paid.cart.id)).id)
    await reconcileUntil(paid.cart.id, async () => {
      const causes = (await listPurchaseReviewCases(paid.cart.id)).map(({ cause }) => cause)
      expect(causes.sort()).toEqual(["order-edit", "settle-again"])
    })
  })

  it("opens both review cases when a check reads the old token just before the new one is stored (A9)", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, RAISED)
    await resolveReviewCase(await editToldOf(paid.cart.id), "settle")
    const payment = await expectSettledInFull(paid)
    await simulator.settings({ behaviour: { partialRefundAnswer: "S" } })
    const { id } = await getLatestApplication(paid.cart.id)
    const insert = { event: "insert" as const, when: `new.application_id = '${id}'` }
    const known = { ...insert, table: "financing_token", statement: "perform pg_sleep(4)" }
    // Delays the decision about the old reading until the refund is known.
    const decided = {
      ...insert,
      table: "financing_timeline_entry",
      when: `${insert.when} and new.what = 'status-changed'`,
      statement: "perform pg_sleep(8)",
    }
    await disablePostbacks(paid.token)
    await withTrigger(run.databaseUrl, known, async () => {
      const refunded = admin.refund(payment, { amount: 100 })
      await eventually(async () => {
        expect(await listServiceCalls(paid.token, "partialRefund")).toHaveLength(1)
      })
      await withTrigger(run.databaseUrl, decided, async () => await reconcile(id))
      expect((await listTimelineEntries(id)).map(({ what }) => what)).not.toContain(
        "review-case-cleared"
      )
      await refunded
    })
    await simulator.settings({ behaviour: { partialRefundAnswer: "code" } })
    expect((await getLatestApplication(paid.cart.id)).next_check_at).not.toBeNull()
    await reconcileUntil(paid.cart.id, async () => {
      const causes = (await listPurchaseReviewCases(paid.cart.id)).map(({ cause }) => cause)
      expect(causes.sort()).toEqual(["order-edit", "settle-again"])
    })
  })

  it("keeps the review case for its difference during and after another mismatch of the amounts", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, RAISED)
    await resolveReviewCase(await editToldOf(paid.cart.id), "settle")
    await expectSettledInFull(paid)
    const causes = async () =>
      (await listPurchaseReviewCases(paid.cart.id)).map(({ cause }) => cause).sort()
    await simulator.status(paid.token, { status: "C", loanAmount: 1_467, postback: false })
    await reconcileUntil(paid.cart.id, async () =>
      expect(await causes()).toEqual(["amounts", "order-edit"])
    )
    await simulator.status(paid.token, { status: "C", loanAmount: 1_467.64, postback: false })
    await reconcileUntil(paid.cart.id, async () => expect(await causes()).toEqual(["order-edit"]))
  })

  it("is settled once when two staff members click at the same moment (A7)", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, LOWERED)
    const reviewCase = await editToldOf(paid.cart.id)
    await Promise.allSettled([
      resolveReviewCase(reviewCase, "settle"),
      resolveReviewCase(reviewCase, "settle"),
    ])
    await expectSettledInFull(paid)
    expect(await listServiceCalls(paid.token, "settle")).toHaveLength(1)
  })

  it("is not settled when the service refuses; staff see the refusal and try again", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, LOWERED)
    await injectFault(paid.token, { operation: "settle", kind: "status", status: 409, nth: 1 })
    const reviewCase = await editToldOf(paid.cart.id)
    expect(await getDecisionRefusal(resolveReviewCase(reviewCase, "settle"))).toMatch(
      /^The order was not settled: /
    )
    expect((await simulator.application(paid.token)).settled).toBe(false)
    await resolveReviewCase(await waitForReviewCase(paid.cart.id, "order-edit"), "settle")
    await expectSettledInFull(paid)
  })

  it("keeps its amount due when the service does not answer a status check", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, LOWERED)
    const reviewCase = await editToldOf(paid.cart.id)
    await disablePostbacks(paid.token)
    await waitUntilIdle((await getLatestApplication(paid.cart.id)).id)
    // The first status check is answered; the one that would authorize the payment is not.
    await injectFault(paid.token, {
      operation: "getStatus",
      kind: "status",
      status: 500,
      nth: 2,
      count: 9,
    })
    await expect(resolveReviewCase(reviewCase, "settle")).rejects.toThrow(/not available right now/)
    await simulator.clearFaults()
    const { payment_collections } = await admin.getOrder(paid.order.id)
    const open = payment_collections?.filter(({ status }) => status === "not_paid") ?? []
    expect(open.map(({ amount }) => Math.round(Number(amount) * 100))).toEqual([76_049])
    await expectUntouched(paid)
  })

  it("opens a review case when the amount is the same but the goods or the address changed", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await admin.adminApi.post(`/admin/orders/${paid.order.id}`, {
      shipping_address: { ...NEW_YORK, address_1: "1 Elsewhere Street" },
    })
    await updateItemQuantity(paid, RAISED)
    await updateItemQuantity(paid, { ...RAISED, quantity: 2 })
    // A newer order may still be waiting for its payment.
    await ageLedger(paid.order.id)
    const reviewCase = await eventually(async () => {
      const found = await waitForReviewCase(paid.cart.id, "order-edit")
      expect(found.reason).toMatch(/comes to the same amount, but for other goods or another/)
      return found
    })
    expect(reviewCase.actions).toEqual(["settle", "cancel-order", "check-again", "acknowledge"])
    await expectUntouched(paid)
    expect(await getRefusalMessage(requestFinancing(paid.order.id))).toMatch(
      /has signed a financing/
    )
    await resolveReviewCase(reviewCase, "settle")
    await expectSettledInFull(paid)
    await reconcileUntil(paid.cart.id, async () =>
      expect(await listPurchaseReviewCases(paid.cart.id)).toEqual([])
    )
    expect((await admin.getOrder(paid.order.id)).payment_status).toBe("captured")
    await expectInvariants(paid.cart.id)
  })

  it("refuses a payment session from a browser: only the plugin's workflow may create one (C13)", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, LOWERED)
    const { payment_collections } = await admin.getOrder(paid.order.id)
    const open = payment_collections?.find(({ status }) => status === "not_paid")
    const session = shop.storeApi.post(`/store/payment-collections/${open?.id}/payment-sessions`, {
      provider_id: PROVIDER_ID,
    })
    await expect(session).rejects.toBeInstanceOf(HttpError)
    await editToldOf(paid.cart.id)
    await expectUntouched(paid)
  })

  it("has its loan cancelled when staff cancel it", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, RAISED)
    await resolveReviewCase(await editToldOf(paid.cart.id), "cancel-order")
    await eventually(async () => {
      expect(await simulator.application(paid.token)).toMatchObject({ status: "O", cancelCount: 1 })
      expect(await getLatestApplication(paid.cart.id)).toMatchObject({
        state: "cancelled",
        review_reason: null,
      })
    })
  })
})

describe("an order that is edited during its settle (C16)", () => {
  type Three = [PaidOrder, PaidOrder, PaidOrder]
  const three = async (): Promise<Three> => [
    await createPaidOrder(TWO_DESKS),
    await createPaidOrder(TWO_DESKS),
    await createPaidOrder(TWO_DESKS),
  ]

  const EDITS = [
    { at: 0, edit: LOWERED },
    { at: 1, edit: LOWERED },
    { at: 2, edit: RAISED },
  ] as const

  let bought: Three
  /** The capture has read the payment as live; the edit cancels it before the capture is recorded. */
  beforeAll(async () => {
    bought = await three()
    const captures = EDITS.map(({ at, edit }) => {
      const paid = bought[at]
      const { cart, payment, token } = paid
      return { purchaseId: cart.id, paymentId: payment.id, token, paid, edit }
    })
    await runDuringCaptures(
      captures,
      async ({ paid, edit }) => await updateItemQuantity(paid, edit)
    )
    for (const { order } of bought) {
      expect(listPayments(await admin.getOrder(order.id))).toMatchObject([
        { captured_at: expect.any(String) as string, canceled_at: expect.any(String) as string },
      ])
    }
  })

  /** Leaves the order like a process that died before core counted the capture. */
  async function loseTransactions({ order }: PaidOrder): Promise<void> {
    const [counted] = await store.queryGraph<{ transactions: { id: string }[] }>({
      entity: "order",
      fields: ["id", "transactions.id"],
      filters: { id: order.id },
    })
    const ids = counted?.transactions.map(({ id }) => id)
    await store.call("order", "deleteOrderTransactions", ids)
  }

  const openOf = async ({ order }: PaidOrder) =>
    ((await admin.getOrder(order.id)).payment_collections ?? []).filter(
      ({ status }) => status === "not_paid"
    )

  it("is settled, opens no review case, and the difference it was lowered by can be refunded", async () => {
    const [paid] = bought
    await repairLedger(paid)
    // As for any order that is edited after its capture, Medusa itself shows the difference.
    expect(await listPurchaseReviewCases(paid.cart.id)).toEqual([])
    expect(await owedOn(paid.order.id)).toBe(-70_714)
    expect(await openOf(paid)).toEqual([])
    await admin.refund(await expectSettledInFull(paid), { amount: 707.14 })
    expect(await owedOn(paid.order.id)).toBe(0)
    expect((await admin.getOrder(paid.order.id)).payment_status).toBe("partially_refunded")
    await repairLedger(paid)
    expect(await listPurchaseReviewCases(paid.cart.id)).toEqual([])
    await expectInvariants(paid.cart.id)
  })

  it("is settled, and nothing is collected twice when the process died before core counted it", async () => {
    const [, paid] = bought
    await loseTransactions(paid)
    for (let time = 0; time < 3; time += 1) await repairLedger(paid)
    await expectSettledInFull(paid)
    expect(await owedOn(paid.order.id)).toBe(-70_714)
    expect(await openOf(paid)).toEqual([])
    expect(await listPurchaseReviewCases(paid.cart.id)).toEqual([])
    await expectInvariants(paid.cart.id)
  })

  describe("collects only the difference while core has not counted the capture", () => {
    const WAYS = [
      { at: 0, how: "raised", edit: RAISED, rest: [70_714] },
      { at: 1, how: "lowered", edit: LOWERED, rest: [] },
      { at: 2, how: "raised, and its process died", edit: RAISED, rest: [70_714] },
    ] as const

    let uncounted: Three
    beforeAll(async () => {
      uncounted = await three()
      const orders = await Promise.all(uncounted.map(({ order }) => admin.getOrder(order.id)))
      const ids = orders.map(({ payment_collections }) => `'${payment_collections?.[0]?.id}'`)
      const counted = {
        table: "payment_collection",
        event: "update" as const,
        when: `new.id in (${ids.join()}) and new.status = 'completed'`,
        statement: "perform pg_sleep(12)",
      }
      await withTrigger(run.databaseUrl, counted, async () => {
        await Promise.all(WAYS.map(({ at, edit }) => editBeforeCount(uncounted[at], edit)))
      })
    })

    async function editBeforeCount(paid: PaidOrder, edit: typeof LOWERED): Promise<void> {
      const captured = admin.capture(paid.payment.id)
      await eventually(async () => {
        const [payment] = listPayments(await admin.getOrder(paid.order.id))
        expect(payment?.captured_at).toEqual(expect.any(String))
      })
      await updateItemQuantity(paid, edit)
      await captured
    }

    it.each(WAYS)("$how", async ({ at, how, rest }) => {
      const paid = uncounted[at]
      if (how.endsWith("died")) await loseTransactions(paid)
      for (let time = 0; time < 3; time += 1) await repairLedger(paid)
      await expectSettledInFull(paid)
      const open = await openOf(paid)
      expect(open.map(({ amount }) => Math.round(amount * 100))).toEqual(rest)
      expect(await owedOn(paid.order.id)).toBe(rest[0] ?? -70_714)
      await expectInvariants(paid.cart.id)
    })
  })

  it("is settled, and the difference it was raised by is collected once", async () => {
    const [, , paid] = bought
    await repairLedger(paid)
    await expectSettledInFull(paid)
    expect(await listPurchaseReviewCases(paid.cart.id)).toEqual([])
    const [open, ...others] = await openOf(paid)
    expect(others).toEqual([])
    expect(open?.amount).toBeCloseTo(707.14, 2)
    await markAsPaid(paid.order.id, open?.id ?? "")
    expect(await owedOn(paid.order.id)).toBe(0)
    expect((await admin.getOrder(paid.order.id)).payment_status).toBe("captured")
    await expectInvariants(paid.cart.id)
  })
})

describe("a raised order whose loan changes afterwards (C7, C16)", () => {
  it("keeps the review case for its difference when a part is refunded in the portal", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, RAISED)
    await resolveReviewCase(await editToldOf(paid.cart.id), "settle")
    const left = Math.round(paid.applied.loanAmount * 100 - 10_000) / 100
    await simulator.portal(paid.token, {
      action: "partial-refund",
      loanAmount: left,
      postback: false,
    })
    const reviewCase = await waitForReviewCase(paid.cart.id, "refunded-elsewhere")
    const causes = async () =>
      (await listPurchaseReviewCases(paid.cart.id)).map(({ cause }) => cause)
    expect(await causes()).toContain("order-edit")
    const { tip: token } = await simulator.application(paid.token)
    await resolveReviewCase(reviewCase, "record-refund", { cents: 10_000, token })
    await reconcileUntil(paid.cart.id, async () => expect(await causes()).toEqual(["order-edit"]))
  })

  it("closes its review cases once staff record the whole loan as refunded", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(paid, RAISED)
    await resolveReviewCase(await editToldOf(paid.cart.id), "settle")
    await simulator.status(paid.token, { status: "O", postback: false })
    const reviewCase = await waitForReviewCase(paid.cart.id, "mismatch")
    const cents = reviewCase.medusa.financed_cents
    await resolveReviewCase(reviewCase, "record-refund", { cents })
    await reconcileUntil(paid.cart.id, async () =>
      expect(await listPurchaseReviewCases(paid.cart.id)).toEqual([])
    )
  })
})

describe("an order whose goods are returned before it is settled (C16)", () => {
  afterEach(() => settings.updateSettings({ settle: null }))

  it("collects nothing for an exchange of the same goods", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    await settings.updateSettings({ settle: "manual" })
    await admin.createShipment(paid.order.id, await admin.createFulfillment(paid.order.id))
    const exchanged = await requestExchange(paid, "Walnut Desk")
    const { id } = await getLatestApplication(paid.cart.id)
    const reviewCase = await editToldOf(paid.cart.id)
    expect(reviewCase.reason).toMatch(/^The order was changed.* it comes to the same amount/)
    expect(await getStaffMessage(id)).toMatchObject({ code: "edited-goods", difference: 0 })
    await resolveReviewCase(reviewCase, "settle")
    await reconcileUntil(paid.cart.id, async () =>
      expect(await listPurchaseReviewCases(paid.cart.id)).toEqual([])
    )
    expect(await getStaffMessage(id)).toMatchObject({ goods: "ship", difference: 0 })
    await receiveReturn(exchanged)
    await expectInvariants(paid.cart.id)
  })

  it("is partially refunded when most of its goods are returned and refunded", async () => {
    const paid = await createPaidOrder(THREE_DESKS)
    await settings.updateSettings({ settle: "manual" })
    const returned = await requestReturn(paid, [{ title: "Walnut Desk", quantity: 2 }])
    // A newer order may still be waiting for its payment.
    await ageLedger(paid.order.id)
    const payment = await eventually(async () => {
      await reconcile((await getLatestApplication(paid.cart.id)).id)
      const live = listPayments(await admin.getOrder(paid.order.id)).find((one) => !one.canceled_at)
      if (!live) throw new Error("Its payment was not authorized again")
      return live
    })
    await admin.capture(payment.id)
    await receiveReturn(returned)
    await admin.refund(payment.id, { amount: 1_414.29 })
    expect((await admin.getOrder(paid.order.id)).payment_status).toBe("partially_refunded")
    await reconcileUntil(paid.cart.id, async () =>
      expect(await listPurchaseReviewCases(paid.cart.id)).toEqual([])
    )
    await expectInvariants(paid.cart.id)
  })

  it("is settled in full; Medusa and the service agree once the difference is refunded", async () => {
    const paid = await createPaidOrder(TWO_DESKS)
    // Under review, it cannot be settled during the return.
    await simulator.status(paid.token, { status: "W", postback: false })
    await returnGoods(paid, [{ title: "Walnut Desk", quantity: 1 }])
    await simulator.status(paid.token, { status: "S", postback: false })
    const reviewCase = await waitForReviewCase(paid.cart.id, "order-edit")
    expect(reviewCase.reason).toMatch(/Settle it in full and refund the difference of \$707\.15/)
    await expectUntouched(paid)
    await resolveReviewCase(reviewCase, "settle")
    const payment = await expectSettledInFull(paid)
    await admin.refund(payment, { amount: 707.14 })
    await reconcileUntil(paid.cart.id, async () =>
      expect(await listPurchaseReviewCases(paid.cart.id)).toEqual([])
    )
    await expectInvariants(paid.cart.id)
  })
})
