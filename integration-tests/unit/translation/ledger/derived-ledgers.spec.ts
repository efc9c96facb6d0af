import { cents } from "../../../../src/domain/money"
import {
  findLedgerQuestion,
  waitsForChange,
} from "../../../../src/translation/ledger/find-discrepancies"
import type { JournalRecord } from "../../../../src/translation/ledger/order-ledger"
import {
  buildLedger,
  buildCapturedPayment,
  buildPayment,
  buildRow,
  secondsAgo,
  buildTransaction,
  type LedgerInput,
} from "./example-ledgers"
import {
  CAPTURE_TRANSACTION,
  findLedgerDiscrepancies,
  listDiscrepancyKinds,
  buildRefund,
  SETTLE_RECORD,
} from "./example-journal"

describe("transactions astray", () => {
  const refundedPayment = buildCapturedPayment({ refunds: [buildRow("ref_1", 100)] })
  const journalRecords = [SETTLE_RECORD, buildRefund(900, "ref_1")]

  it.each<[string, ReturnType<typeof buildTransaction>[]]>([
    ["refer to a deleted refund", [buildTransaction(["refund", "ref_gone"], -100)]],
    ["refer to a deleted capture", [buildTransaction(["capture", "capt_gone"], 1000)]],
    ["differ from their refund's amount", [buildTransaction(["refund", "ref_1"], -50)]],
    [
      "count a refund twice",
      [
        buildTransaction(["refund", "ref_1"], -100, { created_at: secondsAgo(99) }),
        buildTransaction(["refund", "ref_1"], -100, { id: "ordtrx_2", created_at: secondsAgo(98) }),
      ],
    ],
  ])("include those that %s", (_, transactions) => {
    const input = {
      payments: [refundedPayment],
      transactions: [CAPTURE_TRANSACTION, ...transactions],
    }
    expect(findLedgerDiscrepancies(input, ...journalRecords)).toMatchObject([
      { kind: "transactions-astray", transactionIds: [transactions.at(-1)?.id] },
    ])
  })

  it("include a refund of a payment that was never captured", () => {
    const input: LedgerInput = {
      payments: [buildPayment({ canceled_at: secondsAgo(50) })],
      transactions: [buildTransaction(["refund", "pay_1"], -1000)],
      order: { status: "canceled", canceled_at: secondsAgo(50) },
    }
    expect(listDiscrepancyKinds(input)).toEqual(["transactions-astray"])
  })

  it("exclude refunds of captured, refunded, unknown and other methods' payments", () => {
    const order = { status: "canceled", canceled_at: secondsAgo(50) }
    const listKinds = (payments: LedgerInput["payments"] & object, reference: [string, string]) =>
      listDiscrepancyKinds({
        payments,
        transactions: [buildTransaction(reference, -1000)],
        order,
        collection: { status: "canceled" },
      })
    const cancelledPayment = buildPayment({ canceled_at: secondsAgo(50) })
    const otherPayment = buildPayment({ id: "pay_9", payment_session_id: "payses_other" })
    expect(listKinds([cancelledPayment, otherPayment], ["refund", "pay_9"])).toEqual([])
    expect(listKinds([cancelledPayment], ["refund", "pay_unknown"])).toEqual([])
    expect(listKinds([cancelledPayment], ["gift", "pay_1"])).toEqual([])
    const capturingPayment = { ...cancelledPayment, captures: [buildRow("capt_1", 1000)] }
    expect(listKinds([capturingPayment], ["refund", "pay_1"])).not.toContain("transactions-astray")
    const paymentWithRefund = { ...cancelledPayment, refunds: [buildRow("ref_1", 1000)] }
    expect(listKinds([paymentWithRefund], ["refund", "pay_1"])).not.toContain("transactions-astray")
  })

  it("exclude the transactions of other methods' payments", () => {
    const otherPayment = buildCapturedPayment({
      id: "pay_9",
      payment_session_id: "payses_other",
      captures: [buildRow("capt_9", 5)],
    })
    const input = {
      payments: [refundedPayment, otherPayment],
      transactions: [
        CAPTURE_TRANSACTION,
        buildTransaction(["refund", "ref_1"], -100),
        buildTransaction(["refund", "ref_unknown"], -7),
        buildTransaction(["gift-card", "gift_1"], -7),
        buildTransaction(["capture", "capt_9"], 4),
      ],
      order: { version: 2 },
    }
    expect(listDiscrepancyKinds(input, ...journalRecords)).toEqual([])
  })
})

describe("an order's summary", () => {
  const payments = [buildCapturedPayment({ refunds: [buildRow("ref_1", 100)] })]
  const transactions = [
    CAPTURE_TRANSACTION,
    buildTransaction(["refund", "ref_1"], -100, { created_at: secondsAgo(200) }),
  ]
  const journalRecords = [SETTLE_RECORD, buildRefund(900, "ref_1")]
  const buildInput = (summary: NonNullable<LedgerInput["order"]>["summary"]): LedgerInput => ({
    payments,
    transactions,
    order: { version: 2, summary },
  })

  it.each([
    ["counts every transaction", { paid_total: 1000, refunded_total: 100 }],
    ["differs by less than a cent", { paid_total: 1000.004, refunded_total: 99.996 }],
    [
      "has an exact raw value",
      { paid_total: 1, raw_paid_total: { value: "1000" }, refunded_total: 100 },
    ],
    ["contains no totals", { pending_difference: 0 }],
    ["contains only one total", { paid_total: 7 }],
  ])("has no discrepancy when it %s", (_, summary) => {
    expect(listDiscrepancyKinds(buildInput(summary), ...journalRecords)).toEqual([])
  })

  it.each([
    [{ paid_total: 0, refunded_total: 100 }],
    [{ paid_total: 2000, refunded_total: 100 }],
    [{ paid_total: 1000, refunded_total: 0 }],
    [{ paid_total: 1000, refunded_total: 300 }],
  ])("with %j is miscounted: 1000 paid, 100 refunded (A7)", (summary) => {
    const [discrepancy, ...others] = findLedgerDiscrepancies(buildInput(summary), ...journalRecords)
    expect(others).toEqual([])
    if (discrepancy?.kind !== "summary-miscounted") throw new Error(`It was ${discrepancy?.kind}`)
    expect([discrepancy.paid.toNumber(), discrepancy.refunded.toNumber(), discrepancy.age]).toEqual(
      [1000, 100, 200]
    )
  })
})

describe("discrepancies in collections and credit lines", () => {
  const refundedPayment = buildCapturedPayment({ refunds: [buildRow("ref_1", 100, 700)] })
  const transactions = [CAPTURE_TRANSACTION, buildTransaction(["refund", "ref_1"], -100)]
  const journalRecords = [SETTLE_RECORD, buildRefund(900, "ref_1")]

  it("include a collection whose refunded amount is too low", () => {
    const input = {
      payments: [refundedPayment],
      transactions,
      order: { version: 2 },
      collection: { refunded_amount: 0 },
    }
    const [discrepancy] = findLedgerDiscrepancies(input, ...journalRecords)
    expect(discrepancy).toMatchObject({
      kind: "collection-miscounted",
      status: "completed",
      age: 700,
    })
    expect(
      discrepancy?.kind === "collection-miscounted" && discrepancy.sums.refunded.toNumber()
    ).toBe(100)
  })

  it("include an unpaid collection with an authorized payment", () => {
    const collection = { status: "not_paid", authorized_amount: null }
    expect(findLedgerDiscrepancies({ collection })).toMatchObject([
      { kind: "collection-miscounted", status: "authorized" },
    ])
  })

  it("keep the status of a cancelled order's collection", () => {
    const input: LedgerInput = {
      payments: [refundedPayment],
      transactions,
      order: { status: "canceled", canceled_at: secondsAgo(9_000) },
      collection: { status: "canceled", refunded_amount: 0 },
    }
    expect(findLedgerDiscrepancies(input, ...journalRecords)).toMatchObject([
      { status: "canceled" },
    ])
  })

  describe("of a cancelled order", () => {
    const sessions = [{ id: "payses_1", status: "authorized", amount: 1000 }]
    const cancelledPayment = buildPayment({ canceled_at: secondsAgo(500) })
    const buildCollection = (status: string, changes: object = {}) => ({
      id: `pay_col_${status}`,
      created_at: secondsAgo(390),
      status,
      amount: 1000,
      payments: [],
      payment_sessions: [],
      ...changes,
    })
    const cancelledCollection = buildCollection("canceled", {
      payments: [cancelledPayment],
      payment_sessions: sessions,
    })
    const cancelledOrder = { status: "canceled", canceled_at: secondsAgo(400) }
    const findOrderDiscrepancies = (
      openCollection: ReturnType<typeof buildCollection>,
      order: LedgerInput["order"] = cancelledOrder
    ) =>
      findLedgerDiscrepancies({
        order: { ...order, payment_collections: [cancelledCollection, openCollection] },
      })

    it.each(["not_paid", "awaiting", "authorized", "partially_authorized"])(
      "include a collection with status %s",
      (status) => {
        expect(findOrderDiscrepancies(buildCollection(status))).toEqual([
          { kind: "collection-outlived", collectionId: `pay_col_${status}`, age: 390 },
        ])
      }
    )

    it("include our unpaid collection, and exclude another method's", () => {
      const findUnderReview = (id: string) =>
        findLedgerDiscrepancies({
          order: {
            ...cancelledOrder,
            payment_collections: [
              buildCollection("awaiting", {
                payment_sessions: [{ id, status: "pending_authorization", amount: 1000 }],
              }),
            ],
          },
        })
      expect(findUnderReview("payses_2")).toMatchObject([{ collectionId: "pay_col_awaiting" }])
      expect(findUnderReview("payses_other")).toEqual([])
    })

    it("exclude a collection that is completed, partly captured, or has a live payment", () => {
      const otherPayment = buildPayment({ id: "pay_9", payment_session_id: "payses_other" })
      const capturingPayment = {
        ...otherPayment,
        canceled_at: secondsAgo(50),
        captures: [buildRow("capt_9", 1)],
      }
      expect(findOrderDiscrepancies(buildCollection("completed"))).toEqual([])
      expect(
        findOrderDiscrepancies(buildCollection("authorized", { payments: [otherPayment] }))
      ).toEqual([])
      expect(
        findOrderDiscrepancies(
          buildCollection("authorized", { payments: [capturingPayment], captured_amount: 1 })
        )
      ).toEqual([])
    })

    it("exclude a collection opened a minute after the cancellation, or without a cancellation", () => {
      expect(
        findOrderDiscrepancies(buildCollection("not_paid", { created_at: secondsAgo(340) }))
      ).toEqual([])
      expect(
        findOrderDiscrepancies(buildCollection("not_paid", { created_at: secondsAgo(341) }))
      ).toHaveLength(1)
      expect(findOrderDiscrepancies(buildCollection("not_paid"), {})).toEqual([])
    })

    it("are as old as the youngest of payments, collection and cancellation", () => {
      const recentPayment = buildPayment({
        id: "pay_9",
        canceled_at: secondsAgo(1),
        created_at: secondsAgo(7),
      })
      expect(
        findOrderDiscrepancies(buildCollection("not_paid", { payments: [recentPayment] }))
      ).toMatchObject([{ age: 7 }])
      const old = { created_at: secondsAgo(9_000) }
      expect(findOrderDiscrepancies(buildCollection("not_paid", old))).toMatchObject([{ age: 400 }])
    })
  })

  describe("of an order with a captured loan", () => {
    const buildPaidCollection = (changes: object = {}) => ({
      id: "pay_col_1",
      created_at: secondsAgo(9_000),
      status: "completed",
      amount: 1000,
      authorized_amount: 1000,
      captured_amount: 1000,
      payments: [buildCapturedPayment()],
      payment_sessions: [{ id: "payses_1", status: "authorized", amount: 1000 }],
      ...changes,
    })
    const buildOpenCollection = (amount: number, status = "not_paid", age = 500) => ({
      id: `pay_col_${status}`,
      created_at: secondsAgo(age),
      status,
      amount,
    })
    const findOrderDiscrepancies = (
      pending: number,
      payment_collections: ReturnType<typeof buildOpenCollection>[],
      { order, ...input }: LedgerInput = {}
    ) =>
      findLedgerDiscrepancies(
        {
          transactions: [CAPTURE_TRANSACTION],
          order: { summary: { pending_difference: pending }, payment_collections, ...order },
          ...input,
        },
        SETTLE_RECORD
      )
    const EXCESS_REQUEST = [{ kind: "asked-for-too-much", age: 500 }]

    it.each([
      ["the whole total when only the rest is due", 100, [buildOpenCollection(1100)]],
      ["a cent more than is due", 100, [buildOpenCollection(100.01)]],
      ["any amount when nothing is due", 0, [buildOpenCollection(100, "awaiting")]],
      ["any amount when the customer is owed a refund", -100, [buildOpenCollection(900)]],
      [
        "the amount due twice",
        100,
        [buildOpenCollection(100), buildOpenCollection(100, "awaiting")],
      ],
    ])("include open collections over %s", (_, pending, collections) => {
      expect(findOrderDiscrepancies(pending, [buildPaidCollection(), ...collections])).toEqual(
        EXCESS_REQUEST
      )
    })

    it.each([
      ["an open collection over the amount due", 100, [buildOpenCollection(100)]],
      ["an open collection over less than the amount due", 100, [buildOpenCollection(60)]],
      [
        "two open collections that add up to the amount due",
        100,
        [buildOpenCollection(60), buildOpenCollection(40, "awaiting")],
      ],
      ["an order without open collections", 100, []],
      ["an open collection over zero", -100, [buildOpenCollection(0)]],
      [
        "authorized collections",
        0,
        [buildOpenCollection(100, "authorized"), buildOpenCollection(50, "partially_authorized")],
      ],
      ["a cancelled collection", 0, [buildOpenCollection(100, "canceled")]],
    ])("exclude %s", (_, pending, collections) => {
      expect(findOrderDiscrepancies(pending, [buildPaidCollection(), ...collections])).toEqual([])
    })

    it("are as old as the youngest of collections, transactions and captures", () => {
      const recentTransaction = buildTransaction(["capture", "capt_1"], 1000, {
        created_at: secondsAgo(8),
      })
      expect(
        findOrderDiscrepancies(0, [buildPaidCollection(), buildOpenCollection(100, "not_paid", 9)])
      ).toMatchObject([{ age: 9 }])
      expect(
        findOrderDiscrepancies(0, [buildPaidCollection(), buildOpenCollection(100)], {
          transactions: [recentTransaction],
        })
      ).toMatchObject([{ age: 8 }])
      const capture = { captures: [buildRow("capt_1", 1000, 7)] }
      const collection = buildPaidCollection({ payments: [buildCapturedPayment(capture)] })
      expect(findOrderDiscrepancies(0, [collection, buildOpenCollection(100)])).toMatchObject([
        { age: 7 },
      ])
    })

    it("exclude cancelled, changing and uncaptured orders, open returns, and live payments", () => {
      const order = { status: "canceled", canceled_at: secondsAgo(5) }
      expect(
        findOrderDiscrepancies(0, [buildPaidCollection(), buildOpenCollection(100)], { order })
      ).not.toContainEqual(EXCESS_REQUEST[0])
      const edit = { id: "ordch_1", status: "pending", created_at: secondsAgo(900) }
      expect(
        findOrderDiscrepancies(0, [buildPaidCollection(), buildOpenCollection(100)], {
          changes: [edit],
        })
      ).toEqual([])
      const items = [{ detail: { return_requested_quantity: 0 } }]
      expect(
        findOrderDiscrepancies(0, [buildPaidCollection(), buildOpenCollection(100)], {
          order: { items },
        })
      ).toEqual(EXCESS_REQUEST)
      const itemsWithReturn = [...items, { detail: { return_requested_quantity: "1" } }]
      expect(
        findOrderDiscrepancies(0, [buildPaidCollection(), buildOpenCollection(100)], {
          order: { items: itemsWithReturn },
        })
      ).toEqual([])
      const otherPayment = buildPayment({ id: "pay_9", payment_session_id: "payses_other" })
      const liveCollection = { ...buildOpenCollection(100, "awaiting"), payments: [otherPayment] }
      expect(findOrderDiscrepancies(0, [buildPaidCollection(), liveCollection])).toEqual([])
      const authorizedCollection = {
        status: "authorized",
        captured_amount: 0,
        payments: [buildPayment()],
      }
      expect(
        findLedgerDiscrepancies({
          order: {
            payment_collections: [
              buildPaidCollection(authorizedCollection),
              buildOpenCollection(100),
            ],
          },
        })
      ).toEqual([])
    })
  })

  it("include a missing credit line, as old as another payment's latest refund", () => {
    const recentChanges = { version: 1, created_at: secondsAgo(3) }
    const otherPayment = buildCapturedPayment({
      id: "pay_9",
      payment_session_id: "payses_other",
      captures: [buildRow("capt_9", 500)],
      refunds: [buildRow("ref_9", 60, 3)],
    })
    const input = {
      payments: [refundedPayment, otherPayment],
      transactions: [
        ...transactions,
        buildTransaction(["capture", "capt_9"], 500),
        buildTransaction(["refund", "ref_9"], -60, recentChanges),
      ],
      order: { summary: { pending_difference: 60, paid_total: 1500, refunded_total: 160 } },
    }
    expect(findLedgerDiscrepancies(input, ...journalRecords)).toMatchObject([
      { kind: "credit-missing", age: 3 },
    ])
  })

  it("include a missing credit line, as old as its refund despite a newer repaired transaction", () => {
    const repairedChanges = { version: 1, created_at: secondsAgo(1) }
    const input = {
      payments: [refundedPayment],
      transactions: [
        CAPTURE_TRANSACTION,
        buildTransaction(["refund", "ref_1"], -100, repairedChanges),
      ],
      order: { summary: { pending_difference: 100 } },
    }
    expect(findLedgerDiscrepancies(input, ...journalRecords)).toMatchObject([
      { kind: "credit-missing", age: 700 },
    ])
  })

  it("include a missing credit line while refunds of the current version leave an amount due", () => {
    const input = {
      payments: [refundedPayment],
      transactions,
      order: { summary: { pending_difference: 60 } },
    }
    const [discrepancy] = findLedgerDiscrepancies(input, ...journalRecords)
    expect(discrepancy).toMatchObject({
      kind: "credit-missing",
      collectionId: "pay_col_1",
      age: 700,
    })
    expect(discrepancy?.kind === "credit-missing" && discrepancy.amount.toNumber()).toBe(60)
  })

  it("include a missing credit line for a whole payment whose cancellation was interrupted (A20)", () => {
    const wholeRefund = buildTransaction(["refund", "pay_1"], -1000)
    const input = {
      payments: [buildCapturedPayment({ refunds: [buildRow("ref_1", 1000)] })],
      transactions: [CAPTURE_TRANSACTION, wholeRefund],
      order: { summary: { pending_difference: 1000 } },
    }
    const [discrepancy] = findLedgerDiscrepancies(input, SETTLE_RECORD, buildRefund(0, "ref_1"))
    expect(discrepancy?.kind === "credit-missing" && discrepancy.amount.toNumber()).toBe(1000)
  })

  it("round a missing credit line down, since core refuses more than the amount due", () => {
    const third = { value: "66.66666666666666666667", precision: 20 }
    const order = {
      summary: { pending_difference: 66.66666666666667, raw_pending_difference: third },
    }
    const [discrepancy] = findLedgerDiscrepancies(
      { payments: [refundedPayment], transactions, order },
      ...journalRecords
    )
    const amount = discrepancy?.kind === "credit-missing" ? discrepancy.amount : null
    expect(amount?.toFixed()).toBe("66.666666666")
  })

  it.each<[string, LedgerInput["order"], LedgerInput["changes"]]>([
    ["the order has a newer version", { version: 2, summary: { pending_difference: 60 } }, []],
    ["nothing is due", {}, []],
    ["the customer is owed a refund", { summary: { pending_difference: -60 } }, []],
  ])("exclude a credit line when %s", (_, order, changes = []) => {
    const input = { payments: [refundedPayment], transactions, order: order ?? {}, changes }
    expect(listDiscrepancyKinds(input, ...journalRecords)).toEqual([])
  })

  it("exclude a credit line for the whole payment while it is not refunded", () => {
    const input = {
      payments: [buildCapturedPayment()],
      transactions: [CAPTURE_TRANSACTION, buildTransaction(["refund", "pay_1"], -1000)],
      order: { summary: { pending_difference: 1000 } },
    }
    expect(listDiscrepancyKinds(input, SETTLE_RECORD)).toEqual([])
  })

  describe("that wait for an open change of the order", () => {
    const edit = {
      id: "ordch_1",
      status: "requested",
      change_type: "edit",
      created_at: secondsAgo(9_000),
    }
    const readWaitState = (input: LedgerInput, ...records: JournalRecord[]) => {
      const [discrepancy] = findLedgerDiscrepancies(input, ...records)
      return discrepancy ? [discrepancy.kind, waitsForChange(buildLedger(input), discrepancy)] : []
    }
    const buildPendingOrder = (difference: number) => ({
      summary: { pending_difference: difference },
    })

    it("include a missing credit line, and a refund that needs one", () => {
      const countedInput = { payments: [refundedPayment], transactions, changes: [edit] }
      const creditInput = { ...countedInput, order: buildPendingOrder(60) }
      expect(readWaitState(creditInput, ...journalRecords)).toEqual(["credit-missing", true])
      const uncountedInput = {
        payments: [refundedPayment],
        transactions: [CAPTURE_TRANSACTION],
        changes: [edit],
      }
      expect(
        readWaitState({ ...uncountedInput, order: buildPendingOrder(0) }, ...journalRecords)
      ).toEqual(["refund-unfinished", true])
      const inputWithoutRefund = {
        payments: [buildCapturedPayment()],
        transactions: [CAPTURE_TRANSACTION],
        changes: [edit],
      }
      expect(
        readWaitState({ ...inputWithoutRefund, order: buildPendingOrder(0) }, ...journalRecords)
      ).toEqual(["refund-missing", true])
    })

    it("exclude a refund that the customer's credit covers exactly", () => {
      const uncountedInput = {
        payments: [refundedPayment],
        transactions: [CAPTURE_TRANSACTION],
        changes: [edit],
      }
      expect(
        readWaitState({ ...uncountedInput, order: buildPendingOrder(-100) }, ...journalRecords)
      ).toEqual(["refund-unfinished", false])
      expect(
        readWaitState({ ...uncountedInput, order: buildPendingOrder(-99.9975) }, ...journalRecords)
      ).toEqual(["refund-unfinished", true])
    })

    it("exist only during such a change, and not for a cancelled order", () => {
      const uncountedInput = { payments: [refundedPayment], transactions: [CAPTURE_TRANSACTION] }
      expect(readWaitState(uncountedInput, ...journalRecords)).toEqual(["refund-unfinished", false])
      const creditLineChange = { ...edit, change_type: "credit_line", status: "pending" }
      expect(
        readWaitState({ ...uncountedInput, changes: [creditLineChange] }, ...journalRecords)
      ).toEqual(["change-that-never-was", false])
      const order = { status: "canceled", canceled_at: secondsAgo(900) }
      expect(
        readWaitState({ ...uncountedInput, order, changes: [edit] }, ...journalRecords)
      ).toEqual(["refund-unfinished", false])
    })
  })

  it("include only the credit line's change that core never confirmed", () => {
    const change = { id: "ordch_1", change_type: "credit_line", created_at: secondsAgo(600) }
    const input = {
      payments: [refundedPayment],
      transactions,
      order: { summary: { pending_difference: 100 } },
      changes: [{ ...change, status: "pending" }],
    }
    expect(findLedgerDiscrepancies(input, ...journalRecords)).toEqual([
      { kind: "change-that-never-was", changeId: "ordch_1", age: 600 },
    ])
  })
})

describe("a cancelled order whose refund failed (A20)", () => {
  it("is a question for staff that names both amounts", () => {
    const input: LedgerInput = {
      payments: [buildCapturedPayment()],
      transactions: [CAPTURE_TRANSACTION, buildTransaction(["refund", "pay_1"], -1000)],
      order: { status: "canceled", canceled_at: secondsAgo(400) },
      collection: { status: "canceled" },
    }
    expect(listDiscrepancyKinds(input, SETTLE_RECORD)).toEqual([])
    const question = findLedgerQuestion(buildLedger(input), cents(100_000))
    expect(question).toMatchObject({ age: 400 })
    expect(question?.reason).toMatch(/counts \$1,000\.00 .* finances \$1,000\.00/)
  })
})
