import { cents } from "../../../../src/domain/money"
import {
  findDiscrepancies,
  findLedgerQuestion,
} from "../../../../src/translation/ledger/find-discrepancies"
import type { JournalRecord } from "../../../../src/translation/ledger/order-ledger"
import {
  ledger,
  captured,
  type Payment,
  payment,
  row,
  secondsAgo,
  transaction,
  type Wish,
} from "./example-ledgers"
import { CAPTURED, discrepancies, ENDED, journal, kinds, refundTo, settle } from "./example-journal"

describe("a consistent ledger", () => {
  it.each<[string, Wish, JournalRecord[]]>([
    ["an authorized payment", {}, []],
    ["a captured payment", { payments: [captured()], transactions: [CAPTURED] }, [settle]],
    [
      "a partial refund",
      {
        payments: [captured({ refunds: [row("ref_1", 100)] })],
        transactions: [CAPTURED, transaction(["refund", "ref_1"], -100)],
        order: { version: 2 },
      },
      [settle, refundTo(900, "ref_1")],
    ],
    [
      "a refund of less than a cent, which is not sent",
      {
        payments: [captured({ refunds: [row("ref_1", 0.004)] })],
        transactions: [CAPTURED, transaction(["refund", "ref_1"], -0.004)],
        order: { version: 2 },
      },
      [settle],
    ],
    [
      "a cancelled order with one transaction for the whole refund",
      {
        payments: [captured({ refunds: [row("ref_1", 1000)] })],
        transactions: [CAPTURED, transaction(["refund", "pay_1"], -1000)],
        order: { status: "canceled", canceled_at: secondsAgo(900) },
        collection: { status: "canceled" },
      },
      [settle, refundTo(0, "ref_1")],
    ],
    [
      "a cancelled order over fractions of a cent, refunded in whole cents (A20, A22)",
      {
        payments: [
          captured({
            captures: [row("capt_1", 999.99985)],
            refunds: [row("ref_1", 500.01), row("ref_2", 499.99)],
          }),
        ],
        transactions: [
          transaction(["capture", "capt_1"], 999.99985),
          transaction(["refund", "pay_1"], -999.99985),
        ],
        order: { status: "canceled", canceled_at: secondsAgo(900) },
        collection: { status: "canceled", amount: 999.99985 },
      },
      [settle, refundTo(499.99, "ref_1"), refundTo(0, "ref_2")],
    ],
    ["an order without a financing payment", { payments: [] }, []],
    [
      "another method's payment, whatever its rows",
      { payments: [captured({ payment_session_id: "payses_other" })] },
      [],
    ],
  ])("has no discrepancies and no question: %s", (_, wish, records) => {
    expect(discrepancies(wish, ...records)).toEqual([])
    expect(findLedgerQuestion(ledger(wish), cents(0))).toBeNull()
  })
})

describe("payments in excess", () => {
  const second = payment({
    id: "pay_2",
    payment_session_id: "payses_2",
    created_at: secondsAgo(60),
  })

  it("include the older of two payments on one loan when its session is gone", () => {
    const collection = {
      payment_sessions: [{ id: "payses_2", status: "authorized", amount: 1000 }],
    }
    expect(discrepancies({ payments: [payment(), second], collection })).toEqual([
      { kind: "payment-in-excess", paymentId: "pay_1", age: 60 },
    ])
  })

  it("include the uncaptured one of two payments", () => {
    const found = discrepancies(
      { payments: [captured(), second], transactions: [CAPTURED] },
      settle
    )
    expect(found).toMatchObject([{ kind: "payment-in-excess", paymentId: "pay_2" }])
  })

  it("include a live payment of a cancelled order (C14)", () => {
    const order = { status: "canceled", canceled_at: secondsAgo(30) }
    expect(discrepancies({ order })).toEqual([
      { kind: "payment-in-excess", paymentId: "pay_1", age: 30 },
    ])
  })

  it("exclude the newer payment when core cancelled the older one", () => {
    const cancelled = payment({ canceled_at: secondsAgo(100) })
    expect(kinds({ payments: [cancelled, second] })).toEqual([])
  })

  it("include a payment without a session when another payment covers the order", () => {
    const paying = payment({ id: "pay_9", payment_session_id: "payses_other" })
    const sessions = (...ids: string[]) => ({
      payment_sessions: ids.map((id) => ({ id, status: "authorized", amount: 1000 })),
    })
    const found = (collection: Wish["collection"], ...payments: Wish["payments"] & object) =>
      kinds({ payments, collection })
    expect(found(sessions("payses_other"), payment(), paying)).toContain("payment-in-excess")
    // Its session exists, so core may still use it.
    expect(found(sessions("payses_1", "payses_other"), payment(), paying)).not.toContain(
      "payment-in-excess"
    )
    // The other payment is cancelled.
    const given = { ...paying, canceled_at: secondsAgo(5) }
    expect(found(sessions("payses_other"), payment(), given)).not.toContain("payment-in-excess")
    expect(found(sessions(), payment(), paying)).not.toContain("payment-in-excess")
  })

  it("exclude a payment without a session when another payment covers only a part", () => {
    const paying = captured({ id: "pay_9", payment_session_id: "payses_other" })
    const collection = {
      payment_sessions: [{ id: "payses_other", status: "authorized", amount: 1000 }],
    }
    const found = (total: number) =>
      kinds({ payments: [payment(), paying], collection, order: { total } })
    expect(found(1000)).toContain("payment-in-excess")
    expect(found(2000)).not.toContain("payment-in-excess")
  })

  it("exclude a payment that is captured or being captured", () => {
    const begun = payment({ captures: [row("capt_1", 1000)] })
    expect(discrepancies({ payments: [begun, second] }, settle)).toMatchObject([
      { kind: "payment-in-excess", paymentId: "pay_2" },
    ])
    const order = { status: "canceled", canceled_at: secondsAgo(30) }
    for (const one of [begun, payment({ captured_at: secondsAgo(9) })]) {
      expect(kinds({ payments: [one], order })).not.toContain("payment-in-excess")
    }
  })

  it("are a question for staff when both were captured, as old as the younger capture", () => {
    const both = [captured(), captured({ ...second, captures: [row("capt_2", 1000)] })]
    const transactions = [CAPTURED, transaction(["capture", "capt_2"], 1000)]
    const wish = { payments: both, transactions, order: { version: 2 } }
    expect(kinds(wish, settle)).toEqual([])
    const young = [captured(), captured({ ...second, captures: [row("capt_2", 1000, 70)] })]
    const question = findLedgerQuestion(ledger({ ...wish, payments: young }), cents(100_000))
    expect(question?.reason).toMatch(/captured 2 payments .+ only one of them/)
    expect(question?.age).toBe(70)
  })
})

describe("captures that core did not finish (fact 23)", () => {
  const begun = payment({ captures: [row("capt_1", 1000, 200)] })

  it("are capture-that-never-was when nothing was settled", () => {
    expect(discrepancies({ payments: [begun] })).toEqual([
      { kind: "capture-that-never-was", captureIds: ["capt_1"], age: 200 },
    ])
  })

  it("are capture-unfinished when the journal contains a settle", () => {
    expect(discrepancies({ payments: [begun] }, settle)).toEqual([
      { kind: "capture-unfinished", paymentId: "pay_1", captureIds: ["capt_1"], age: 200 },
    ])
  })

  it("are capture-unfinished after a settle, even if core deleted the capture row", () => {
    expect(kinds({}, settle)).toEqual(["capture-unfinished"])
  })

  it("are capture-unfinished without their transaction", () => {
    expect(kinds({ payments: [captured()] }, settle)).toEqual(["capture-unfinished"])
  })

  it("are capture-that-never-was on a cancelled payment that another payment replaced (A13)", () => {
    const first = captured({ canceled_at: secondsAgo(100) })
    const second = captured({
      id: "pay_2",
      payment_session_id: "payses_2",
      captures: [row("capt_2", 1000)],
    })
    const transactions = [transaction(["capture", "capt_2"], 1000)]
    expect(discrepancies({ payments: [first, second], transactions })).toMatchObject([
      { kind: "capture-that-never-was", captureIds: ["capt_1"] },
    ])
  })

  it("are captured-when-cancelled on a payment cancelled during capture, unless others pay in full", () => {
    const both = captured({ canceled_at: secondsAgo(100) })
    const alive = { kind: "captured-when-cancelled", paymentId: "pay_1" }
    expect(discrepancies({ payments: [both] })).toMatchObject([alive])
    expect(discrepancies({ payments: [both] }, settle)).toMatchObject([{ ...alive, age: 3600 }])
    // The process died before core marked the payment as captured.
    const rows = payment({ ...begun, canceled_at: secondsAgo(190) })
    expect(discrepancies({ payments: [rows] }, settle)).toMatchObject([{ ...alive, age: 200 }])
    expect(kinds({ payments: [rows] })).toEqual(["capture-that-never-was"])
    const other = (amount: number) =>
      payment({
        ...captured({ captures: [row("capt_2", amount)] }),
        id: "pay_2",
        payment_session_id: "payses_other",
      })
    expect(discrepancies({ payments: [both, other(999.99)] })).toMatchObject([alive])
    expect(kinds({ payments: [both, other(1000)] })).not.toContain(alive.kind)
    expect(kinds({ payments: [both, payment({ id: "pay_2" })] })).not.toContain(alive.kind)
    expect(kinds({ payments: [both] }, settle, refundTo(0, null))).not.toContain(alive.kind)
  })

  it("are capture-that-never-was on a payment cancelled with its order without a settle (A20)", () => {
    const cancelled = payment({ ...begun, canceled_at: secondsAgo(190) })
    const order = { status: "canceled", canceled_at: secondsAgo(180) }
    expect(discrepancies({ payments: [cancelled], order })).toEqual([
      { kind: "capture-that-never-was", captureIds: ["capt_1"], age: 200 },
    ])
    expect(
      kinds({ payments: [cancelled], order, collection: { status: "canceled" } }, settle)
    ).toEqual([])
  })

  it("are capture-that-never-was on a cancelled order's payment that was fully refunded", () => {
    const cancelled = payment({ ...begun, canceled_at: secondsAgo(190) })
    const order = { status: "canceled", canceled_at: secondsAgo(180) }
    const wish = { payments: [cancelled], order, collection: { status: "canceled" } }
    expect(kinds(wish, settle, refundTo(0, null))).toEqual(["capture-that-never-was"])
  })
})

describe("refunds and their rows", () => {
  it("are refund-that-never-was without a capture, and leave their transaction astray (A20)", () => {
    const order = { status: "canceled", canceled_at: secondsAgo(900) }
    const left = (refunds: Payment["refunds"]) => ({
      payments: [payment({ canceled_at: secondsAgo(900), refunds })],
      transactions: [transaction(["refund", "pay_1"], -1000)],
      order,
      collection: { status: "canceled" },
    })
    expect(discrepancies(left([row("ref_1", 530, 800)]))).toEqual([
      { kind: "refund-that-never-was", refundIds: ["ref_1"], age: 800 },
    ])
    expect(kinds(left([]))).toEqual(["transactions-astray"])
  })

  it("are refund-missing when the journal confirms them and no row exists", () => {
    const wish = { payments: [captured()], transactions: [CAPTURED] }
    expect(discrepancies(wish, settle, refundTo(900, "ref_gone"))).toMatchObject([
      { kind: "refund-missing", operationId: "finop_900", cents: 10_000, isInTransactions: false },
    ])
  })

  it("include the fractions of a cent when nothing remains", () => {
    const paid = captured({ captures: [row("capt_1", 999.995)] })
    const transactions = [transaction(["capture", "capt_1"], 999.995)]
    const [discrepancy] = discrepancies(
      { payments: [paid], transactions },
      settle,
      refundTo(0, null)
    )
    expect(discrepancy).toMatchObject({ kind: "refund-missing", cents: 100_000 })
    expect(discrepancy?.kind === "refund-missing" && discrepancy.amount.toFixed()).toBe("999.995")
  })

  it("are refund-missing on a cancelled order although their transaction exists (A20)", () => {
    const wish: Wish = {
      payments: [captured()],
      transactions: [CAPTURED, transaction(["refund", "pay_1"], -1000)],
      order: { status: "canceled", canceled_at: secondsAgo(900) },
    }
    expect(discrepancies(wish, settle, refundTo(0, "ref_gone"))).toMatchObject([
      { kind: "refund-missing", isInTransactions: true },
    ])
  })

  it("are refund-unlinked when an unlinked row has the same amount", () => {
    const wish = {
      payments: [captured({ refunds: [row("ref_2", 100, 300)] })],
      transactions: [CAPTURED],
    }
    expect(discrepancies(wish, settle, refundTo(900, "ref_gone"))).toEqual([
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
    const { refunds } = journal(
      refundTo(700, "ref_3"),
      refundTo(900, "ref_1"),
      refundTo(850, "ref_2")
    )
    expect(refunds.map(({ reference, cents }) => [reference, cents])).toEqual([
      ["ref_1", 10_000],
      ["ref_2", 5_000],
      ["ref_3", 15_000],
    ])
  })

  it("are refund-that-never-was, with the row's age, when a row has another amount", () => {
    const wish = {
      payments: [captured({ refunds: [row("ref_2", 50, 3)] })],
      transactions: [CAPTURED],
    }
    expect(discrepancies(wish, settle, refundTo(900, "ref_gone"))).toMatchObject([
      { kind: "refund-that-never-was", refundIds: ["ref_2"], age: 3 },
    ])
  })

  it("are refund-missing only after a stale row is gone, since core refuses both together (A5, A8)", () => {
    const stale = captured({ refunds: [row("ref_2", 50, 500)] })
    const all = refundTo(0, "ref_gone")
    expect(discrepancies({ payments: [stale], transactions: [CAPTURED] }, settle, all)).toEqual([
      { kind: "refund-that-never-was", refundIds: ["ref_2"], age: 500 },
    ])
    const [missing] = discrepancies(
      { payments: [captured()], transactions: [CAPTURED] },
      settle,
      all
    )
    expect(missing).toMatchObject({ kind: "refund-missing", cents: 100_000 })
    expect(missing?.kind === "refund-missing" && missing.amount.toFixed()).toBe("1000")
  })

  it.each<[string, JournalRecord[]]>([
    ["the journal has no refund", []],
    ["the service refused the refund", [refundTo(900, "ref_1", { outcome: "refused" })]],
  ])("are refund-that-never-was when %s", (_, records) => {
    const wish = {
      payments: [captured({ refunds: [row("ref_1", 100, 500)] })],
      transactions: [CAPTURED],
    }
    expect(discrepancies(wish, settle, ...records)).toEqual([
      { kind: "refund-that-never-was", refundIds: ["ref_1"], age: 500 },
    ])
  })

  it("keep their rows when the remaining rows would not match the confirmed refunds", () => {
    const wish = {
      payments: [captured({ refunds: [row("ref_1", 60), row("ref_2", 40)] })],
      transactions: [CAPTURED],
    }
    expect(kinds(wish, settle, refundTo(900, "ref_1"))).not.toContain("refund-that-never-was")
  })

  it("are refund-unfinished without a transaction", () => {
    const wish = {
      payments: [captured({ refunds: [row("ref_1", 100, 400)] })],
      transactions: [CAPTURED],
    }
    expect(discrepancies(wish, settle, refundTo(900, "ref_1"))).toMatchObject([
      { kind: "refund-unfinished", refundId: "ref_1", age: 400 },
    ])
  })

  it("are covered by the whole payment's transaction newest first, and refund-unfinished otherwise", () => {
    const wish: Wish = {
      payments: [captured({ refunds: [row("ref_1", 100, 900), row("ref_2", 900, 500)] })],
      transactions: [CAPTURED, transaction(["refund", "pay_1"], -900)],
      order: { status: "canceled", canceled_at: secondsAgo(400) },
    }
    const refunds = [refundTo(900, "ref_1"), refundTo(0, "ref_2")]
    expect(discrepancies(wish, settle, ...refunds)).toMatchObject([
      { kind: "refund-unfinished", refundId: "ref_1" },
    ])
  })

  const cancelled = { status: "canceled", canceled_at: secondsAgo(900) }

  it("make the whole payment's transaction astray when its amount differs (A20)", () => {
    // Core wrote it while Medusa had a row for a refund of 100 that never happened.
    const wish: Wish = {
      payments: [captured({ refunds: [row("ref_2", 1000, 500)] })],
      transactions: [CAPTURED, transaction(["refund", "pay_1"], -900)],
      order: cancelled,
    }
    const happened = [settle, refundTo(0, "ref_2")]
    expect(discrepancies(wish, ...happened)).toEqual([
      { kind: "transactions-astray", transactionIds: ["ordtrx_pay_1"], age: 500 },
    ])
    const mended = { ...wish, transactions: [CAPTURED] }
    expect(discrepancies(mended, ...happened)).toMatchObject([
      { kind: "refund-unfinished", refundId: "ref_2" },
    ])
  })

  it("make the whole payment's transaction astray when one also has its own transaction (A20)", () => {
    const wish: Wish = {
      payments: [captured({ refunds: [row("ref_1", 520), row("ref_2", 480)] })],
      transactions: [
        CAPTURED,
        transaction(["refund", "pay_1"], -1000),
        transaction(["refund", "ref_2"], -480),
      ],
      order: cancelled,
    }
    expect(discrepancies(wish, settle, refundTo(480, "ref_1"), refundTo(0, "ref_2"))).toEqual([
      { kind: "transactions-astray", transactionIds: ["ordtrx_pay_1"], age: 3600 },
    ])
  })

  it("keep the whole payment's transaction until all is refunded and every row is confirmed", () => {
    const wish = (refunds: Parameters<typeof row>[]): Wish => ({
      payments: [captured({ refunds: refunds.map((one) => row(...one)) })],
      transactions: [CAPTURED, transaction(["refund", "pay_1"], -900)],
      order: cancelled,
    })
    expect(discrepancies(wish([["ref_1", 999.98]]), settle, refundTo(0.02, "ref_1"))).toMatchObject(
      [{ kind: "refund-unfinished" }]
    )
    const twoRows = wish([
      ["ref_1", 1000],
      ["ref_2", 5],
    ])
    expect(kinds(twoRows, settle, refundTo(0, "ref_1"))).toEqual(["refund-that-never-was"])
  })

  it("are refund-unfinished without a transaction, even below a cent", () => {
    const wish = {
      payments: [captured({ refunds: [row("ref_1", 0.006, 400)] })],
      transactions: [CAPTURED],
    }
    expect(discrepancies(wish, settle, refundTo(999, "ref_1"))).toMatchObject([
      { kind: "refund-unfinished", refundId: "ref_1" },
    ])
  })
})

describe("N12: an order whose financing ended unsettled and which another payment covers", () => {
  const ours = (payments: Payment[], status: string) => ({
    id: "pay_col_1",
    created_at: secondsAgo(10_000),
    status,
    amount: 1000,
    payment_sessions: [{ id: "payses_1", status: "authorized", amount: 1000 }],
    payments,
  })
  const elsewhere = {
    id: "pay_col_2",
    created_at: secondsAgo(8000),
    status: "completed",
    amount: 1000,
    captured_amount: 1000,
    payment_sessions: [{ id: "payses_9", status: "captured", amount: 1000 }],
    payments: [captured({ id: "pay_2", payment_session_id: "payses_9" })],
  }
  const found = (payments: Payment[], status: string, how = ENDED) =>
    findDiscrepancies(
      ledger({ order: { payment_collections: [ours(payments, status), elsewhere] } }),
      how
    ).map(({ kind }) => kind)

  it("reports the unneeded payment, then the collection that awaits it", () => {
    expect(found([payment()], "authorized")).toEqual(["payment-in-excess"])
    const cancelled = [payment({ canceled_at: secondsAgo(4000) })]
    expect(found(cancelled, "awaiting")).toEqual(["collection-outlived"])
    expect(found([], "awaiting")).toEqual(["collection-outlived"])
    expect(found(cancelled, "canceled")).toEqual([])
  })

  it("reports nothing while the financing continues", () => {
    expect(found([payment()], "authorized", journal())).toEqual([])
  })
})
