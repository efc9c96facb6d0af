import {
  buildLedger,
  buildCapturedPayment,
  buildPayment,
  buildRow,
  secondsAgo,
  buildTransaction,
} from "./example-ledgers"

describe("an order's ledger read from Medusa's rows", () => {
  it("sorts rows oldest first, and those of the same time by ID", () => {
    const refunds = [
      buildRow("ref_c", 1, 50),
      buildRow("ref_b", 2, 90),
      buildRow("ref_a", 3, 50),
      buildRow("ref_d", 4),
    ]
    const transactions = [
      buildTransaction(["refund", "ref_b"], -2, { created_at: secondsAgo(80) }),
      buildTransaction(["capture", "capt_1"], 1000, { created_at: secondsAgo(100) }),
    ]
    const ledger = buildLedger({ payments: [buildCapturedPayment({ refunds })], transactions })
    expect(ledger.payments[0]?.refunds.map(({ id }) => id)).toEqual([
      "ref_d",
      "ref_b",
      "ref_a",
      "ref_c",
    ])
    expect(ledger.transactions.map(({ referenceId }) => referenceId)).toEqual(["capt_1", "ref_b"])
  })

  it("notes for each payment whether its session still exists", () => {
    const secondPayment = buildPayment({ id: "pay_2", payment_session_id: "payses_2" })
    const { payments } = buildLedger({ payments: [buildPayment(), secondPayment] })
    expect(payments.map(({ hasSession }) => hasSession)).toEqual([true, false])
    const collection = {
      payment_sessions: [{ id: "payses_2", status: "authorized", amount: 1000 }],
    }
    const ledger = buildLedger({
      payments: [buildPayment(), secondPayment],
      collection: collection,
    })
    expect(ledger.payments.map(({ hasSession }) => hasSession)).toEqual([false, true])
  })

  it("counts only authorized sessions as authorized", () => {
    const collection = {
      payment_sessions: [
        { id: "payses_1", status: "authorized", amount: 1000 },
        { id: "payses_2", status: "pending", amount: 77 },
      ],
    }
    const [firstCollection] = buildLedger({ collection }).collections
    expect(firstCollection?.counted.authorized.toFixed()).toBe("1000")
  })

  it("skips null rows and lists that were not loaded", () => {
    const collection = {
      payment_sessions: [null],
      payments: [
        null,
        { ...buildPayment(), captures: [null, buildRow("capt_1", 5)], refunds: null },
      ],
    }
    const ledger = buildLedger({ collection, order: { transactions: [null] } })
    expect(
      ledger.payments.map(({ captures, refunds }) => [captures.length, refunds.length])
    ).toEqual([[1, 0]])
    expect(ledger.transactions).toEqual([])
    const emptyLedger = buildLedger({ order: { payment_collections: null, transactions: null } })
    expect(emptyLedger).toMatchObject({ payments: [], collections: [], transactions: [] })
  })

  it("lists open changes and whether each is a credit line", () => {
    const buildChange = (id: string, status: string, change_type = "edit") => ({
      id,
      status,
      change_type,
      created_at: secondsAgo(30),
    })
    const changes = [
      buildChange("ordch_1", "pending", "credit_line"),
      buildChange("ordch_2", "requested"),
    ]
    expect(buildLedger({ changes }).openChanges).toEqual([
      { id: "ordch_1", isCreditLine: true, age: 30 },
      { id: "ordch_2", isCreditLine: false, age: 30 },
    ])
  })

  it.each([
    ["is missing", null],
    ["is empty", {}],
    ["lacks the paid total", { refunded_total: 5 }],
    ["lacks the refunded total", { paid_total: 5 }],
  ])("has no summary when Medusa's %s", (_, summary) => {
    expect(buildLedger({ order: { summary } })).toMatchObject({ summary: null })
    expect(buildLedger({ order: { summary } }).pending.toFixed()).toBe("0")
  })

  it("prefers the summary's raw values to its floats", () => {
    const summary = {
      pending_difference: 1,
      raw_pending_difference: { value: "1.005" },
      paid_total: 2,
      raw_paid_total: { value: "2.005" },
      refunded_total: 3,
      raw_refunded_total: { value: "3.005" },
    }
    const { pending, summary: parsedSummary } = buildLedger({ order: { summary } })
    const amounts = [pending, parsedSummary?.paid, parsedSummary?.refunded].map((amount) =>
      amount?.toFixed()
    )
    expect(amounts).toEqual(["1.005", "2.005", "3.005"])
  })
})
