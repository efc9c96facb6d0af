import {
  CANCEL_REPEAT_AFTER,
  type Proof,
  proveCancel,
  proveSettle,
  provesRefund,
  describeDoubt,
  SETTLE_REPEAT_AFTER,
} from "../../../src/domain/doubt"
import { isOverdue, MONEY_KINDS, OPERATION_KINDS } from "../../../src/domain/operation"
import { type ReportedCode, STATUS_CODES } from "../../../src/domain/status-codes"

const CODES = [...Object.keys(STATUS_CODES), "unknown"] as ReportedCode[]
const buildDoubt = (code: ReportedCode, secondsInDoubt = 0, attempts = 1) => ({
  code,
  secondsInDoubt,
  attempts,
})
const listProvingCodes = (prove: typeof proveSettle, proof: Proof, seconds = 0) =>
  CODES.filter((code) => prove(buildDoubt(code, seconds)) === proof)

describe("operations in doubt", () => {
  it("A1: only C and L confirm a settle", () => {
    expect(listProvingCodes(proveSettle, "confirmed", 1_000_000)).toEqual(["C", "L"])
  })

  it("A1: a settle that reads S is repeated once after 15 minutes, and then left to staff", () => {
    expect(SETTLE_REPEAT_AFTER).toBe(900)
    expect(proveSettle(buildDoubt("S", 899))).toBe("wait")
    expect(proveSettle(buildDoubt("S", 900))).toBe("repeat")
    expect(proveSettle(buildDoubt("S", 900, 2))).toBe("ask-a-person")
    expect(listProvingCodes(proveSettle, "repeat", 900)).toEqual(["S"])
    const otherCodes = CODES.filter((code) => !["C", "L", "S"].includes(code))
    expect(listProvingCodes(proveSettle, "ask-a-person", 900)).toEqual(otherCodes)
  })

  it("A12: O confirms a cancel, a funded loan is left to staff, and otherwise the cancel is repeated", () => {
    expect(listProvingCodes(proveCancel, "confirmed")).toEqual(["O"])
    expect(listProvingCodes(proveCancel, "ask-a-person")).toEqual(["C", "L"])
    expect(proveCancel(buildDoubt("S", CANCEL_REPEAT_AFTER - 1))).toBe("wait")
    expect(proveCancel(buildDoubt("S", CANCEL_REPEAT_AFTER))).toBe("repeat")
  })

  it("A12, H7: a cancel is repeated at doubling intervals up to an hour, without an end", () => {
    const findRepeatDelay = (attempts: number) =>
      Array.from({ length: 4_000 }, (_, seconds) => seconds).find(
        (seconds) => proveCancel(buildDoubt("S", seconds, attempts)) === "repeat"
      )
    expect([1, 2, 3, 7].map(findRepeatDelay)).toEqual([5, 10, 20, 320])
    expect([11, 50, 1_000].map(findRepeatDelay)).toEqual([3600, 3600, 3600])
  })

  const buildStatus = (code: ReportedCode, amount: number | null = 60_000, token = "new") => ({
    code,
    amount,
    token,
  })
  const partialRefund = { kind: "partial-refund", new_token: "new", target_cents: 60_000 } as const

  it("A7: only T confirms a full refund", () => {
    const fullRefund = { kind: "refund", new_token: null, target_cents: 0 } as const
    expect(CODES.filter((code) => provesRefund(fullRefund, buildStatus(code)))).toEqual(["T"])
  })

  it("A5: a signed new application over the remaining amount confirms a partial refund", () => {
    const provingCodes = CODES.filter((code) => provesRefund(partialRefund, buildStatus(code)))
    expect(provingCodes).toEqual(["S", "C", "L"])
    expect(provesRefund(partialRefund, buildStatus("C", 59_999))).toBe(false)
    expect(provesRefund(partialRefund, buildStatus("C", null))).toBe(false)
  })

  it("A5: without its new token, no status check confirms a partial refund", () => {
    const refundWithoutToken = { ...partialRefund, new_token: null }
    expect(CODES.filter((code) => provesRefund(refundWithoutToken, buildStatus(code)))).toEqual([])
    expect(
      CODES.filter((code) => provesRefund(partialRefund, buildStatus(code, 60_000, "old")))
    ).toEqual([])
  })

  it("A17: no status check confirms a create, or any other operation, as a refund", () => {
    const otherKinds = OPERATION_KINDS.filter(
      (kind) => kind !== "refund" && kind !== "partial-refund"
    )
    const confirmedKinds = otherKinds.filter((kind) =>
      CODES.some((code) => provesRefund({ ...partialRefund, kind }, buildStatus(code)))
    )
    expect(confirmedKinds).toEqual([])
  })

  it("a call is overdue once its deadline has passed, and not before", () => {
    const buildDeadline = (seconds: number) => new Date(Date.now() + seconds * 1_000)
    expect(isOverdue({ deadline_at: buildDeadline(-1) }, Date.now())).toBe(true)
    expect(isOverdue({ deadline_at: buildDeadline(-1).toISOString() }, Date.now())).toBe(true)
    expect(isOverdue({ deadline_at: buildDeadline(60) }, Date.now())).toBe(false)
  })

  it("settle, cancel, refund and partial-refund are the kinds that move money", () => {
    expect(MONEY_KINDS).toEqual(["settle", "cancel", "refund", "partial-refund"])
  })

  it.each(OPERATION_KINDS)("a %s in doubt has a message for the merchant", (kind) => {
    expect(describeDoubt({ kind }).reason).toMatch(/^It is not known whether .+\.$/)
  })
})
