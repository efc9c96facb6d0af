import { cents } from "../../../../src/domain/money"
import {
  findDiscrepancies,
  findLedgerQuestion,
} from "../../../../src/translation/ledger/find-discrepancies"
import type { JournalRecord } from "../../../../src/translation/ledger/order-ledger"
import {
  buildLedger,
  buildCapturedPayment,
  type Payment,
  buildPayment,
  buildRow,
  secondsAgo,
  buildTransaction,
  type LedgerInput,
} from "./example-ledgers"
import {
  CAPTURE_TRANSACTION,
  findLedgerDiscrepancies,
  ENDED_JOURNAL,
  buildJournal,
  listDiscrepancyKinds,
  buildRefund,
  SETTLE_RECORD,
} from "./example-journal"

describe("a consistent ledger", () => {
  it.each<[string, LedgerInput, JournalRecord[]]>([
    ["an authorized payment", {}, []],
    [
      "a captured payment",
      { payments: [buildCapturedPayment()], transactions: [CAPTURE_TRANSACTION] },
      [SETTLE_RECORD],
    ],
    [
      "a partial refund",
      {
        payments: [buildCapturedPayment({ refunds: [buildRow("ref_1", 100)] })],
        transactions: [CAPTURE_TRANSACTION, buildTransaction(["refund", "ref_1"], -100)],
        order: { version: 2 },
      },
      [SETTLE_RECORD, buildRefund(900, "ref_1")],
    ],
    [
      "a refund of less than a cent, which is not sent",
      {
        payments: [buildCapturedPayment({ refunds: [buildRow("ref_1", 0.004)] })],
        transactions: [CAPTURE_TRANSACTION, buildTransaction(["refund", "ref_1"], -0.004)],
        order: { version: 2 },
      },
      [SETTLE_RECORD],
    ],
    [
      "a cancelled order with one transaction for the whole refund",
      {
        payments: [buildCapturedPayment({ refunds: [buildRow("ref_1", 1000)] })],
        transactions: [CAPTURE_TRANSACTION, buildTransaction(["refund", "pay_1"], -1000)],
        order: { status: "canceled", canceled_at: secondsAgo(900) },
        collection: { status: "canceled" },
      },
      [SETTLE_RECORD, buildRefund(0, "ref_1")],
    ],
    [
      "a cancelled order over fractions of a cent, refunded in whole cents (A20, A22)",
      {
        payments: [
          buildCapturedPayment({
            captures: [buildRow("capt_1", 999.99985)],
            refunds: [buildRow("ref_1", 500.01), buildRow("ref_2", 499.99)],
          }),
        ],
        transactions: [
          buildTransaction(["capture", "capt_1"], 999.99985),
          buildTransaction(["refund", "pay_1"], -999.99985),
        ],
        order: { status: "canceled", canceled_at: secondsAgo(900) },
        collection: { status: "canceled", amount: 999.99985 },
      },
      [SETTLE_RECORD, buildRefund(499.99, "ref_1"), buildRefund(0, "ref_2")],
    ],
    ["an order without a financing payment", { payments: [] }, []],
    [
      "another method's payment, whatever its rows",
      { payments: [buildCapturedPayment({ payment_session_id: "payses_other" })] },
      [],
    ],
  ])("has no discrepancies and no question: %s", (_, input, records) => {
    expect(findLedgerDiscrepancies(input, ...records)).toEqual([])
    expect(findLedgerQuestion(buildLedger(input), cents(0))).toBeNull()
  })
})

describe("payments in excess", () => {
  const secondPayment = buildPayment({
    id: "pay_2",
    payment_session_id: "payses_2",
    created_at: secondsAgo(60),
  })

  it("include the older of two payments on one loan when its session is gone", () => {
    const collection = {
      payment_sessions: [{ id: "payses_2", status: "authorized", amount: 1000 }],
    }
    expect(
      findLedgerDiscrepancies({ payments: [buildPayment(), secondPayment], collection })
    ).toEqual([{ kind: "payment-in-excess", paymentId: "pay_1", age: 60 }])
  })

  it("include the uncaptured one of two payments", () => {
    const discrepancies = findLedgerDiscrepancies(
      { payments: [buildCapturedPayment(), secondPayment], transactions: [CAPTURE_TRANSACTION] },
      SETTLE_RECORD
    )
    expect(discrepancies).toMatchObject([{ kind: "payment-in-excess", paymentId: "pay_2" }])
  })

  it("include a live payment of a cancelled order (C14)", () => {
    const order = { status: "canceled", canceled_at: secondsAgo(30) }
    expect(findLedgerDiscrepancies({ order })).toEqual([
      { kind: "payment-in-excess", paymentId: "pay_1", age: 30 },
    ])
  })

  it("exclude the newer payment when core cancelled the older one", () => {
    const cancelledPayment = buildPayment({ canceled_at: secondsAgo(100) })
    expect(listDiscrepancyKinds({ payments: [cancelledPayment, secondPayment] })).toEqual([])
  })

  it("include a payment without a session when another payment covers the order", () => {
    const otherPayment = buildPayment({ id: "pay_9", payment_session_id: "payses_other" })
    const buildSessions = (...ids: string[]) => ({
      payment_sessions: ids.map((id) => ({ id, status: "authorized", amount: 1000 })),
    })
    const listKinds = (
      collection: LedgerInput["collection"],
      ...payments: LedgerInput["payments"] & object
    ) => listDiscrepancyKinds({ payments, collection })
    expect(listKinds(buildSessions("payses_other"), buildPayment(), otherPayment)).toContain(
      "payment-in-excess"
    )
    // Its session exists, so core may still use it.
    expect(
      listKinds(buildSessions("payses_1", "payses_other"), buildPayment(), otherPayment)
    ).not.toContain("payment-in-excess")
    // The other payment is cancelled.
    const cancelledPayment = { ...otherPayment, canceled_at: secondsAgo(5) }
    expect(
      listKinds(buildSessions("payses_other"), buildPayment(), cancelledPayment)
    ).not.toContain("payment-in-excess")
    expect(listKinds(buildSessions(), buildPayment(), otherPayment)).not.toContain(
      "payment-in-excess"
    )
  })

  it("exclude a payment without a session when another payment covers only a part", () => {
    const otherPayment = buildCapturedPayment({ id: "pay_9", payment_session_id: "payses_other" })
    const collection = {
      payment_sessions: [{ id: "payses_other", status: "authorized", amount: 1000 }],
    }
    const listKinds = (total: number) =>
      listDiscrepancyKinds({
        payments: [buildPayment(), otherPayment],
        collection,
        order: { total },
      })
    expect(listKinds(1000)).toContain("payment-in-excess")
    expect(listKinds(2000)).not.toContain("payment-in-excess")
  })

  it("exclude a payment that is captured or being captured", () => {
    const capturingPayment = buildPayment({ captures: [buildRow("capt_1", 1000)] })
    expect(
      findLedgerDiscrepancies({ payments: [capturingPayment, secondPayment] }, SETTLE_RECORD)
    ).toMatchObject([{ kind: "payment-in-excess", paymentId: "pay_2" }])
    const order = { status: "canceled", canceled_at: secondsAgo(30) }
    for (const payment of [capturingPayment, buildPayment({ captured_at: secondsAgo(9) })]) {
      expect(listDiscrepancyKinds({ payments: [payment], order })).not.toContain(
        "payment-in-excess"
      )
    }
  })

  it("are a question for staff when both were captured, as old as the younger capture", () => {
    const capturedPayments = [
      buildCapturedPayment(),
      buildCapturedPayment({ ...secondPayment, captures: [buildRow("capt_2", 1000)] }),
    ]
    const transactions = [CAPTURE_TRANSACTION, buildTransaction(["capture", "capt_2"], 1000)]
    const input = { payments: capturedPayments, transactions, order: { version: 2 } }
    expect(listDiscrepancyKinds(input, SETTLE_RECORD)).toEqual([])
    const recentPayments = [
      buildCapturedPayment(),
      buildCapturedPayment({ ...secondPayment, captures: [buildRow("capt_2", 1000, 70)] }),
    ]
    const question = findLedgerQuestion(
      buildLedger({ ...input, payments: recentPayments }),
      cents(100_000)
    )
    expect(question?.reason).toMatch(/captured 2 payments .+ only one of them/)
    expect(question?.age).toBe(70)
  })
})

describe("captures that core did not finish (fact 23)", () => {
  const capturingPayment = buildPayment({ captures: [buildRow("capt_1", 1000, 200)] })

  it("are capture-never-sent when nothing was settled", () => {
    expect(findLedgerDiscrepancies({ payments: [capturingPayment] })).toEqual([
      { kind: "capture-never-sent", captureIds: ["capt_1"], age: 200 },
    ])
  })

  it("are capture-unfinished when the journal contains a settle", () => {
    expect(findLedgerDiscrepancies({ payments: [capturingPayment] }, SETTLE_RECORD)).toEqual([
      { kind: "capture-unfinished", paymentId: "pay_1", captureIds: ["capt_1"], age: 200 },
    ])
  })

  it("are capture-unfinished after a settle, even if core deleted the capture row", () => {
    expect(listDiscrepancyKinds({}, SETTLE_RECORD)).toEqual(["capture-unfinished"])
  })

  it("are capture-unfinished without their transaction", () => {
    expect(listDiscrepancyKinds({ payments: [buildCapturedPayment()] }, SETTLE_RECORD)).toEqual([
      "capture-unfinished",
    ])
  })

  it("are capture-never-sent on a cancelled payment that another payment replaced (A13)", () => {
    const cancelledPayment = buildCapturedPayment({ canceled_at: secondsAgo(100) })
    const secondPayment = buildCapturedPayment({
      id: "pay_2",
      payment_session_id: "payses_2",
      captures: [buildRow("capt_2", 1000)],
    })
    const transactions = [buildTransaction(["capture", "capt_2"], 1000)]
    expect(
      findLedgerDiscrepancies({ payments: [cancelledPayment, secondPayment], transactions })
    ).toMatchObject([{ kind: "capture-never-sent", captureIds: ["capt_1"] }])
  })

  it("are cancelled-but-captured on a payment cancelled during capture, unless others pay in full", () => {
    const capturedCancelledPayment = buildCapturedPayment({ canceled_at: secondsAgo(100) })
    const cancelledButCaptured = { kind: "cancelled-but-captured", paymentId: "pay_1" }
    expect(findLedgerDiscrepancies({ payments: [capturedCancelledPayment] })).toMatchObject([
      cancelledButCaptured,
    ])
    expect(
      findLedgerDiscrepancies({ payments: [capturedCancelledPayment] }, SETTLE_RECORD)
    ).toMatchObject([{ ...cancelledButCaptured, age: 3600 }])
    // The process died before core marked the payment as captured.
    const interruptedPayment = buildPayment({ ...capturingPayment, canceled_at: secondsAgo(190) })
    expect(
      findLedgerDiscrepancies({ payments: [interruptedPayment] }, SETTLE_RECORD)
    ).toMatchObject([{ ...cancelledButCaptured, age: 200 }])
    expect(listDiscrepancyKinds({ payments: [interruptedPayment] })).toEqual(["capture-never-sent"])
    const buildOtherPayment = (amount: number) =>
      buildPayment({
        ...buildCapturedPayment({ captures: [buildRow("capt_2", amount)] }),
        id: "pay_2",
        payment_session_id: "payses_other",
      })
    expect(
      findLedgerDiscrepancies({ payments: [capturedCancelledPayment, buildOtherPayment(999.99)] })
    ).toMatchObject([cancelledButCaptured])
    expect(
      listDiscrepancyKinds({ payments: [capturedCancelledPayment, buildOtherPayment(1000)] })
    ).not.toContain(cancelledButCaptured.kind)
    expect(
      listDiscrepancyKinds({ payments: [capturedCancelledPayment, buildPayment({ id: "pay_2" })] })
    ).not.toContain(cancelledButCaptured.kind)
    expect(
      listDiscrepancyKinds(
        { payments: [capturedCancelledPayment] },
        SETTLE_RECORD,
        buildRefund(0, null)
      )
    ).not.toContain(cancelledButCaptured.kind)
  })

  it("are capture-never-sent on a payment cancelled with its order without a settle (A20)", () => {
    const cancelledPayment = buildPayment({ ...capturingPayment, canceled_at: secondsAgo(190) })
    const order = { status: "canceled", canceled_at: secondsAgo(180) }
    expect(findLedgerDiscrepancies({ payments: [cancelledPayment], order })).toEqual([
      { kind: "capture-never-sent", captureIds: ["capt_1"], age: 200 },
    ])
    expect(
      listDiscrepancyKinds(
        { payments: [cancelledPayment], order, collection: { status: "canceled" } },
        SETTLE_RECORD
      )
    ).toEqual([])
  })

  it("are capture-never-sent on a cancelled order's payment that was fully refunded", () => {
    const cancelledPayment = buildPayment({ ...capturingPayment, canceled_at: secondsAgo(190) })
    const order = { status: "canceled", canceled_at: secondsAgo(180) }
    const input = { payments: [cancelledPayment], order, collection: { status: "canceled" } }
    expect(listDiscrepancyKinds(input, SETTLE_RECORD, buildRefund(0, null))).toEqual([
      "capture-never-sent",
    ])
  })
})

describe("refunds and their rows", () => {
  it("are refund-that-never-was without a capture, and leave their transaction astray (A20)", () => {
    const order = { status: "canceled", canceled_at: secondsAgo(900) }
    const buildInput = (refunds: Payment["refunds"]) => ({
      payments: [buildPayment({ canceled_at: secondsAgo(900), refunds })],
      transactions: [buildTransaction(["refund", "pay_1"], -1000)],
      order,
      collection: { status: "canceled" },
    })
    expect(findLedgerDiscrepancies(buildInput([buildRow("ref_1", 530, 800)]))).toEqual([
      { kind: "refund-that-never-was", refundIds: ["ref_1"], age: 800 },
    ])
    expect(listDiscrepancyKinds(buildInput([]))).toEqual(["transactions-astray"])
  })

  it("are refund-missing when the journal confirms them and no row exists", () => {
    const input = { payments: [buildCapturedPayment()], transactions: [CAPTURE_TRANSACTION] }
    expect(
      findLedgerDiscrepancies(input, SETTLE_RECORD, buildRefund(900, "ref_gone"))
    ).toMatchObject([
      { kind: "refund-missing", operationId: "finop_900", cents: 10_000, isInTransactions: false },
    ])
  })

  it("include the fractions of a cent when nothing remains", () => {
    const capturedPayment = buildCapturedPayment({ captures: [buildRow("capt_1", 999.995)] })
    const transactions = [buildTransaction(["capture", "capt_1"], 999.995)]
    const [discrepancy] = findLedgerDiscrepancies(
      { payments: [capturedPayment], transactions },
      SETTLE_RECORD,
      buildRefund(0, null)
    )
    expect(discrepancy).toMatchObject({ kind: "refund-missing", cents: 100_000 })
    expect(discrepancy?.kind === "refund-missing" && discrepancy.amount.toFixed()).toBe("999.995")
  })

  it("are refund-missing on a cancelled order although their transaction exists (A20)", () => {
    const input: LedgerInput = {
      payments: [buildCapturedPayment()],
      transactions: [CAPTURE_TRANSACTION, buildTransaction(["refund", "pay_1"], -1000)],
      order: { status: "canceled", canceled_at: secondsAgo(900) },
    }
    expect(findLedgerDiscrepancies(input, SETTLE_RECORD, buildRefund(0, "ref_gone"))).toMatchObject(
      [{ kind: "refund-missing", isInTransactions: true }]
    )
  })

  it("are refund-unlinked when an unlinked row has the same amount", () => {
    const input = {
      payments: [buildCapturedPayment({ refunds: [buildRow("ref_2", 100, 300)] })],
      transactions: [CAPTURE_TRANSACTION],
    }
    expect(findLedgerDiscrepancies(input, SETTLE_RECORD, buildRefund(900, "ref_gone"))).toEqual([
      {
        kind: "refund-unlinked",
        operationId: "finop_900",
        from: "ref_gone",
        refundId: "ref_2",
        age: 300,
      },
    ])
  })

  it("are sorted by their remaining amounts, whatever the order of the journal (H1)", () => {
    const { refunds } = buildJournal(
      buildRefund(700, "ref_3"),
      buildRefund(900, "ref_1"),
      buildRefund(850, "ref_2")
    )
    expect(refunds.map(({ reference, cents }) => [reference, cents])).toEqual([
      ["ref_1", 10_000],
      ["ref_2", 5_000],
      ["ref_3", 15_000],
    ])
  })

  it("are refund-that-never-was, with the row's age, when a row has another amount", () => {
    const input = {
      payments: [buildCapturedPayment({ refunds: [buildRow("ref_2", 50, 3)] })],
      transactions: [CAPTURE_TRANSACTION],
    }
    expect(
      findLedgerDiscrepancies(input, SETTLE_RECORD, buildRefund(900, "ref_gone"))
    ).toMatchObject([{ kind: "refund-that-never-was", refundIds: ["ref_2"], age: 3 }])
  })

  it("are refund-missing only after a stale row is gone, since core refuses both together (A5, A8)", () => {
    const stalePayment = buildCapturedPayment({ refunds: [buildRow("ref_2", 50, 500)] })
    const fullRefund = buildRefund(0, "ref_gone")
    expect(
      findLedgerDiscrepancies(
        { payments: [stalePayment], transactions: [CAPTURE_TRANSACTION] },
        SETTLE_RECORD,
        fullRefund
      )
    ).toEqual([{ kind: "refund-that-never-was", refundIds: ["ref_2"], age: 500 }])
    const [discrepancy] = findLedgerDiscrepancies(
      { payments: [buildCapturedPayment()], transactions: [CAPTURE_TRANSACTION] },
      SETTLE_RECORD,
      fullRefund
    )
    expect(discrepancy).toMatchObject({ kind: "refund-missing", cents: 100_000 })
    expect(discrepancy?.kind === "refund-missing" && discrepancy.amount.toFixed()).toBe("1000")
  })

  it.each<[string, JournalRecord[]]>([
    ["the journal has no refund", []],
    ["the service refused the refund", [buildRefund(900, "ref_1", { outcome: "refused" })]],
  ])("are refund-that-never-was when %s", (_, records) => {
    const input = {
      payments: [buildCapturedPayment({ refunds: [buildRow("ref_1", 100, 500)] })],
      transactions: [CAPTURE_TRANSACTION],
    }
    expect(findLedgerDiscrepancies(input, SETTLE_RECORD, ...records)).toEqual([
      { kind: "refund-that-never-was", refundIds: ["ref_1"], age: 500 },
    ])
  })

  it("keep their rows when the remaining rows would not match the confirmed refunds", () => {
    const input = {
      payments: [buildCapturedPayment({ refunds: [buildRow("ref_1", 60), buildRow("ref_2", 40)] })],
      transactions: [CAPTURE_TRANSACTION],
    }
    expect(listDiscrepancyKinds(input, SETTLE_RECORD, buildRefund(900, "ref_1"))).not.toContain(
      "refund-that-never-was"
    )
  })

  it("are refund-unfinished without a transaction", () => {
    const input = {
      payments: [buildCapturedPayment({ refunds: [buildRow("ref_1", 100, 400)] })],
      transactions: [CAPTURE_TRANSACTION],
    }
    expect(findLedgerDiscrepancies(input, SETTLE_RECORD, buildRefund(900, "ref_1"))).toMatchObject([
      { kind: "refund-unfinished", refundId: "ref_1", age: 400 },
    ])
  })

  it("are covered by the whole payment's transaction newest first, and refund-unfinished otherwise", () => {
    const input: LedgerInput = {
      payments: [
        buildCapturedPayment({
          refunds: [buildRow("ref_1", 100, 900), buildRow("ref_2", 900, 500)],
        }),
      ],
      transactions: [CAPTURE_TRANSACTION, buildTransaction(["refund", "pay_1"], -900)],
      order: { status: "canceled", canceled_at: secondsAgo(400) },
    }
    const refunds = [buildRefund(900, "ref_1"), buildRefund(0, "ref_2")]
    expect(findLedgerDiscrepancies(input, SETTLE_RECORD, ...refunds)).toMatchObject([
      { kind: "refund-unfinished", refundId: "ref_1" },
    ])
  })

  const cancelledOrder = { status: "canceled", canceled_at: secondsAgo(900) }

  it("make the whole payment's transaction astray when its amount differs (A20)", () => {
    // Core wrote the transaction while Medusa had a row for a refund of 100 that never happened.
    const input: LedgerInput = {
      payments: [buildCapturedPayment({ refunds: [buildRow("ref_2", 1000, 500)] })],
      transactions: [CAPTURE_TRANSACTION, buildTransaction(["refund", "pay_1"], -900)],
      order: cancelledOrder,
    }
    const journalRecords = [SETTLE_RECORD, buildRefund(0, "ref_2")]
    expect(findLedgerDiscrepancies(input, ...journalRecords)).toEqual([
      { kind: "transactions-astray", transactionIds: ["ordtrx_pay_1"], age: 500 },
    ])
    const repairedInput = { ...input, transactions: [CAPTURE_TRANSACTION] }
    expect(findLedgerDiscrepancies(repairedInput, ...journalRecords)).toMatchObject([
      { kind: "refund-unfinished", refundId: "ref_2" },
    ])
  })

  it("make the whole payment's transaction astray when one also has its own transaction (A20)", () => {
    const input: LedgerInput = {
      payments: [
        buildCapturedPayment({ refunds: [buildRow("ref_1", 520), buildRow("ref_2", 480)] }),
      ],
      transactions: [
        CAPTURE_TRANSACTION,
        buildTransaction(["refund", "pay_1"], -1000),
        buildTransaction(["refund", "ref_2"], -480),
      ],
      order: cancelledOrder,
    }
    expect(
      findLedgerDiscrepancies(
        input,
        SETTLE_RECORD,
        buildRefund(480, "ref_1"),
        buildRefund(0, "ref_2")
      )
    ).toEqual([{ kind: "transactions-astray", transactionIds: ["ordtrx_pay_1"], age: 3600 }])
  })

  it("keep the whole payment's transaction until all is refunded and every row is confirmed", () => {
    const buildInput = (refunds: Parameters<typeof buildRow>[]): LedgerInput => ({
      payments: [buildCapturedPayment({ refunds: refunds.map((row) => buildRow(...row)) })],
      transactions: [CAPTURE_TRANSACTION, buildTransaction(["refund", "pay_1"], -900)],
      order: cancelledOrder,
    })
    expect(
      findLedgerDiscrepancies(
        buildInput([["ref_1", 999.98]]),
        SETTLE_RECORD,
        buildRefund(0.02, "ref_1")
      )
    ).toMatchObject([{ kind: "refund-unfinished" }])
    const twoRows = buildInput([
      ["ref_1", 1000],
      ["ref_2", 5],
    ])
    expect(listDiscrepancyKinds(twoRows, SETTLE_RECORD, buildRefund(0, "ref_1"))).toEqual([
      "refund-that-never-was",
    ])
  })

  it("are refund-unfinished without a transaction, even below a cent", () => {
    const input = {
      payments: [buildCapturedPayment({ refunds: [buildRow("ref_1", 0.006, 400)] })],
      transactions: [CAPTURE_TRANSACTION],
    }
    expect(findLedgerDiscrepancies(input, SETTLE_RECORD, buildRefund(999, "ref_1"))).toMatchObject([
      { kind: "refund-unfinished", refundId: "ref_1" },
    ])
  })
})

describe("N12: an order whose financing ended unsettled and which another payment covers", () => {
  const buildCollection = (payments: Payment[], status: string) => ({
    id: "pay_col_1",
    created_at: secondsAgo(10_000),
    status,
    amount: 1000,
    payment_sessions: [{ id: "payses_1", status: "authorized", amount: 1000 }],
    payments,
  })
  const otherCollection = {
    id: "pay_col_2",
    created_at: secondsAgo(8000),
    status: "completed",
    amount: 1000,
    captured_amount: 1000,
    payment_sessions: [{ id: "payses_9", status: "captured", amount: 1000 }],
    payments: [buildCapturedPayment({ id: "pay_2", payment_session_id: "payses_9" })],
  }
  const listKinds = (payments: Payment[], status: string, journal = ENDED_JOURNAL) =>
    findDiscrepancies(
      buildLedger({
        order: { payment_collections: [buildCollection(payments, status), otherCollection] },
      }),
      journal
    ).map(({ kind }) => kind)

  it("reports the unneeded payment, then the collection that awaits it", () => {
    expect(listKinds([buildPayment()], "authorized")).toEqual(["payment-in-excess"])
    const cancelledPayments = [buildPayment({ canceled_at: secondsAgo(4000) })]
    expect(listKinds(cancelledPayments, "awaiting")).toEqual(["collection-outlived"])
    expect(listKinds([], "awaiting")).toEqual(["collection-outlived"])
    expect(listKinds(cancelledPayments, "canceled")).toEqual([])
  })

  it("reports nothing while the financing continues", () => {
    expect(listKinds([buildPayment()], "authorized", buildJournal())).toEqual([])
  })
})
