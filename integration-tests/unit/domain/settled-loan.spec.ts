import { isRefundable, isSettledAfter } from "../../../src/domain/settled-loan"
import { type ReportedCode, STATUS_CODES } from "../../../src/domain/status-codes"

const CODES = [...Object.keys(STATUS_CODES), "unknown"] as ReportedCode[]

describe("a loan", () => {
  it("stays settled under every code except B, O, T, U and X", () => {
    const settledLoan = { settled: true, settleSent: true }
    expect(CODES.filter((code) => !isSettledAfter(code, settledLoan)).sort()).toEqual(
      ["B", "O", "T", "U", "X"].sort()
    )
  })

  it("is no longer settled when it reads S and no settle was sent for its current token", () => {
    expect(isSettledAfter("S", { settled: true, settleSent: false })).toBe(false)
  })

  it("becomes settled only with code C or L", () => {
    const unsettledLoan = { settled: false, settleSent: true }
    expect(CODES.filter((code) => isSettledAfter(code, unsettledLoan)).sort()).toEqual(["C", "L"])
  })

  it("is refundable once settled, under every code except B, O, T, U and X", () => {
    const settled = { settled: true, settling: true }
    expect(CODES.filter((code) => !isRefundable({ code, ...settled })).sort()).toEqual(
      ["B", "O", "T", "U", "X"].sort()
    )
  })

  it("is refundable before a confirmed settle only when it is funded or settling", () => {
    const unsettledLoan = { settled: false, settling: false }
    expect(CODES.filter((code) => isRefundable({ code, ...unsettledLoan })).sort()).toEqual([
      "C",
      "L",
    ])
    expect(isRefundable({ code: "S", settled: false, settling: true })).toBe(true)
  })
})
