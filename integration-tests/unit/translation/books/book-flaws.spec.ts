import { cents } from "../../../../src/domain/money"
import { findBookFlaws, findBookQuestion } from "../../../../src/translation/books/find-book-flaws"
import {
  type JournalBooks,
  type JournalRecord,
  readJournalBooks,
} from "../../../../src/translation/books/journal-books"
import { books, captured, payment, row, secondsAgo, transaction, type Wish } from "./some-books"

const settle: JournalRecord = {
  id: "finop_settle",
  kind: "settle",
  outcome: "confirmed",
  reference: "capt_1",
  target_cents: 100_000,
  created_at: secondsAgo(3600),
  finished_at: secondsAgo(3590),
}

/** A refund that happened, so that this is left. */
const refundTo = (
  dollars: number,
  reference: string | null,
  changes: Partial<JournalRecord> = {}
): JournalRecord => ({
  id: `finop_${dollars}`,
  kind: dollars === 0 ? "refund" : "partial-refund",
  outcome: "confirmed",
  reference,
  target_cents: dollars * 100,
  created_at: secondsAgo(1800 - (1000 - dollars)),
  finished_at: secondsAgo(700),
  ...changes,
})

const journal = (...records: JournalRecord[]): JournalBooks =>
  readJournalBooks(records, cents(100_000))

const CAPTURED = transaction(["capture", "capt_1"], 1000)

const flaws = (wish: Wish, ...records: JournalRecord[]) =>
  findBookFlaws(books(wish), journal(...records))

const kinds = (wish: Wish, ...records: JournalRecord[]) =>
  flaws(wish, ...records).map(({ kind }) => kind)

describe("books that add up", () => {
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
    ["an order without any payment of ours", { payments: [] }, []],
    [
      "a payment by another method, whatever its rows say",
      { payments: [captured({ payment_session_id: "payses_other" })] },
      [],
    ],
  ])("are those of %s", (_, wish, records) => {
    expect(flaws(wish, ...records)).toEqual([])
    expect(findBookQuestion(books(wish), cents(0))).toBeNull()
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
    expect(flaws({ payments: [payment(), second], collection })).toEqual([
      { kind: "payment-in-excess", paymentId: "pay_1", age: 60 },
    ])
  })

  it("are the one that is not captured", () => {
    const found = flaws({ payments: [captured(), second], transactions: [CAPTURED] }, settle)
    expect(found).toMatchObject([{ kind: "payment-in-excess", paymentId: "pay_2" }])
  })

  it("are those that outlived their order (C14)", () => {
    const order = { status: "canceled", canceled_at: secondsAgo(30) }
    expect(flaws({ order })).toEqual([{ kind: "payment-in-excess", paymentId: "pay_1", age: 30 }])
  })

  it("are none when the older one was cancelled by core", () => {
    const cancelled = payment({ canceled_at: secondsAgo(100) })
    expect(kinds({ payments: [cancelled, second] })).toEqual([])
  })

  it("are a question when both were captured", () => {
    const both = [captured(), captured({ ...second, captures: [row("capt_2", 1000)] })]
    const transactions = [CAPTURED, transaction(["capture", "capt_2"], 1000)]
    const wish = { payments: both, transactions, order: { version: 2 } }
    expect(kinds(wish, settle)).toEqual([])
    expect(findBookQuestion(books(wish), cents(100_000))?.reason).toMatch(/only one of them/)
  })
})

describe("captures that core did not finish (fact 23)", () => {
  const begun = payment({ captures: [row("capt_1", 1000, 200)] })

  it("never were, when nothing was settled", () => {
    expect(flaws({ payments: [begun] })).toEqual([
      { kind: "capture-that-never-was", captureIds: ["capt_1"], age: 200 },
    ])
  })

  it("are to be finished, when our journal says that it is settled", () => {
    expect(flaws({ payments: [begun] }, settle)).toEqual([
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
    expect(flaws({ payments: [first, second], transactions })).toMatchObject([
      { kind: "capture-that-never-was", captureIds: ["capt_1"] },
    ])
    expect(kinds({ payments: [first] })).toEqual([])
  })
})

describe("refunds and the rows that stand for them", () => {
  it("are missing when they happened and no row is there", () => {
    const wish = { payments: [captured()], transactions: [CAPTURED] }
    expect(flaws(wish, settle, refundTo(900, "ref_gone"))).toMatchObject([
      { kind: "refund-missing", operationId: "finop_900", cents: 10_000, isInTransactions: false },
    ])
  })

  it("take the fractions of a cent along when nothing is left", () => {
    const paid = captured({ captures: [row("capt_1", 999.995)] })
    const transactions = [transaction(["capture", "capt_1"], 999.995)]
    const [flaw] = flaws({ payments: [paid], transactions }, settle, refundTo(0, null))
    expect(flaw).toMatchObject({ kind: "refund-missing", cents: 100_000 })
    expect(flaw?.kind === "refund-missing" && flaw.amount.toFixed()).toBe("999.995")
  })

  it("are missing beside a transaction, when their order was cancelled (A20)", () => {
    const wish: Wish = {
      payments: [captured()],
      transactions: [CAPTURED, transaction(["refund", "pay_1"], -1000)],
      order: { status: "canceled", canceled_at: secondsAgo(900) },
    }
    expect(flaws(wish, settle, refundTo(0, "ref_gone"))).toMatchObject([
      { kind: "refund-missing", isInTransactions: true },
    ])
  })

  it("get the row of the same amount that stands there for nothing", () => {
    const wish = {
      payments: [captured({ refunds: [row("ref_2", 100, 300)] })],
      transactions: [CAPTURED],
    }
    expect(flaws(wish, settle, refundTo(900, "ref_gone"))).toEqual([
      {
        kind: "refund-unlinked",
        operationId: "finop_900",
        from: "ref_gone",
        refundId: "ref_2",
        age: 300,
      },
    ])
  })

  it("wait while a row of another amount is young: somebody may be refunding now", () => {
    const wish = {
      payments: [captured({ refunds: [row("ref_2", 50, 3)] })],
      transactions: [CAPTURED],
    }
    expect(flaws(wish, settle, refundTo(900, "ref_gone"))).toMatchObject([
      { kind: "refund-missing", age: 3 },
    ])
  })

  it.each<[string, JournalRecord[]]>([
    ["nothing was written", []],
    ["the service refused", [refundTo(900, "ref_1", { outcome: "refused" })]],
  ])("never were when %s", (_, records) => {
    const wish = {
      payments: [captured({ refunds: [row("ref_1", 100, 500)] })],
      transactions: [CAPTURED],
    }
    expect(flaws(wish, settle, ...records)).toEqual([
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
    expect(flaws(wish, settle, refundTo(900, "ref_1"))).toMatchObject([
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
    expect(flaws(wish, settle, ...refunds)).toMatchObject([
      { kind: "refund-unfinished", refundId: "ref_1" },
    ])
  })
})

describe("transactions astray", () => {
  const refunded = captured({ refunds: [row("ref_1", 100)] })
  const happened = [settle, refundTo(900, "ref_1")]

  it.each<[string, ReturnType<typeof transaction>[]]>([
    ["stand for a row that is gone", [transaction(["refund", "ref_gone"], -100)]],
    ["stand for a capture that is gone", [transaction(["capture", "capt_gone"], 1000)]],
    ["have another refund's amount", [transaction(["refund", "ref_1"], -50)]],
    [
      "stand twice",
      [
        transaction(["refund", "ref_1"], -100, { created_at: secondsAgo(99) }),
        transaction(["refund", "ref_1"], -100, { id: "ordtrx_2", created_at: secondsAgo(98) }),
      ],
    ],
  ])("are those that %s", (_, transactions) => {
    const wish = { payments: [refunded], transactions: [CAPTURED, ...transactions] }
    expect(flaws(wish, ...happened)).toMatchObject([
      { kind: "transactions-astray", transactionIds: [transactions.at(-1)?.id] },
    ])
  })

  it("are refunds of a payment that was never captured", () => {
    const wish: Wish = {
      payments: [payment({ canceled_at: secondsAgo(50) })],
      transactions: [transaction(["refund", "pay_1"], -1000)],
      order: { status: "canceled", canceled_at: secondsAgo(50) },
    }
    expect(kinds(wish)).toEqual(["transactions-astray"])
  })

  it("are not somebody else's", () => {
    const foreign = captured({
      id: "pay_9",
      payment_session_id: "payses_other",
      captures: [row("capt_9", 5)],
    })
    const wish = {
      payments: [refunded, foreign],
      transactions: [
        CAPTURED,
        transaction(["refund", "ref_1"], -100),
        transaction(["refund", "ref_unknown"], -7),
        transaction(["gift-card", "gift_1"], -7),
        transaction(["capture", "capt_9"], 4),
      ],
      order: { version: 2 },
    }
    expect(kinds(wish, ...happened)).toEqual([])
  })
})

describe("what is derived from the rows", () => {
  const refunded = captured({ refunds: [row("ref_1", 100, 700)] })
  const transactions = [CAPTURED, transaction(["refund", "ref_1"], -100)]
  const happened = [settle, refundTo(900, "ref_1")]

  it("is counted again when a collection was left behind", () => {
    const wish = {
      payments: [refunded],
      transactions,
      order: { version: 2 },
      collection: { refunded_amount: 0 },
    }
    const [flaw] = flaws(wish, ...happened)
    expect(flaw).toMatchObject({ kind: "collection-miscounted", status: "completed", age: 700 })
    expect(flaw?.kind === "collection-miscounted" && flaw.sums.refunded.toNumber()).toBe(100)
  })

  it("is authorized when a payment is there and its collection says not paid", () => {
    const collection = { status: "not_paid", authorized_amount: null }
    expect(flaws({ collection })).toMatchObject([
      { kind: "collection-miscounted", status: "authorized" },
    ])
  })

  it("stays cancelled with its order", () => {
    const wish: Wish = {
      payments: [refunded],
      transactions,
      order: { status: "canceled", canceled_at: secondsAgo(9_000) },
      collection: { status: "canceled", refunded_amount: 0 },
    }
    expect(flaws(wish, ...happened)).toMatchObject([{ status: "canceled" }])
  })

  it("lacks a credit line while a refund of this version is still to pay", () => {
    const wish = {
      payments: [refunded],
      transactions,
      order: { summary: { pending_difference: 60 } },
    }
    const [flaw] = flaws(wish, ...happened)
    expect(flaw).toMatchObject({ kind: "credit-missing", collectionId: "pay_col_1", age: 700 })
    expect(flaw?.kind === "credit-missing" && flaw.amount.toNumber()).toBe(60)
  })

  it.each<[string, Wish["order"], Wish["changes"]]>([
    ["the order was changed since", { version: 2, summary: { pending_difference: 60 } }, []],
    ["nothing is to pay", {}, []],
    ["the customer gets something back", { summary: { pending_difference: -60 } }, []],
    [
      "an edit is open",
      { summary: { pending_difference: 60 } },
      [{ id: "ordch_1", status: "pending", change_type: "edit", created_at: secondsAgo(9_000) }],
    ],
  ])("lacks none when %s", (_, order, changes = []) => {
    const wish = { payments: [refunded], transactions, order: order ?? {}, changes }
    expect(kinds(wish, ...happened)).toEqual([])
  })

  it("is held up by a change for a credit line that core never confirmed", () => {
    const change = { id: "ordch_1", change_type: "credit_line", created_at: secondsAgo(600) }
    const wish = {
      payments: [refunded],
      transactions,
      order: { summary: { pending_difference: 100 } },
      changes: [{ ...change, status: "pending" }],
    }
    expect(flaws(wish, ...happened)).toEqual([
      { kind: "change-that-never-was", changeId: "ordch_1", age: 600 },
    ])
  })
})

describe("a cancelled order whose refund failed (A20)", () => {
  it("is a question: both amounts are named", () => {
    const wish: Wish = {
      payments: [captured()],
      transactions: [CAPTURED, transaction(["refund", "pay_1"], -1000)],
      order: { status: "canceled", canceled_at: secondsAgo(400) },
      collection: { status: "canceled" },
    }
    expect(kinds(wish, settle)).toEqual([])
    const question = findBookQuestion(books(wish), cents(100_000))
    expect(question).toMatchObject({ age: 400 })
    expect(question?.reason).toMatch(/counts \$1,000\.00 .* finances \$1,000\.00/)
  })
})
