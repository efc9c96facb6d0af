import { findMainPayment } from "../../../../src/translation/ledger/order-ledger"
import {
  buildLedger,
  buildCapturedPayment,
  type Payment,
  buildPayment,
  buildRow,
  secondsAgo,
} from "./example-ledgers"

const mainOf = (payments: Payment[], sessions: string[] = ["payses_1"]) => {
  const collection = {
    payment_sessions: sessions.map((id) => ({ id, status: "authorized", amount: 1000 })),
  }
  return findMainPayment(buildLedger({ payments, collection }))?.id ?? null
}

const newer = (changes: Partial<Payment> = {}): Payment => ({
  ...buildPayment({ id: "pay_2", payment_session_id: "payses_2", created_at: secondsAgo(60) }),
  ...changes,
})

describe("the main payment of a loan", () => {
  it("is the captured one, even if another is newer", () => {
    expect(mainOf([buildCapturedPayment(), newer()], ["payses_2"])).toBe("pay_1")
    expect(mainOf([newer(), buildCapturedPayment()], ["payses_2"])).toBe("pay_1")
  })

  it("is the one being captured when none is captured", () => {
    const begun = buildPayment({ captures: [buildRow("capt_1", 1000)] })
    expect(mainOf([begun, newer()], ["payses_2"])).toBe("pay_1")
  })

  it("is the one with a session when none is being captured", () => {
    expect(mainOf([buildPayment(), newer()], ["payses_1"])).toBe("pay_1")
    expect(mainOf([buildPayment(), newer()], ["payses_2"])).toBe("pay_2")
  })

  it("is the newest when both or neither have a session", () => {
    expect(mainOf([buildPayment(), newer()], ["payses_1", "payses_2"])).toBe("pay_2")
    expect(mainOf([buildPayment(), newer()], [])).toBe("pay_2")
  })

  it("is neither an uncaptured cancelled payment nor another method's", () => {
    const other = newer({ payment_session_id: "payses_other" })
    expect(mainOf([buildPayment(), newer({ canceled_at: secondsAgo(9) })])).toBe("pay_1")
    expect(mainOf([buildPayment(), other])).toBe("pay_1")
    expect(mainOf([other])).toBeNull()
    expect(mainOf([])).toBeNull()
  })

  it("is the captured one even if core cancelled it", () => {
    const both = buildCapturedPayment({ canceled_at: secondsAgo(9) })
    const order = { status: "canceled", canceled_at: secondsAgo(8) }
    expect(findMainPayment(buildLedger({ payments: [both], order }))?.id).toBe("pay_1")
    expect(findMainPayment(buildLedger({ payments: [both] }))?.id).toBe("pay_1")
  })
})
