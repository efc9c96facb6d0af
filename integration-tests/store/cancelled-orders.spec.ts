import { repairLedger } from "./aged-ledger"
import {
  waitForReviewCase,
  listPurchaseReviewCases,
  expectRefusal,
  resolveReviewCase,
} from "./review-cases-steps"
import { expectApplicationEnded } from "./expect-ended"
import { eventually } from "../../tooling/clients/eventually"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import {
  ageDoubt,
  listServiceCalls,
  injectFault,
  listOutcomes,
  getRefusalMessage,
} from "./money-steps"
import {
  getLatestApplication,
  hoursAgo,
  updateApplication,
  reconcile,
  listTimelineEntries,
} from "./plugin-records"
import {
  createCapturedOrder,
  createPaidOrder,
  getOnlyPayment,
  listPayments,
  disablePostbacks,
} from "./purchases"
import { withRefusedRows } from "./refused-rows"

const { shop, admin, store, simulator } = createHarness()

describe("an authorized order that is cancelled in the admin", () => {
  it("ends its application at the service within seconds", async () => {
    const { cart, order, token } = await createPaidOrder()
    await admin.cancelOrder(order.id)
    await expectApplicationEnded(cart.id, token)
    const cancelledOrder = await admin.getOrder(order.id)
    expect(cancelledOrder.status).toBe("canceled")
    expect(getOnlyPayment(cancelledOrder).canceled_at).not.toBeNull()
  })

  it("is cancelled although the service is down, and lists the loan until the service confirms the cancel", async () => {
    const { cart, order, token } = await createPaidOrder()
    await injectFault(token, { operation: "cancel", kind: "reset", count: 1 })
    await admin.cancelOrder(order.id)
    expect((await admin.getOrder(order.id)).status).toBe("canceled")
    const { id } = await getLatestApplication(cart.id)
    await eventually(async () => {
      expect(await listOutcomes(cart.id, "cancel")).toEqual(["in-doubt"])
      expect((await getLatestApplication(cart.id)).review_reason).toMatch(
        /not known whether the cancel/
      )
    })
    expect((await listTimelineEntries(id)).map(({ what }) => what)).toContain(
      "cancellation-requested"
    )
    await reconcile(id)
    expect(await listServiceCalls(token, "cancel")).toHaveLength(1)
    await ageDoubt(cart.id, 1)
    await reconcile(id)
    await expectApplicationEnded(cart.id, token)
    expect(await listOutcomes(cart.id, "cancel")).toEqual(["confirmed"])
  })

  it("opens a review case when the service funds the loan before it receives the cancel (A11, A12)", async () => {
    const { cart, order, token } = await createPaidOrder()
    await injectFault(token, { operation: "cancel", kind: "reset", count: 1 })
    await admin.cancelOrder(order.id)
    await eventually(async () => {
      expect(await listOutcomes(cart.id, "cancel")).toEqual(["in-doubt"])
    })
    await simulator.portal(token, { action: "fund" })
    const { id } = await getLatestApplication(cart.id)
    for (let index = 0; index < 3; index += 1) await reconcile(id)
    expect(await listOutcomes(cart.id, "cancel")).toEqual(["refused"])
    expect(await listServiceCalls(token, "cancel")).toHaveLength(1)
    expect(await listPurchaseReviewCases(cart.id)).toMatchObject([
      { cause: "unneeded-loan", actions: expect.arrayContaining(["refund"]) as string[] },
    ])
    await resolveReviewCase(await waitForReviewCase(cart.id, "unneeded-loan"), "refund")
    expect(await simulator.application(token)).toMatchObject({ refunded: true })
  })

  it("cannot be refunded by staff while the service reports no loan amount", async () => {
    const { cart, order, token } = await createPaidOrder()
    await injectFault(token, { operation: "cancel", kind: "reset", count: 1 })
    await admin.cancelOrder(order.id)
    await simulator.portal(token, { action: "fund" })
    const fields = { loanAmount: null }
    const statusFault = { operation: "getStatus", kind: "altered", when: "after" } as const
    await injectFault(token, { ...statusFault, fields })
    const reviewCase = await waitForReviewCase(cart.id, "unneeded-loan")
    expect(await expectRefusal(resolveReviewCase(reviewCase, "refund"))).toMatch(
      /names no amount.*portal/
    )
    expect(await listServiceCalls(token, "refund")).toEqual([])
    await simulator.clearFaults()
    await resolveReviewCase(await waitForReviewCase(cart.id, "unneeded-loan"), "refund")
    expect(await listServiceCalls(token, "refund")).toHaveLength(1)
  })

  it("stays due for a check until a capture that was never sent is undone (A20, fact 23)", async () => {
    const purchase = await createPaidOrder()
    const { cart, order, token, payment } = purchase
    // Core's capture, which our journal does not have.
    await store.call("payment", "createCaptures", {
      payment_id: payment.id,
      amount: payment.amount,
    })
    await admin.cancelOrder(order.id)
    // The capture is too recent to be undone, and nothing else makes the application due for a check.
    await eventually(async () => {
      expect(await getLatestApplication(cart.id)).toMatchObject({
        state: "cancelled",
        next_check_at: expect.any(String) as string,
      })
    })
    await repairLedger(purchase)
    await expectApplicationEnded(cart.id, token)
    await expectInvariants(cart.id)
  })

  it("removes a capture that was written during the cancellation and never sent (A20)", async () => {
    const purchase = await createPaidOrder()
    const { cart, order, token, payment } = purchase
    await admin.cancelOrder(order.id)
    await expectApplicationEnded(cart.id, token)
    await store.call("payment", "createCaptures", {
      payment_id: payment.id,
      amount: payment.amount,
    })
    await eventually(async () => {
      await repairLedger(purchase)
      expect(listPayments(await admin.getOrder(order.id))[0]?.captures).toEqual([])
    })
    await expectInvariants(cart.id)
  })

  it("removes a refund of a capture that was never sent (A20)", async () => {
    const purchase = await createPaidOrder()
    const { cart, order, token, payment } = purchase
    const { amount } = payment
    await admin.cancelOrder(order.id)
    await expectApplicationEnded(cart.id, token)
    // What core leaves: rows that our journal does not have, and its transaction for the cancelled order.
    await store.call("payment", "createCaptures", { payment_id: payment.id, amount })
    await store.call("payment", "createRefunds", { payment_id: payment.id, amount: 100 })
    await store.call("order", "addOrderTransactions", [
      {
        order_id: order.id,
        amount: -Number(amount),
        currency_code: "usd",
        reference: "refund",
        reference_id: payment.id,
      },
    ])
    await eventually(async () => {
      await repairLedger(purchase)
      expect(listPayments(await admin.getOrder(order.id))).toMatchObject([
        { captures: [], refunds: [] },
      ])
    })
    await expectInvariants(cart.id)
  })

  it.each([
    ["", false],
    [", even if it is not fully recorded", true],
  ])(
    "refunds a capture made during the cancellation in Medusa, too%s (A11)",
    async (_title, isIncomplete) => {
      const purchase = await createCapturedOrder()
      const { cart, order, token, payment } = purchase
      await simulator.portal(token, { action: "fund" })
      // The state that core leaves when its cancellation read the payments before the capture was written.
      const runSql = (statement: string, id: string) =>
        store.call("__pg_connection__", "raw", statement, [id])
      await runSql("update payment set canceled_at = now() where id = ?", payment.id)
      const assignments = "status = 'canceled', canceled_at = now()"
      await runSql(`update "order" set ${assignments} where id = ?`, order.id)
      if (isIncomplete) {
        await runSql("delete from order_transaction where order_id = ?", order.id)
        await repairLedger(purchase)
      }
      await resolveReviewCase(await waitForReviewCase(cart.id, "unneeded-loan"), "refund")
      expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
      const [refundedPayment] = listPayments(await admin.getOrder(order.id))
      expect(refundedPayment?.refunds).toMatchObject([{ amount: payment.amount }])
      await repairLedger(purchase)
      expect(await listPurchaseReviewCases(cart.id)).toEqual([])
      await expectInvariants(cart.id)
    }
  )

  it("cancels a payment collection that was opened during the cancellation", async () => {
    const purchase = await createPaidOrder()
    const { cart, order, token } = purchase
    await admin.cancelOrder(order.id)
    await store.runWorkflow("create-order-payment-collection", { order_id: order.id, amount: 10 })
    expect((await admin.getOrder(order.id)).payment_status).toBe("not_paid")
    await eventually(async () => {
      await repairLedger(purchase)
      expect((await admin.getOrder(order.id)).payment_status).toBe("canceled")
    })
    await expectApplicationEnded(cart.id, token)
  })

  it("confirms by a status check a cancel whose answer was lost (A12)", async () => {
    const { cart, order, token } = await createPaidOrder()
    await injectFault(token, { operation: "cancel", kind: "reset", when: "after", count: 1 })
    await admin.cancelOrder(order.id)
    await eventually(async () => {
      expect(await simulator.application(token)).toMatchObject({ cancelCount: 1 })
    })
    await expectApplicationEnded(cart.id, token)
    expect(await listServiceCalls(token, "cancel")).toHaveLength(1)
  })

  it("repeats the cancel while the service answers 429 (A12)", async () => {
    const { cart, order, token } = await createPaidOrder()
    await injectFault(token, { operation: "cancel", kind: "status", status: 429, count: 2 })
    await admin.cancelOrder(order.id)
    const { id } = await getLatestApplication(cart.id)
    await eventually(
      async () => {
        await reconcile(id)
        expect((await simulator.application(token)).cancelCount).toBe(1)
      },
      { everyMs: 500 }
    )
    await expectApplicationEnded(cart.id, token)
  })

  it("opens a review case and sends no cancel when the service already funded the loan (A11)", async () => {
    const { cart, order, token } = await createPaidOrder()
    await simulator.portal(token, { action: "fund", postback: false })
    await admin.cancelOrder(order.id)
    await eventually(async () => {
      expect((await getLatestApplication(cart.id)).review_reason).toEqual(expect.any(String))
    })
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await expectInvariants(cart.id, { listed: true })
  })
})

it("a capture that finds the loan cancelled in the portal leads to one more check and a review case (C7)", async () => {
  const { cart, token, payment } = await createPaidOrder()
  await disablePostbacks(token)
  await simulator.portal(token, { action: "cancel", postback: false })
  await getRefusalMessage(admin.capture(payment.id))
  expect(await getLatestApplication(cart.id)).toMatchObject({
    code: "O",
    next_check_at: expect.any(String) as string,
  })
  expect((await waitForReviewCase(cart.id, "mismatch")).reason).toMatch(
    /cancelled.*authorized and not captured/
  )
  await reconcile((await getLatestApplication(cart.id)).id)
  expect((await getLatestApplication(cart.id)).next_check_at).toBeNull()
})

it("an order whose customer's data do not match stays due for a check until they match (C7)", async () => {
  const { cart, token } = await createPaidOrder()
  await disablePostbacks(token)
  await simulator.status(token, { status: "X", postback: false })
  expect((await waitForReviewCase(cart.id, "mismatch")).reason).toMatch(/do not match/)
  const { id } = await getLatestApplication(cart.id)
  expect((await getLatestApplication(cart.id)).next_check_at).toEqual(expect.any(String))
  await simulator.status(token, { status: "S", postback: false })
  await updateApplication(id, { next_check_at: hoursAgo(0) })
  await eventually(async () => expect(await listPurchaseReviewCases(cart.id)).toEqual([]))
  await expectInvariants(cart.id)
})

describe("an order whose loan was cancelled in the service's portal without a postback (C7)", () => {
  const createPortalCancel = async () => {
    const purchase = await createPaidOrder()
    await disablePostbacks(purchase.token)
    const { id } = await getLatestApplication(purchase.cart.id)
    await reconcile(id)
    await updateApplication(id, { checks_done: 40, next_check_at: hoursAgo(-1) })
    await simulator.portal(purchase.token, { action: "cancel", postback: false })
    return { ...purchase, id }
  }

  it("stays due for a check until a review case opens, however often staff choose a refused action", async () => {
    const { cart, id } = await createPortalCancel()
    await store.call("consumerFinancing", "reviewCases.open", id, "amounts", "Compare the amounts.")
    const [reviewCase] = await listPurchaseReviewCases(cart.id)
    if (!reviewCase) throw new Error("Nobody is asked for anything")
    for (let index = 0; index < 3; index += 1) {
      await expectRefusal(resolveReviewCase(reviewCase, "settle"))
      expect((await getLatestApplication(cart.id)).next_check_at).toEqual(expect.any(String))
    }
    await reconcile(id)
    expect((await waitForReviewCase(cart.id, "mismatch")).reason).toMatch(/cancelled.*authorized/)
    expect((await getLatestApplication(cart.id)).next_check_at).toBeNull()
  })

  it("stays due for a check until a review case opens, though the first reconciliation fails", async () => {
    const { cart, id, payment } = await createPortalCancel()
    const when = `new.application_id = '${id}' and new.cause = 'mismatch'`
    await withRefusedRows({ table: "financing_review_case", when }, async () => {
      await getRefusalMessage(admin.capture(payment.id))
      await reconcile(id).catch(() => null)
      expect((await getLatestApplication(cart.id)).next_check_at).toEqual(expect.any(String))
    })
    await reconcile(id)
    expect((await waitForReviewCase(cart.id, "mismatch")).reason).toMatch(/cancelled.*authorized/)
    expect((await getLatestApplication(cart.id)).next_check_at).toBeNull()
  })
})

describe("an application that pays for an order", () => {
  it("is not cancelled by repeated requests to end it (I5, A13)", async () => {
    const { cart, token } = await createPaidOrder()
    const { id } = await getLatestApplication(cart.id)
    for (let index = 0; index < 5; index += 1) {
      await store.call("consumerFinancing", "schedule.requestReconcile", id, 1)
    }
    await updateApplication(id, { end_reason: "a wish of long ago" })
    await reconcile(id, "store")
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await expectInvariants(cart.id)
  })

  it("is not cancelled when its cart is completed repeatedly", async () => {
    const { cart, token, order } = await createPaidOrder()
    const completions = await Promise.all([1, 2, 3].map(() => shop.completeCart(cart.id)))
    for (const completion of completions) {
      expect(completion).toMatchObject({ type: "order", order: { id: order.id } })
    }
    await reconcile((await getLatestApplication(cart.id)).id)
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    await expectInvariants(cart.id)
  })

  it("is settled once and not cancelled when its payment is captured", async () => {
    const { cart, token } = await createCapturedOrder()
    await reconcile((await getLatestApplication(cart.id)).id)
    expect(await listServiceCalls(token, "cancel")).toEqual([])
    expect(await listServiceCalls(token, "settle")).toHaveLength(1)
    await expectInvariants(cart.id)
  })
})
