import { findMainPayment } from "../../../../src/translation/ledger/order-ledger"
import {
  buildLedger,
  buildCapturedPayment,
  type Payment,
  buildPayment,
  buildRow,
  secondsAgo,
} from "./example-ledgers"

const findMainPaymentId = (payments: Payment[], sessionIds: string[] = ["payses_1"]) => {
  const collection = {
    payment_sessions: sessionIds.map((id) => ({ id, status: "authorized", amount: 1000 })),
  }
  return findMainPayment(buildLedger({ payments, collection }))?.id ?? null
}

const buildNewerPayment = (changes: Partial<Payment> = {}): Payment => ({
  ...buildPayment({ id: "pay_2", payment_session_id: "payses_2", created_at: secondsAgo(60) }),
  ...changes,
})

describe("the main payment of a loan", () => {
  it("is the captured one, even if another is newer", () => {
    expect(findMainPaymentId([buildCapturedPayment(), buildNewerPayment()], ["payses_2"])).toBe(
      "pay_1"
    )
    expect(findMainPaymentId([buildNewerPayment(), buildCapturedPayment()], ["payses_2"])).toBe(
      "pay_1"
    )
  })

  it("is the one being captured when none is captured", () => {
    const capturingPayment = buildPayment({ captures: [buildRow("capt_1", 1000)] })
    expect(findMainPaymentId([capturingPayment, buildNewerPayment()], ["payses_2"])).toBe("pay_1")
  })

  it("is the one with a session when none is being captured", () => {
    expect(findMainPaymentId([buildPayment(), buildNewerPayment()], ["payses_1"])).toBe("pay_1")
    expect(findMainPaymentId([buildPayment(), buildNewerPayment()], ["payses_2"])).toBe("pay_2")
  })

  it("is the newest when both or neither have a session", () => {
    expect(findMainPaymentId([buildPayment(), buildNewerPayment()], ["payses_1", "payses_2"])).toBe(
      "pay_2"
    )
    expect(findMainPaymentId([buildPayment(), buildNewerPayment()], [])).toBe("pay_2")
  })

  it("is neither an uncaptured cancelled payment nor another method's", () => {
    const otherPayment = buildNewerPayment({ payment_session_id: "payses_other" })
    expect(
      findMainPaymentId([buildPayment(), buildNewerPayment({ canceled_at: secondsAgo(9) })])
    ).toBe("pay_1")
    expect(findMainPaymentId([buildPayment(), otherPayment])).toBe("pay_1")
    expect(findMainPaymentId([otherPayment])).toBeNull()
    expect(findMainPaymentId([])).toBeNull()
  })

  it("is the captured one even if core cancelled it", () => {
    const capturedCancelledPayment = buildCapturedPayment({ canceled_at: secondsAgo(9) })
    const order = { status: "canceled", canceled_at: secondsAgo(8) }
    expect(findMainPayment(buildLedger({ payments: [capturedCancelledPayment], order }))?.id).toBe(
      "pay_1"
    )
    expect(findMainPayment(buildLedger({ payments: [capturedCancelledPayment] }))?.id).toBe("pay_1")
  })
})
