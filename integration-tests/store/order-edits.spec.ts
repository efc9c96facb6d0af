import { PROVIDER_ID } from "../../tooling/shop-template/src/scripts/accounts"
import type { ReviewCaseView } from "../../src/workflows"
import { ageLedger, repairLedger } from "./aged-ledger"
import { runDuringCaptures } from "./during-capture"
import {
  waitForReviewCase,
  listPurchaseReviewCases,
  expectRefusal,
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
const LOWERED_ITEM = { title: "Walnut Desk", quantity: 1 }
const RAISED_ITEM = { title: "Walnut Desk", quantity: 3 }
const THREE_DESKS = { items: [{ handle: "walnut-desk", quantity: 3 }] }

/** Waits for the edit's review case, which is the only one. */
async function waitForEditCase(cartId: string): Promise<ReviewCaseView> {
  return await eventually(async () => {
    const [reviewCase, ...others] = await listPurchaseReviewCases(cartId)
    expect(others).toEqual([])
    if (reviewCase?.cause !== "order-edit")
      throw new Error(`Nobody was told of the edit: ${reviewCase?.cause}`)
    return reviewCase
  })
}

/** Expects that two reconciliations neither settle nor cancel the loan. */
async function expectUnchangedLoan({ cart, token }: PaidOrder): Promise<void> {
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
  const [activePayment, ...others] = payments.filter(({ canceled_at }) => !canceled_at)
  expect(others).toEqual([])
  expect(activePayment?.captured_at).toEqual(expect.any(String))
  return activePayment?.id ?? ""
}

const getPendingCents = async (orderId: string): Promise<number> => {
  const { summary } = await admin.getOrder(orderId)
  return Math.round(Number(summary.pending_difference) * 100)
}

describe("an order that is edited after the customer signed (C16)", () => {
  afterEach(() => simulator.clearFaults())

  it.each([
    [
      "lowered",
      LOWERED_ITEM,
      /it is worth \$760\.49 now, and the financing is for \$1,467\.64\. Nothing is settled automatically\. Settle it in full and refund the difference of \$707\.15 afterwards, or ask the customer for a new application/,
    ],
    [
      "raised",
      RAISED_ITEM,
      /it is worth \$2,174\.78 now, and the financing is for \$1,467\.64\. Nothing is settled automatically\. Ask the customer for a new application.* Or settle what was signed, and collect the difference of \$707\.14/,
    ],
  ])(
    "opens a review case with both amounts and the possible actions: %s (fact 24)",
    async (_title, edit, message) => {
      const purchase = await createPaidOrder(TWO_DESKS)
      await updateItemQuantity(purchase, edit)
      const reviewCase = await waitForEditCase(purchase.cart.id)
      expect(reviewCase.reason).toMatch(message)
      expect(reviewCase.actions).toEqual(["settle", "cancel-order", "check-again", "acknowledge"])
      const order = await admin.getOrder(purchase.order.id)
      expect(listPayments(order).map(({ canceled_at }) => canceled_at)).toEqual([
        expect.any(String),
      ])
      await expectUnchangedLoan(purchase)
      await expectInvariants(purchase.cart.id, { listed: true })
    }
  )

  it("is not settled when it ships", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, LOWERED_ITEM)
    await shipGoods(purchase)
    await waitForEditCase(purchase.cart.id)
    await expectUnchangedLoan(purchase)
  })

  it("is settled in full by staff; Medusa and the service agree once the difference is refunded", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, LOWERED_ITEM)
    expect(
      await resolveReviewCase(await waitForEditCase(purchase.cart.id), "settle")
    ).toMatchObject({
      settled: false,
    })
    const payment = await expectSettledInFull(purchase)
    await reconcileUntil(purchase.cart.id, async () => {
      expect((await waitForEditCase(purchase.cart.id)).reason).toMatch(
        /settled in full after the order was changed\. Refund the difference of \$707\.14/
      )
    })
    expect(await getPendingCents(purchase.order.id)).toBe(-70_714)
    const { id } = await getLatestApplication(purchase.cart.id)
    const shipPath = "/admin/consumer-financing/applications?task=ship"
    expect(await admin.adminApi.get(`${shipPath}&q=${id}`)).toMatchObject({
      applications: [{ message: { code: "edit-refund", goods: "ship" } }],
    })
    await admin.refund(payment, { amount: 707.14 })
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
    expect(await getPendingCents(purchase.order.id)).toBe(0)
    expect((await simulator.application(purchase.token)).loanAmount).toBe(760.5)
    expect((await admin.getOrder(purchase.order.id)).payment_status).toBe("partially_refunded")
    await expectInvariants(purchase.cart.id)
  })

  it("is partially refunded in Medusa even when most of the signed amount is refunded", async () => {
    const purchase = await createPaidOrder(THREE_DESKS)
    await updateItemQuantity(purchase, LOWERED_ITEM)
    await resolveReviewCase(await waitForEditCase(purchase.cart.id), "settle")
    const payment = await expectSettledInFull(purchase)
    expect((await admin.getOrder(purchase.order.id)).payment_status).toBe("captured")
    const owedAmount = -(await getPendingCents(purchase.order.id)) / 100
    expect(owedAmount).toBe(1_414.29)
    // It is a fraction of a cent more than the amount owed; core cannot record that during another order change.
    await admin.adminApi.post("/admin/order-edits", { order_id: purchase.order.id })
    expect(await getRefusalMessage(admin.refund(payment, { amount: owedAmount }))).toMatch(
      /is being changed/
    )
    expect(await listServiceCalls(purchase.token, "partialRefund")).toEqual([])
    await admin.adminApi.delete(`/admin/order-edits/${purchase.order.id}`)
    await admin.refund(payment, { amount: owedAmount })
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
    expect((await admin.getOrder(purchase.order.id)).payment_status).toBe("partially_refunded")
    await expectInvariants(purchase.cart.id)
  })

  it("is settled as signed when it was raised, and Medusa collects the difference", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, RAISED_ITEM)
    await resolveReviewCase(await waitForEditCase(purchase.cart.id), "settle")
    await expectSettledInFull(purchase)
    expect((await waitForReviewCase(purchase.cart.id, "order-edit")).reason).toMatch(
      /Collect the difference of \$707\.14 by another payment/
    )
    expect(await getPendingCents(purchase.order.id)).toBe(70_714)
    await reconcile((await getLatestApplication(purchase.cart.id)).id)
    const { payment_status, payment_collections } = await admin.getOrder(purchase.order.id)
    expect(payment_status).toBe("partially_captured")
    // One open collection, which the admin's "Mark as paid" and payment link need.
    const [openCollection, ...others] = (payment_collections ?? []).filter(
      ({ status }) => status === "not_paid"
    )
    expect(others).toEqual([])
    expect(openCollection?.amount).toBeCloseTo(707.14, 2)
    await markAsPaid(purchase.order.id, openCollection?.id ?? "")
    expect(await getPendingCents(purchase.order.id)).toBe(0)
    // No scheduled check is needed: the event of the other capture starts one.
    await eventually(async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
    expect((await admin.getOrder(purchase.order.id)).payment_status).toBe("captured")
    await expectInvariants(purchase.cart.id)
  })

  it("opens no second collection when a check runs just before core counts the payment", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, RAISED_ITEM)
    await resolveReviewCase(await waitForEditCase(purchase.cart.id), "settle")
    await expectSettledInFull(purchase)
    const { id } = await getLatestApplication(purchase.cart.id)
    await reconcile(id)
    const listCollections = async () =>
      (await admin.getOrder(purchase.order.id)).payment_collections ?? []
    const openCollection = (await listCollections()).find(({ status }) => status === "not_paid")
    const transactionTrigger = {
      table: "order_transaction",
      event: "insert" as const,
      when: `new.order_id = '${purchase.order.id}'`,
      statement: "perform pg_sleep(8)",
    }
    await withTrigger(run.databaseUrl, transactionTrigger, async () => {
      const pendingPayment = markAsPaid(purchase.order.id, openCollection?.id ?? "")
      await eventually(async () => {
        const status = (await listCollections()).find(
          (collection) => collection.id === openCollection?.id
        )?.status
        expect(status).toBe("completed")
      })
      await reconcile(id)
      expect(await getPendingCents(purchase.order.id)).toBe(70_714)
      await pendingPayment
    })
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
    expect((await listCollections()).map(({ status }) => status)).not.toContain("not_paid")
    expect((await admin.getOrder(purchase.order.id)).payment_status).toBe("captured")
    await expectInvariants(purchase.cart.id)
  })

  it("keeps one open collection for its difference when two were created", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, RAISED_ITEM)
    await resolveReviewCase(await waitForEditCase(purchase.cart.id), "settle")
    await expectSettledInFull(purchase)
    const listOpenAmounts = async () =>
      ((await admin.getOrder(purchase.order.id)).payment_collections ?? [])
        .filter(({ status }) => status === "not_paid")
        .map(({ amount }) => Math.round(amount * 100))
    const secondCollection = { order_id: purchase.order.id, amount: 707.143125 }
    await store.runWorkflow("create-order-payment-collection", secondCollection)
    expect(await listOpenAmounts()).toEqual([70_714, 70_714])
    await repairLedger(purchase)
    expect(await listOpenAmounts()).toEqual([70_714])
    await expectInvariants(purchase.cart.id, { listed: true })
  })

  it("keeps the collection for its difference open while a return is only requested", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, RAISED_ITEM)
    await resolveReviewCase(await waitForEditCase(purchase.cart.id), "settle")
    await expectSettledInFull(purchase)
    await requestReturn(purchase, [{ title: "Walnut Desk", quantity: 2 }])
    expect(await getPendingCents(purchase.order.id)).toBeLessThan(0)
    await repairLedger(purchase)
    const collections = (await admin.getOrder(purchase.order.id)).payment_collections ?? []
    const openCollections = collections.filter(({ status }) => status === "not_paid")
    expect(openCollections.map(({ amount }) => Math.round(amount * 100))).toEqual([70_714])
  })

  it("opens a review case to settle after a partial refund, and keeps the one for the difference (A9)", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, RAISED_ITEM)
    await resolveReviewCase(await waitForEditCase(purchase.cart.id), "settle")
    const payment = await expectSettledInFull(purchase)
    await simulator.settings({ behaviour: { partialRefundAnswer: "S" } })
    await admin.refund(payment, { amount: 100 })
    await simulator.settings({ behaviour: { partialRefundAnswer: "code" } })
    await reconcile((await getLatestApplication(purchase.cart.id)).id)
    await reconcileUntil(purchase.cart.id, async () => {
      const causes = (await listPurchaseReviewCases(purchase.cart.id)).map(({ cause }) => cause)
      expect(causes.sort()).toEqual(["order-edit", "settle-again"])
    })
  })

  it("opens both review cases when a check reads the old token just before the new one is stored (A9)", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, RAISED_ITEM)
    await resolveReviewCase(await waitForEditCase(purchase.cart.id), "settle")
    const payment = await expectSettledInFull(purchase)
    await simulator.settings({ behaviour: { partialRefundAnswer: "S" } })
    const { id } = await getLatestApplication(purchase.cart.id)
    const insert = { event: "insert" as const, when: `new.application_id = '${id}'` }
    const tokenTrigger = { ...insert, table: "financing_token", statement: "perform pg_sleep(4)" }
    // Delays the decision about the old reading until the refund is known.
    const entryTrigger = {
      ...insert,
      table: "financing_timeline_entry",
      when: `${insert.when} and new.what = 'status-changed'`,
      statement: "perform pg_sleep(8)",
    }
    await disablePostbacks(purchase.token)
    await withTrigger(run.databaseUrl, tokenTrigger, async () => {
      const pendingRefund = admin.refund(payment, { amount: 100 })
      await eventually(async () => {
        expect(await listServiceCalls(purchase.token, "partialRefund")).toHaveLength(1)
      })
      await withTrigger(run.databaseUrl, entryTrigger, async () => await reconcile(id))
      expect((await listTimelineEntries(id)).map(({ what }) => what)).not.toContain(
        "review-case-cleared"
      )
      await pendingRefund
    })
    await simulator.settings({ behaviour: { partialRefundAnswer: "code" } })
    expect((await getLatestApplication(purchase.cart.id)).next_check_at).not.toBeNull()
    await reconcileUntil(purchase.cart.id, async () => {
      const causes = (await listPurchaseReviewCases(purchase.cart.id)).map(({ cause }) => cause)
      expect(causes.sort()).toEqual(["order-edit", "settle-again"])
    })
  })

  it("keeps the review case for its difference during and after another mismatch of the amounts", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, RAISED_ITEM)
    await resolveReviewCase(await waitForEditCase(purchase.cart.id), "settle")
    await expectSettledInFull(purchase)
    const listCauses = async () =>
      (await listPurchaseReviewCases(purchase.cart.id)).map(({ cause }) => cause).sort()
    await simulator.status(purchase.token, { status: "C", loanAmount: 1_467, postback: false })
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listCauses()).toEqual(["amounts", "order-edit"])
    )
    await simulator.status(purchase.token, { status: "C", loanAmount: 1_467.64, postback: false })
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listCauses()).toEqual(["order-edit"])
    )
  })

  it("is settled once when two staff members click at the same moment (A7)", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, LOWERED_ITEM)
    const reviewCase = await waitForEditCase(purchase.cart.id)
    await Promise.allSettled([
      resolveReviewCase(reviewCase, "settle"),
      resolveReviewCase(reviewCase, "settle"),
    ])
    await expectSettledInFull(purchase)
    expect(await listServiceCalls(purchase.token, "settle")).toHaveLength(1)
  })

  it("is not settled when the service refuses; staff see the refusal and try again", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, LOWERED_ITEM)
    await injectFault(purchase.token, { operation: "settle", kind: "status", status: 409, nth: 1 })
    const reviewCase = await waitForEditCase(purchase.cart.id)
    expect(await expectRefusal(resolveReviewCase(reviewCase, "settle"))).toMatch(
      /^The order was not settled: /
    )
    expect((await simulator.application(purchase.token)).settled).toBe(false)
    await resolveReviewCase(await waitForReviewCase(purchase.cart.id, "order-edit"), "settle")
    await expectSettledInFull(purchase)
  })

  it("keeps its amount due when the service does not answer a status check", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, LOWERED_ITEM)
    const reviewCase = await waitForEditCase(purchase.cart.id)
    await disablePostbacks(purchase.token)
    await waitUntilIdle((await getLatestApplication(purchase.cart.id)).id)
    // The first status check is answered; the one that would authorize the payment is not.
    await injectFault(purchase.token, {
      operation: "getStatus",
      kind: "status",
      status: 500,
      nth: 2,
      count: 9,
    })
    await expect(resolveReviewCase(reviewCase, "settle")).rejects.toThrow(/not available right now/)
    await simulator.clearFaults()
    const { payment_collections } = await admin.getOrder(purchase.order.id)
    const openCollections = payment_collections?.filter(({ status }) => status === "not_paid") ?? []
    expect(openCollections.map(({ amount }) => Math.round(Number(amount) * 100))).toEqual([76_049])
    await expectUnchangedLoan(purchase)
  })

  it("opens a review case when the amount is the same but the goods or the address changed", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await admin.adminApi.post(`/admin/orders/${purchase.order.id}`, {
      shipping_address: { ...NEW_YORK, address_1: "1 Elsewhere Street" },
    })
    await updateItemQuantity(purchase, RAISED_ITEM)
    await updateItemQuantity(purchase, { ...RAISED_ITEM, quantity: 2 })
    // A newer order may still be waiting for its payment.
    await ageLedger(purchase.order.id)
    const reviewCase = await eventually(async () => {
      const editCase = await waitForReviewCase(purchase.cart.id, "order-edit")
      expect(editCase.reason).toMatch(/comes to the same amount, but for other goods or another/)
      return editCase
    })
    expect(reviewCase.actions).toEqual(["settle", "cancel-order", "check-again", "acknowledge"])
    await expectUnchangedLoan(purchase)
    expect(await getRefusalMessage(requestFinancing(purchase.order.id))).toMatch(
      /has signed a financing/
    )
    await resolveReviewCase(reviewCase, "settle")
    await expectSettledInFull(purchase)
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
    expect((await admin.getOrder(purchase.order.id)).payment_status).toBe("captured")
    await expectInvariants(purchase.cart.id)
  })

  it("refuses a payment session from a browser: only the plugin's workflow may create one (C13)", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, LOWERED_ITEM)
    const { payment_collections } = await admin.getOrder(purchase.order.id)
    const openCollection = payment_collections?.find(({ status }) => status === "not_paid")
    const pendingSession = shop.storeApi.post(
      `/store/payment-collections/${openCollection?.id}/payment-sessions`,
      {
        provider_id: PROVIDER_ID,
      }
    )
    await expect(pendingSession).rejects.toBeInstanceOf(HttpError)
    await waitForEditCase(purchase.cart.id)
    await expectUnchangedLoan(purchase)
  })

  it("has its loan cancelled when staff cancel it", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, RAISED_ITEM)
    await resolveReviewCase(await waitForEditCase(purchase.cart.id), "cancel-order")
    await eventually(async () => {
      expect(await simulator.application(purchase.token)).toMatchObject({
        status: "O",
        cancelCount: 1,
      })
      expect(await getLatestApplication(purchase.cart.id)).toMatchObject({
        state: "cancelled",
        review_reason: null,
      })
    })
  })
})

describe("an order that is edited during its settle (C16)", () => {
  type ThreeOrders = [PaidOrder, PaidOrder, PaidOrder]
  const createThreeOrders = async (): Promise<ThreeOrders> => [
    await createPaidOrder(TWO_DESKS),
    await createPaidOrder(TWO_DESKS),
    await createPaidOrder(TWO_DESKS),
  ]

  const EDITS = [
    { at: 0, edit: LOWERED_ITEM },
    { at: 1, edit: LOWERED_ITEM },
    { at: 2, edit: RAISED_ITEM },
  ] as const

  let purchases: ThreeOrders
  /** The capture has read the payment as live; the edit cancels it before the capture is recorded. */
  beforeAll(async () => {
    purchases = await createThreeOrders()
    const captures = EDITS.map(({ at, edit }) => {
      const paid = purchases[at]
      const { cart, payment, token } = paid
      return { purchaseId: cart.id, paymentId: payment.id, token, paid, edit }
    })
    await runDuringCaptures(
      captures,
      async ({ paid, edit }) => await updateItemQuantity(paid, edit)
    )
    for (const { order } of purchases) {
      expect(listPayments(await admin.getOrder(order.id))).toMatchObject([
        { captured_at: expect.any(String) as string, canceled_at: expect.any(String) as string },
      ])
    }
  })

  /** Leaves the order like a process that died before core counted the capture. */
  async function deleteTransactions({ order }: PaidOrder): Promise<void> {
    const [orderRow] = await store.queryGraph<{ transactions: { id: string }[] }>({
      entity: "order",
      fields: ["id", "transactions.id"],
      filters: { id: order.id },
    })
    const ids = orderRow?.transactions.map(({ id }) => id)
    await store.call("order", "deleteOrderTransactions", ids)
  }

  const listOpenCollections = async ({ order }: PaidOrder) =>
    ((await admin.getOrder(order.id)).payment_collections ?? []).filter(
      ({ status }) => status === "not_paid"
    )

  it("is settled, opens no review case, and the difference it was lowered by can be refunded", async () => {
    const [purchase] = purchases
    await repairLedger(purchase)
    // As for any order that is edited after its capture, Medusa itself shows the difference.
    expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    expect(await getPendingCents(purchase.order.id)).toBe(-70_714)
    expect(await listOpenCollections(purchase)).toEqual([])
    await admin.refund(await expectSettledInFull(purchase), { amount: 707.14 })
    expect(await getPendingCents(purchase.order.id)).toBe(0)
    expect((await admin.getOrder(purchase.order.id)).payment_status).toBe("partially_refunded")
    await repairLedger(purchase)
    expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    await expectInvariants(purchase.cart.id)
  })

  it("is settled, and nothing is collected twice when the process died before core counted it", async () => {
    const [, purchase] = purchases
    await deleteTransactions(purchase)
    for (let index = 0; index < 3; index += 1) await repairLedger(purchase)
    await expectSettledInFull(purchase)
    expect(await getPendingCents(purchase.order.id)).toBe(-70_714)
    expect(await listOpenCollections(purchase)).toEqual([])
    expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    await expectInvariants(purchase.cart.id)
  })

  describe("collects only the difference while core has not counted the capture", () => {
    const CASES = [
      { at: 0, how: "raised", edit: RAISED_ITEM, rest: [70_714] },
      { at: 1, how: "lowered", edit: LOWERED_ITEM, rest: [] },
      { at: 2, how: "raised, and its process died", edit: RAISED_ITEM, rest: [70_714] },
    ] as const

    let uncountedPurchases: ThreeOrders
    beforeAll(async () => {
      uncountedPurchases = await createThreeOrders()
      const orders = await Promise.all(
        uncountedPurchases.map(({ order }) => admin.getOrder(order.id))
      )
      const ids = orders.map(({ payment_collections }) => `'${payment_collections?.[0]?.id}'`)
      const collectionTrigger = {
        table: "payment_collection",
        event: "update" as const,
        when: `new.id in (${ids.join()}) and new.status = 'completed'`,
        statement: "perform pg_sleep(12)",
      }
      await withTrigger(run.databaseUrl, collectionTrigger, async () => {
        await Promise.all(
          CASES.map(({ at, edit }) => editDuringCapture(uncountedPurchases[at], edit))
        )
      })
    })

    async function editDuringCapture(
      purchase: PaidOrder,
      edit: typeof LOWERED_ITEM
    ): Promise<void> {
      const pendingCapture = admin.capture(purchase.payment.id)
      await eventually(async () => {
        const [payment] = listPayments(await admin.getOrder(purchase.order.id))
        expect(payment?.captured_at).toEqual(expect.any(String))
      })
      await updateItemQuantity(purchase, edit)
      await pendingCapture
    }

    it.each(CASES)("$how", async ({ at, how, rest }) => {
      const purchase = uncountedPurchases[at]
      if (how.endsWith("died")) await deleteTransactions(purchase)
      for (let index = 0; index < 3; index += 1) await repairLedger(purchase)
      await expectSettledInFull(purchase)
      const openCollections = await listOpenCollections(purchase)
      expect(openCollections.map(({ amount }) => Math.round(amount * 100))).toEqual(rest)
      expect(await getPendingCents(purchase.order.id)).toBe(rest[0] ?? -70_714)
      await expectInvariants(purchase.cart.id)
    })
  })

  it("is settled, and the difference it was raised by is collected once", async () => {
    const [, , purchase] = purchases
    await repairLedger(purchase)
    await expectSettledInFull(purchase)
    expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    const [openCollection, ...others] = await listOpenCollections(purchase)
    expect(others).toEqual([])
    expect(openCollection?.amount).toBeCloseTo(707.14, 2)
    await markAsPaid(purchase.order.id, openCollection?.id ?? "")
    expect(await getPendingCents(purchase.order.id)).toBe(0)
    expect((await admin.getOrder(purchase.order.id)).payment_status).toBe("captured")
    await expectInvariants(purchase.cart.id)
  })
})

describe("a raised order whose loan changes afterwards (C7, C16)", () => {
  it("keeps the review case for its difference when a part is refunded in the portal", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, RAISED_ITEM)
    await resolveReviewCase(await waitForEditCase(purchase.cart.id), "settle")
    const remainingAmount = Math.round(purchase.applied.loanAmount * 100 - 10_000) / 100
    await simulator.portal(purchase.token, {
      action: "partial-refund",
      loanAmount: remainingAmount,
      postback: false,
    })
    const reviewCase = await waitForReviewCase(purchase.cart.id, "refunded-elsewhere")
    const listCauses = async () =>
      (await listPurchaseReviewCases(purchase.cart.id)).map(({ cause }) => cause)
    expect(await listCauses()).toContain("order-edit")
    const { tip: token } = await simulator.application(purchase.token)
    await resolveReviewCase(reviewCase, "record-refund", { cents: 10_000, token })
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listCauses()).toEqual(["order-edit"])
    )
  })

  it("closes its review cases once staff record the whole loan as refunded", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await updateItemQuantity(purchase, RAISED_ITEM)
    await resolveReviewCase(await waitForEditCase(purchase.cart.id), "settle")
    await simulator.status(purchase.token, { status: "O", postback: false })
    const reviewCase = await waitForReviewCase(purchase.cart.id, "mismatch")
    const cents = reviewCase.medusa.financed_cents
    await resolveReviewCase(reviewCase, "record-refund", { cents })
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
  })
})

describe("an order whose goods are returned before it is settled (C16)", () => {
  afterEach(() => settings.updateSettings({ settle: null }))

  it("collects nothing for an exchange of the same goods", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    await settings.updateSettings({ settle: "manual" })
    await admin.createShipment(purchase.order.id, await admin.createFulfillment(purchase.order.id))
    const exchange = await requestExchange(purchase, "Walnut Desk")
    const { id } = await getLatestApplication(purchase.cart.id)
    const reviewCase = await waitForEditCase(purchase.cart.id)
    expect(reviewCase.reason).toMatch(/^The order was changed.* it comes to the same amount/)
    expect(await getStaffMessage(id)).toMatchObject({ code: "edited-goods", difference: 0 })
    await resolveReviewCase(reviewCase, "settle")
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
    expect(await getStaffMessage(id)).toMatchObject({ goods: "ship", difference: 0 })
    await receiveReturn(exchange)
    await expectInvariants(purchase.cart.id)
  })

  it("is partially refunded when most of its goods are returned and refunded", async () => {
    const purchase = await createPaidOrder(THREE_DESKS)
    await settings.updateSettings({ settle: "manual" })
    const requestedReturn = await requestReturn(purchase, [{ title: "Walnut Desk", quantity: 2 }])
    // A newer order may still be waiting for its payment.
    await ageLedger(purchase.order.id)
    const payment = await eventually(async () => {
      await reconcile((await getLatestApplication(purchase.cart.id)).id)
      const activePayment = listPayments(await admin.getOrder(purchase.order.id)).find(
        (candidate) => !candidate.canceled_at
      )
      if (!activePayment) throw new Error("Its payment was not authorized again")
      return activePayment
    })
    await admin.capture(payment.id)
    await receiveReturn(requestedReturn)
    await admin.refund(payment.id, { amount: 1_414.29 })
    expect((await admin.getOrder(purchase.order.id)).payment_status).toBe("partially_refunded")
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
    await expectInvariants(purchase.cart.id)
  })

  it("is settled in full; Medusa and the service agree once the difference is refunded", async () => {
    const purchase = await createPaidOrder(TWO_DESKS)
    // Under review, it cannot be settled during the return.
    await simulator.status(purchase.token, { status: "W", postback: false })
    await returnGoods(purchase, [{ title: "Walnut Desk", quantity: 1 }])
    await simulator.status(purchase.token, { status: "S", postback: false })
    const reviewCase = await waitForReviewCase(purchase.cart.id, "order-edit")
    expect(reviewCase.reason).toMatch(/Settle it in full and refund the difference of \$707\.15/)
    await expectUnchangedLoan(purchase)
    await resolveReviewCase(reviewCase, "settle")
    const payment = await expectSettledInFull(purchase)
    await admin.refund(payment, { amount: 707.14 })
    await reconcileUntil(purchase.cart.id, async () =>
      expect(await listPurchaseReviewCases(purchase.cart.id)).toEqual([])
    )
    await expectInvariants(purchase.cart.id)
  })
})
