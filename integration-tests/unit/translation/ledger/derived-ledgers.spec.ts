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
  const refunded = buildCapturedPayment({ refunds: [buildRow("ref_1", 100)] })
  const happened = [SETTLE_RECORD, buildRefund(900, "ref_1")]

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
    const wish = { payments: [refunded], transactions: [CAPTURE_TRANSACTION, ...transactions] }
    expect(findLedgerDiscrepancies(wish, ...happened)).toMatchObject([
      { kind: "transactions-astray", transactionIds: [transactions.at(-1)?.id] },
    ])
  })

  it("include a refund of a payment that was never captured", () => {
    const wish: LedgerInput = {
      payments: [buildPayment({ canceled_at: secondsAgo(50) })],
      transactions: [buildTransaction(["refund", "pay_1"], -1000)],
      order: { status: "canceled", canceled_at: secondsAgo(50) },
    }
    expect(listDiscrepancyKinds(wish)).toEqual(["transactions-astray"])
  })

  it("exclude refunds of captured, refunded, unknown and other methods' payments", () => {
    const order = { status: "canceled", canceled_at: secondsAgo(50) }
    const kindsOf = (payments: LedgerInput["payments"] & object, of: [string, string]) =>
      listDiscrepancyKinds({
        payments,
        transactions: [buildTransaction(of, -1000)],
        order,
        collection: { status: "canceled" },
      })
    const gone = buildPayment({ canceled_at: secondsAgo(50) })
    const foreign = buildPayment({ id: "pay_9", payment_session_id: "payses_other" })
    expect(kindsOf([gone, foreign], ["refund", "pay_9"])).toEqual([])
    expect(kindsOf([gone], ["refund", "pay_unknown"])).toEqual([])
    expect(kindsOf([gone], ["gift", "pay_1"])).toEqual([])
    const begun = { ...gone, captures: [buildRow("capt_1", 1000)] }
    expect(kindsOf([begun], ["refund", "pay_1"])).not.toContain("transactions-astray")
    const given = { ...gone, refunds: [buildRow("ref_1", 1000)] }
    expect(kindsOf([given], ["refund", "pay_1"])).not.toContain("transactions-astray")
  })

  it("exclude the transactions of other methods' payments", () => {
    const foreign = buildCapturedPayment({
      id: "pay_9",
      payment_session_id: "payses_other",
      captures: [buildRow("capt_9", 5)],
    })
    const wish = {
      payments: [refunded, foreign],
      transactions: [
        CAPTURE_TRANSACTION,
        buildTransaction(["refund", "ref_1"], -100),
        buildTransaction(["refund", "ref_unknown"], -7),
        buildTransaction(["gift-card", "gift_1"], -7),
        buildTransaction(["capture", "capt_9"], 4),
      ],
      order: { version: 2 },
    }
    expect(listDiscrepancyKinds(wish, ...happened)).toEqual([])
  })
})

describe("an order's summary", () => {
  const payments = [buildCapturedPayment({ refunds: [buildRow("ref_1", 100)] })]
  const transactions = [
    CAPTURE_TRANSACTION,
    buildTransaction(["refund", "ref_1"], -100, { created_at: secondsAgo(200) }),
  ]
  const happened = [SETTLE_RECORD, buildRefund(900, "ref_1")]
  const saying = (summary: NonNullable<LedgerInput["order"]>["summary"]): LedgerInput => ({
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
    expect(listDiscrepancyKinds(saying(summary), ...happened)).toEqual([])
  })

  it.each([
    [{ paid_total: 0, refunded_total: 100 }],
    [{ paid_total: 2000, refunded_total: 100 }],
    [{ paid_total: 1000, refunded_total: 0 }],
    [{ paid_total: 1000, refunded_total: 300 }],
  ])("with %j is miscounted: 1000 paid, 100 refunded (A7)", (summary) => {
    const [discrepancy, ...more] = findLedgerDiscrepancies(saying(summary), ...happened)
    expect(more).toEqual([])
    if (discrepancy?.kind !== "summary-miscounted") throw new Error(`It was ${discrepancy?.kind}`)
    expect([discrepancy.paid.toNumber(), discrepancy.refunded.toNumber(), discrepancy.age]).toEqual(
      [1000, 100, 200]
    )
  })
})

describe("discrepancies in collections and credit lines", () => {
  const refunded = buildCapturedPayment({ refunds: [buildRow("ref_1", 100, 700)] })
  const transactions = [CAPTURE_TRANSACTION, buildTransaction(["refund", "ref_1"], -100)]
  const happened = [SETTLE_RECORD, buildRefund(900, "ref_1")]

  it("include a collection whose refunded amount is too low", () => {
    const wish = {
      payments: [refunded],
      transactions,
      order: { version: 2 },
      collection: { refunded_amount: 0 },
    }
    const [discrepancy] = findLedgerDiscrepancies(wish, ...happened)
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
    const wish: LedgerInput = {
      payments: [refunded],
      transactions,
      order: { status: "canceled", canceled_at: secondsAgo(9_000) },
      collection: { status: "canceled", refunded_amount: 0 },
    }
    expect(findLedgerDiscrepancies(wish, ...happened)).toMatchObject([{ status: "canceled" }])
  })

  describe("of a cancelled order", () => {
    const sessions = [{ id: "payses_1", status: "authorized", amount: 1000 }]
    const dead = buildPayment({ canceled_at: secondsAgo(500) })
    const collection = (status: string, changes: object = {}) => ({
      id: `pay_col_${status}`,
      created_at: secondsAgo(390),
      status,
      amount: 1000,
      payments: [],
      payment_sessions: [],
      ...changes,
    })
    const closed = collection("canceled", { payments: [dead], payment_sessions: sessions })
    const cancelled = { status: "canceled", canceled_at: secondsAgo(400) }
    const of = (open: ReturnType<typeof collection>, order: LedgerInput["order"] = cancelled) =>
      findLedgerDiscrepancies({ order: { ...order, payment_collections: [closed, open] } })

    it.each(["not_paid", "awaiting", "authorized", "partially_authorized"])(
      "include a collection with status %s",
      (status) => {
        expect(of(collection(status))).toEqual([
          { kind: "collection-outlived", collectionId: `pay_col_${status}`, age: 390 },
        ])
      }
    )

    it("include our unpaid collection, and exclude another method's", () => {
      const underReview = (id: string) =>
        findLedgerDiscrepancies({
          order: {
            ...cancelled,
            payment_collections: [
              collection("awaiting", {
                payment_sessions: [{ id, status: "pending_authorization", amount: 1000 }],
              }),
            ],
          },
        })
      expect(underReview("payses_2")).toMatchObject([{ collectionId: "pay_col_awaiting" }])
      expect(underReview("payses_other")).toEqual([])
    })

    it("exclude a collection that is completed, partly captured, or has a live payment", () => {
      const foreign = buildPayment({ id: "pay_9", payment_session_id: "payses_other" })
      const begun = { ...foreign, canceled_at: secondsAgo(50), captures: [buildRow("capt_9", 1)] }
      expect(of(collection("completed"))).toEqual([])
      expect(of(collection("authorized", { payments: [foreign] }))).toEqual([])
      expect(of(collection("authorized", { payments: [begun], captured_amount: 1 }))).toEqual([])
    })

    it("exclude a collection opened a minute after the cancellation, or without a cancellation", () => {
      expect(of(collection("not_paid", { created_at: secondsAgo(340) }))).toEqual([])
      expect(of(collection("not_paid", { created_at: secondsAgo(341) }))).toHaveLength(1)
      expect(of(collection("not_paid"), {})).toEqual([])
    })

    it("are as old as the youngest of payments, collection and cancellation", () => {
      const late = buildPayment({
        id: "pay_9",
        canceled_at: secondsAgo(1),
        created_at: secondsAgo(7),
      })
      expect(of(collection("not_paid", { payments: [late] }))).toMatchObject([{ age: 7 }])
      const old = { created_at: secondsAgo(9_000) }
      expect(of(collection("not_paid", old))).toMatchObject([{ age: 400 }])
    })
  })

  describe("of an order with a captured loan", () => {
    const first = (changes: object = {}) => ({
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
    const open = (amount: number, status = "not_paid", age = 500) => ({
      id: `pay_col_${status}`,
      created_at: secondsAgo(age),
      status,
      amount,
    })
    const of = (
      pending: number,
      payment_collections: ReturnType<typeof open>[],
      { order, ...wish }: LedgerInput = {}
    ) =>
      findLedgerDiscrepancies(
        {
          transactions: [CAPTURE_TRANSACTION],
          order: { summary: { pending_difference: pending }, payment_collections, ...order },
          ...wish,
        },
        SETTLE_RECORD
      )
    const TOO_MUCH = [{ kind: "asked-for-too-much", age: 500 }]

    it.each([
      ["the whole total when only the rest is due", 100, [open(1100)]],
      ["a cent more than is due", 100, [open(100.01)]],
      ["any amount when nothing is due", 0, [open(100, "awaiting")]],
      ["any amount when the customer is owed a refund", -100, [open(900)]],
      ["the amount due twice", 100, [open(100), open(100, "awaiting")]],
    ])("include open collections over %s", (_, pending, collections) => {
      expect(of(pending, [first(), ...collections])).toEqual(TOO_MUCH)
    })

    it.each([
      ["an open collection over the amount due", 100, [open(100)]],
      ["an open collection over less than the amount due", 100, [open(60)]],
      ["two open collections that add up to the amount due", 100, [open(60), open(40, "awaiting")]],
      ["an order without open collections", 100, []],
      ["an open collection over zero", -100, [open(0)]],
      ["authorized collections", 0, [open(100, "authorized"), open(50, "partially_authorized")]],
      ["a cancelled collection", 0, [open(100, "canceled")]],
    ])("exclude %s", (_, pending, collections) => {
      expect(of(pending, [first(), ...collections])).toEqual([])
    })

    it("are as old as the youngest of collections, transactions and captures", () => {
      const young = buildTransaction(["capture", "capt_1"], 1000, { created_at: secondsAgo(8) })
      expect(of(0, [first(), open(100, "not_paid", 9)])).toMatchObject([{ age: 9 }])
      expect(of(0, [first(), open(100)], { transactions: [young] })).toMatchObject([{ age: 8 }])
      const capture = { captures: [buildRow("capt_1", 1000, 7)] }
      const collection = first({ payments: [buildCapturedPayment(capture)] })
      expect(of(0, [collection, open(100)])).toMatchObject([{ age: 7 }])
    })

    it("exclude cancelled, changing and uncaptured orders, open returns, and live payments", () => {
      const order = { status: "canceled", canceled_at: secondsAgo(5) }
      expect(of(0, [first(), open(100)], { order })).not.toContainEqual(TOO_MUCH[0])
      const edit = { id: "ordch_1", status: "pending", created_at: secondsAgo(900) }
      expect(of(0, [first(), open(100)], { changes: [edit] })).toEqual([])
      const items = [{ detail: { return_requested_quantity: 0 } }]
      expect(of(0, [first(), open(100)], { order: { items } })).toEqual(TOO_MUCH)
      const asked = [...items, { detail: { return_requested_quantity: "1" } }]
      expect(of(0, [first(), open(100)], { order: { items: asked } })).toEqual([])
      const theirs = buildPayment({ id: "pay_9", payment_session_id: "payses_other" })
      const live = { ...open(100, "awaiting"), payments: [theirs] }
      expect(of(0, [first(), live])).toEqual([])
      const authorized = { status: "authorized", captured_amount: 0, payments: [buildPayment()] }
      expect(
        findLedgerDiscrepancies({ order: { payment_collections: [first(authorized), open(100)] } })
      ).toEqual([])
    })
  })

  it("include a missing credit line, as old as another payment's latest refund", () => {
    const young = { version: 1, created_at: secondsAgo(3) }
    const other = buildCapturedPayment({
      id: "pay_9",
      payment_session_id: "payses_other",
      captures: [buildRow("capt_9", 500)],
      refunds: [buildRow("ref_9", 60, 3)],
    })
    const wish = {
      payments: [refunded, other],
      transactions: [
        ...transactions,
        buildTransaction(["capture", "capt_9"], 500),
        buildTransaction(["refund", "ref_9"], -60, young),
      ],
      order: { summary: { pending_difference: 60, paid_total: 1500, refunded_total: 160 } },
    }
    expect(findLedgerDiscrepancies(wish, ...happened)).toMatchObject([
      { kind: "credit-missing", age: 3 },
    ])
  })

  it("include a missing credit line, as old as its refund despite a newer repaired transaction", () => {
    const entered = { version: 1, created_at: secondsAgo(1) }
    const wish = {
      payments: [refunded],
      transactions: [CAPTURE_TRANSACTION, buildTransaction(["refund", "ref_1"], -100, entered)],
      order: { summary: { pending_difference: 100 } },
    }
    expect(findLedgerDiscrepancies(wish, ...happened)).toMatchObject([
      { kind: "credit-missing", age: 700 },
    ])
  })

  it("include a missing credit line while refunds of the current version leave an amount due", () => {
    const wish = {
      payments: [refunded],
      transactions,
      order: { summary: { pending_difference: 60 } },
    }
    const [discrepancy] = findLedgerDiscrepancies(wish, ...happened)
    expect(discrepancy).toMatchObject({
      kind: "credit-missing",
      collectionId: "pay_col_1",
      age: 700,
    })
    expect(discrepancy?.kind === "credit-missing" && discrepancy.amount.toNumber()).toBe(60)
  })

  it("include a missing credit line for a whole payment whose cancellation was interrupted (A20)", () => {
    const whole = buildTransaction(["refund", "pay_1"], -1000)
    const wish = {
      payments: [buildCapturedPayment({ refunds: [buildRow("ref_1", 1000)] })],
      transactions: [CAPTURE_TRANSACTION, whole],
      order: { summary: { pending_difference: 1000 } },
    }
    const [discrepancy] = findLedgerDiscrepancies(wish, SETTLE_RECORD, buildRefund(0, "ref_1"))
    expect(discrepancy?.kind === "credit-missing" && discrepancy.amount.toNumber()).toBe(1000)
  })

  it("round a missing credit line down, since core refuses more than the amount due", () => {
    const third = { value: "66.66666666666666666667", precision: 20 }
    const order = {
      summary: { pending_difference: 66.66666666666667, raw_pending_difference: third },
    }
    const [discrepancy] = findLedgerDiscrepancies(
      { payments: [refunded], transactions, order },
      ...happened
    )
    const amount = discrepancy?.kind === "credit-missing" ? discrepancy.amount : null
    expect(amount?.toFixed()).toBe("66.666666666")
  })

  it.each<[string, LedgerInput["order"], LedgerInput["changes"]]>([
    ["the order has a newer version", { version: 2, summary: { pending_difference: 60 } }, []],
    ["nothing is due", {}, []],
    ["the customer is owed a refund", { summary: { pending_difference: -60 } }, []],
  ])("exclude a credit line when %s", (_, order, changes = []) => {
    const wish = { payments: [refunded], transactions, order: order ?? {}, changes }
    expect(listDiscrepancyKinds(wish, ...happened)).toEqual([])
  })

  it("exclude a credit line for the whole payment while it is not refunded", () => {
    const wish = {
      payments: [buildCapturedPayment()],
      transactions: [CAPTURE_TRANSACTION, buildTransaction(["refund", "pay_1"], -1000)],
      order: { summary: { pending_difference: 1000 } },
    }
    expect(listDiscrepancyKinds(wish, SETTLE_RECORD)).toEqual([])
  })

  describe("that wait for an open change of the order", () => {
    const edit = {
      id: "ordch_1",
      status: "requested",
      change_type: "edit",
      created_at: secondsAgo(9_000),
    }
    const waits = (wish: LedgerInput, ...records: JournalRecord[]) => {
      const [discrepancy] = findLedgerDiscrepancies(wish, ...records)
      return discrepancy ? [discrepancy.kind, waitsForChange(buildLedger(wish), discrepancy)] : []
    }
    const pending = (difference: number) => ({ summary: { pending_difference: difference } })

    it("include a missing credit line, and a refund that needs one", () => {
      const counted = { payments: [refunded], transactions, changes: [edit] }
      const credit = { ...counted, order: pending(60) }
      expect(waits(credit, ...happened)).toEqual(["credit-missing", true])
      const uncounted = {
        payments: [refunded],
        transactions: [CAPTURE_TRANSACTION],
        changes: [edit],
      }
      expect(waits({ ...uncounted, order: pending(0) }, ...happened)).toEqual([
        "refund-unfinished",
        true,
      ])
      const without = {
        payments: [buildCapturedPayment()],
        transactions: [CAPTURE_TRANSACTION],
        changes: [edit],
      }
      expect(waits({ ...without, order: pending(0) }, ...happened)).toEqual([
        "refund-missing",
        true,
      ])
    })

    it("exclude a refund that the customer's credit covers exactly", () => {
      const uncounted = {
        payments: [refunded],
        transactions: [CAPTURE_TRANSACTION],
        changes: [edit],
      }
      expect(waits({ ...uncounted, order: pending(-100) }, ...happened)).toEqual([
        "refund-unfinished",
        false,
      ])
      expect(waits({ ...uncounted, order: pending(-99.9975) }, ...happened)).toEqual([
        "refund-unfinished",
        true,
      ])
    })

    it("exist only during such a change, and not for a cancelled order", () => {
      const uncounted = { payments: [refunded], transactions: [CAPTURE_TRANSACTION] }
      expect(waits(uncounted, ...happened)).toEqual(["refund-unfinished", false])
      const own = { ...edit, change_type: "credit_line", status: "pending" }
      expect(waits({ ...uncounted, changes: [own] }, ...happened)).toEqual([
        "change-that-never-was",
        false,
      ])
      const order = { status: "canceled", canceled_at: secondsAgo(900) }
      expect(waits({ ...uncounted, order, changes: [edit] }, ...happened)).toEqual([
        "refund-unfinished",
        false,
      ])
    })
  })

  it("include only the credit line's change that core never confirmed", () => {
    const change = { id: "ordch_1", change_type: "credit_line", created_at: secondsAgo(600) }
    const wish = {
      payments: [refunded],
      transactions,
      order: { summary: { pending_difference: 100 } },
      changes: [{ ...change, status: "pending" }],
    }
    expect(findLedgerDiscrepancies(wish, ...happened)).toEqual([
      { kind: "change-that-never-was", changeId: "ordch_1", age: 600 },
    ])
  })
})

describe("a cancelled order whose refund failed (A20)", () => {
  it("is a question for staff that names both amounts", () => {
    const wish: LedgerInput = {
      payments: [buildCapturedPayment()],
      transactions: [CAPTURE_TRANSACTION, buildTransaction(["refund", "pay_1"], -1000)],
      order: { status: "canceled", canceled_at: secondsAgo(400) },
      collection: { status: "canceled" },
    }
    expect(listDiscrepancyKinds(wish, SETTLE_RECORD)).toEqual([])
    const question = findLedgerQuestion(buildLedger(wish), cents(100_000))
    expect(question).toMatchObject({ age: 400 })
    expect(question?.reason).toMatch(/counts \$1,000\.00 .* finances \$1,000\.00/)
  })
})
