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

describe("a ledger that adds up", () => {
  it.each<[string, Wish, JournalRecord[]]>([
    ["an authorized payment", {}, []],
    ["a captured one", { payments: [captured()], transactions: [CAPTURED] }, [settle]],
    [
      "a refunded part",
      {
        payments: [captured({ refunds: [row("ref_1", 100)] })],
        transactions: [CAPTURED, transaction(["refund", "ref_1"], -100)],
        order: { version: 2 },
      },
      [settle, refundTo(900, "ref_1")],
    ],
    [
      "a refund of less than a cent, for which nothing is sent",
      {
        payments: [captured({ refunds: [row("ref_1", 0.004)] })],
        transactions: [CAPTURED, transaction(["refund", "ref_1"], -0.004)],
        order: { version: 2 },
      },
      [settle],
    ],
    [
      "a cancelled order, whose one transaction counts the whole payment as refunded",
      {
        payments: [captured({ refunds: [row("ref_1", 1000)] })],
        transactions: [CAPTURED, transaction(["refund", "pay_1"], -1000)],
        order: { status: "canceled", canceled_at: secondsAgo(900) },
        collection: { status: "canceled" },
      },
      [settle, refundTo(0, "ref_1")],
    ],
    [
      "a cancelled order over fractions of a cent, whose payment is given back in cents (A20, A22)",
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
    ["an order without any payment of ours", { payments: [] }, []],
    [
      "a payment by another method, whatever its rows say",
      { payments: [captured({ payment_session_id: "payses_other" })] },
      [],
    ],
  ])("are those of %s", (_, wish, records) => {
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

  it("are the older one of two on one loan, whose session is gone", () => {
    const collection = {
      payment_sessions: [{ id: "payses_2", status: "authorized", amount: 1000 }],
    }
    expect(discrepancies({ payments: [payment(), second], collection })).toEqual([
      { kind: "payment-in-excess", paymentId: "pay_1", age: 60 },
    ])
  })

  it("are the one that is not captured", () => {
    const found = discrepancies(
      { payments: [captured(), second], transactions: [CAPTURED] },
      settle
    )
    expect(found).toMatchObject([{ kind: "payment-in-excess", paymentId: "pay_2" }])
  })

  it("are those that outlived their order (C14)", () => {
    const order = { status: "canceled", canceled_at: secondsAgo(30) }
    expect(discrepancies({ order })).toEqual([
      { kind: "payment-in-excess", paymentId: "pay_1", age: 30 },
    ])
  })

  it("are none when the older one was cancelled by core", () => {
    const cancelled = payment({ canceled_at: secondsAgo(100) })
    expect(kinds({ payments: [cancelled, second] })).toEqual([])
  })

  it("are the one whose session is gone, when another method or application pays", () => {
    const paying = payment({ id: "pay_9", payment_session_id: "payses_other" })
    const sessions = (...ids: string[]) => ({
      payment_sessions: ids.map((id) => ({ id, status: "authorized", amount: 1000 })),
    })
    const found = (collection: Wish["collection"], ...payments: Wish["payments"] & object) =>
      kinds({ payments, collection })
    expect(found(sessions("payses_other"), payment(), paying)).toContain("payment-in-excess")
    // Core may still take it: its session is there.
    expect(found(sessions("payses_1", "payses_other"), payment(), paying)).not.toContain(
      "payment-in-excess"
    )
    // The other one pays no more.
    const given = { ...paying, canceled_at: secondsAgo(5) }
    expect(found(sessions("payses_other"), payment(), given)).not.toContain("payment-in-excess")
    expect(found(sessions(), payment(), paying)).not.toContain("payment-in-excess")
  })

  it("exclude a payment without a session where another payment pays a part", () => {
    const paying = captured({ id: "pay_9", payment_session_id: "payses_other" })
    const collection = {
      payment_sessions: [{ id: "payses_other", status: "authorized", amount: 1000 }],
    }
    const found = (total: number) =>
      kinds({ payments: [payment(), paying], collection, order: { total } })
    expect(found(1000)).toContain("payment-in-excess")
    expect(found(2000)).not.toContain("payment-in-excess")
  })

  it("are none that is captured or being captured: that is looked at first", () => {
    const begun = payment({ captures: [row("capt_1", 1000)] })
    expect(discrepancies({ payments: [begun, second] }, settle)).toMatchObject([
      { kind: "payment-in-excess", paymentId: "pay_2" },
    ])
    const order = { status: "canceled", canceled_at: secondsAgo(30) }
    for (const one of [begun, payment({ captured_at: secondsAgo(9) })]) {
      expect(kinds({ payments: [one], order })).not.toContain("payment-in-excess")
    }
  })

  it("are a question when both were captured, as old as the younger capture", () => {
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

  it("never were, when nothing was settled", () => {
    expect(discrepancies({ payments: [begun] })).toEqual([
      { kind: "capture-that-never-was", captureIds: ["capt_1"], age: 200 },
    ])
  })

  it("are to be finished, when our journal says that it is settled", () => {
    expect(discrepancies({ payments: [begun] }, settle)).toEqual([
      { kind: "capture-unfinished", paymentId: "pay_1", captureIds: ["capt_1"], age: 200 },
    ])
  })

  it("are to be finished even without a row, which core took back", () => {
    expect(kinds({}, settle)).toEqual(["capture-unfinished"])
  })

  it("are unfinished without their transaction", () => {
    expect(kinds({ payments: [captured()] }, settle)).toEqual(["capture-unfinished"])
  })

  it("never were on a payment that core cancelled, once another one took its place (A13)", () => {
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

  it("live on a payment that was cancelled while it was being captured, unless others pay for all of the order", () => {
    const both = captured({ canceled_at: secondsAgo(100) })
    const alive = { kind: "captured-when-cancelled", paymentId: "pay_1" }
    expect(discrepancies({ payments: [both] })).toMatchObject([alive])
    expect(discrepancies({ payments: [both] }, settle)).toMatchObject([{ ...alive, age: 3600 }])
    // Its process died before core wrote that it is captured.
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

  it("never were on a payment that was cancelled with its order, when nothing was settled (A20)", () => {
    const cancelled = payment({ ...begun, canceled_at: secondsAgo(190) })
    const order = { status: "canceled", canceled_at: secondsAgo(180) }
    expect(discrepancies({ payments: [cancelled], order })).toEqual([
      { kind: "capture-that-never-was", captureIds: ["capt_1"], age: 200 },
    ])
    expect(
      kinds({ payments: [cancelled], order, collection: { status: "canceled" } }, settle)
    ).toEqual([])
  })

  it("never were, when half a capture is left of what was given back from the order that was cancelled", () => {
    const cancelled = payment({ ...begun, canceled_at: secondsAgo(190) })
    const order = { status: "canceled", canceled_at: secondsAgo(180) }
    const wish = { payments: [cancelled], order, collection: { status: "canceled" } }
    expect(kinds(wish, settle, refundTo(0, null))).toEqual(["capture-that-never-was"])
  })
})

describe("refunds and the rows that stand for them", () => {
  it("never were over a capture that was taken back: the row goes, then what core counted (A20)", () => {
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

  it("are missing when they happened and no row is there", () => {
    const wish = { payments: [captured()], transactions: [CAPTURED] }
    expect(discrepancies(wish, settle, refundTo(900, "ref_gone"))).toMatchObject([
      { kind: "refund-missing", operationId: "finop_900", cents: 10_000, isInTransactions: false },
    ])
  })

  it("take the fractions of a cent along when nothing is left", () => {
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

  it("are missing although their transaction exists, when their order was cancelled (A20)", () => {
    const wish: Wish = {
      payments: [captured()],
      transactions: [CAPTURED, transaction(["refund", "pay_1"], -1000)],
      order: { status: "canceled", canceled_at: secondsAgo(900) },
    }
    expect(discrepancies(wish, settle, refundTo(0, "ref_gone"))).toMatchObject([
      { kind: "refund-missing", isInTransactions: true },
    ])
  })

  it("get the unlinked row of the same amount", () => {
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

  it("are in the order of the amounts that they left, in whatever order the journal lists them (H1)", () => {
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

  it("wait while a row of another amount is young, since a refund may be running", () => {
    const wish = {
      payments: [captured({ refunds: [row("ref_2", 50, 3)] })],
      transactions: [CAPTURED],
    }
    expect(discrepancies(wish, settle, refundTo(900, "ref_gone"))).toMatchObject([
      { kind: "refund-that-never-was", refundIds: ["ref_2"], age: 3 },
    ])
  })

  it("drop a stale row before they enter the missing one, since core refuses both together (A5, A8)", () => {
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
    ["nothing was written", []],
    ["the service refused", [refundTo(900, "ref_1", { outcome: "refused" })]],
  ])("never were when %s", (_, records) => {
    const wish = {
      payments: [captured({ refunds: [row("ref_1", 100, 500)] })],
      transactions: [CAPTURED],
    }
    expect(discrepancies(wish, settle, ...records)).toEqual([
      { kind: "refund-that-never-was", refundIds: ["ref_1"], age: 500 },
    ])
  })

  it("stay when what is left would not be what happened", () => {
    const wish = {
      payments: [captured({ refunds: [row("ref_1", 60), row("ref_2", 40)] })],
      transactions: [CAPTURED],
    }
    expect(kinds(wish, settle, refundTo(900, "ref_1"))).not.toContain("refund-that-never-was")
  })

  it("are unfinished without a transaction", () => {
    const wish = {
      payments: [captured({ refunds: [row("ref_1", 100, 400)] })],
      transactions: [CAPTURED],
    }
    expect(discrepancies(wish, settle, refundTo(900, "ref_1"))).toMatchObject([
      { kind: "refund-unfinished", refundId: "ref_1", age: 400 },
    ])
  })

  it("are finished when the whole payment's transaction counts them, the newest first", () => {
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

  it("take the whole payment's transaction away where it counts another sum (A20)", () => {
    // It was written while a refund of 100 stood in Medusa that never happened.
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

  it("take it away where the refunds it counts have transactions of their own, too (A20)", () => {
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

  it("leave it as long as not all of it is given back, or not all rows are real", () => {
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

  it("are unfinished without a transaction, be they of less than a cent", () => {
    const wish = {
      payments: [captured({ refunds: [row("ref_1", 0.006, 400)] })],
      transactions: [CAPTURED],
    }
    expect(discrepancies(wish, settle, refundTo(999, "ref_1"))).toMatchObject([
      { kind: "refund-unfinished", refundId: "ref_1" },
    ])
  })
})

describe("N12: an order whose financing came to nothing, and which another payment pays for", () => {
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

  it("loses its dead payment, then the collection that awaits it", () => {
    expect(found([payment()], "authorized")).toEqual(["payment-in-excess"])
    const cancelled = [payment({ canceled_at: secondsAgo(4000) })]
    expect(found(cancelled, "awaiting")).toEqual(["collection-outlived"])
    expect(found([], "awaiting")).toEqual(["collection-outlived"])
    expect(found(cancelled, "canceled")).toEqual([])
  })

  it("keeps them while the financing continues", () => {
    expect(found([payment()], "authorized", journal())).toEqual([])
  })
})
