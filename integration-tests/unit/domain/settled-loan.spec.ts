import { isRefundable, isSettledAfter } from "../../../src/domain/settled-loan"
import { type SeenCode, STATUS_CODES } from "../../../src/domain/status-codes"

const CODES = [...Object.keys(STATUS_CODES), "unknown"] as SeenCode[]

describe("a loan that the service confirmed as settled", () => {
  it("stays so whatever odd code follows, and not when it is over or to be signed again", () => {
    const known = { settled: true, settleSent: true }
    expect(CODES.filter((code) => !isSettledAfter(code, known)).sort()).toEqual(
      ["B", "O", "T", "U", "X"].sort()
    )
  })

  it("is no longer settled once it reads ready to settle and its new loan has no settle", () => {
    expect(isSettledAfter("S", { settled: true, settleSent: false })).toBe(false)
  })

  it("becomes so by no other code than funded", () => {
    const nothing = { settled: false, settleSent: true }
    expect(CODES.filter((code) => isSettledAfter(code, nothing)).sort()).toEqual(["C", "L"])
  })

  it("takes a refund under every code but T, O, U, X and B", () => {
    const settled = { settled: true, settling: true }
    expect(CODES.filter((code) => !isRefundable({ code, ...settled })).sort()).toEqual(
      ["B", "O", "T", "U", "X"].sort()
    )
  })

  it("takes none otherwise, unless it reads funded, or is settling", () => {
    const fresh = { settled: false, settling: false }
    expect(CODES.filter((code) => isRefundable({ code, ...fresh })).sort()).toEqual(["C", "L"])
    expect(isRefundable({ code: "S", settled: false, settling: true })).toBe(true)
  })
})
