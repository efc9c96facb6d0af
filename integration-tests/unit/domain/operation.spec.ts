import {
  CANCEL_REPEAT_AFTER,
  describeDoubt,
  isOverdue,
  judgeDoubt,
  MONEY_KINDS,
  OPERATION_KINDS,
  SETTLE_REPEAT_AFTER,
} from "../../../src/domain/operation"
import { type SeenCode, STATUS_CODES } from "../../../src/domain/status-codes"

const CODES = [...Object.keys(STATUS_CODES), "unknown"] as SeenCode[]
const doubt = (code: SeenCode, secondsInDoubt = 0, attempts = 1) => ({
  code,
  secondsInDoubt,
  attempts,
})
const proving = (kind: (typeof OPERATION_KINDS)[number], proof: string, seconds = 0) =>
  CODES.filter((code) => judgeDoubt(kind, doubt(code, seconds)) === proof)

describe("what a look proves about an operation in doubt", () => {
  it("A1: C and L confirm our own settle, and no other code does", () => {
    expect(proving("settle", "confirmed", 1_000_000)).toEqual(["C", "L"])
  })

  it("A1: S proves nothing about a settle: it waits 15 minutes, repeats once, then asks a person", () => {
    expect(SETTLE_REPEAT_AFTER).toBe(900)
    expect(judgeDoubt("settle", doubt("S", 899))).toBe("wait")
    expect(judgeDoubt("settle", doubt("S", 900))).toBe("repeat")
    expect(judgeDoubt("settle", doubt("S", 900, 2))).toBe("ask-a-person")
    expect(proving("settle", "repeat", 900)).toEqual(["S"])
    const others = CODES.filter((code) => !["C", "L", "S"].includes(code))
    expect(proving("settle", "ask-a-person", 900)).toEqual(others)
  })

  it("A12: O confirms our own cancel; a funded application is left to a person; else it is sent again", () => {
    expect(proving("cancel", "confirmed")).toEqual(["O"])
    expect(proving("cancel", "ask-a-person")).toEqual(["C", "L"])
    expect(judgeDoubt("cancel", doubt("S", CANCEL_REPEAT_AFTER - 1))).toBe("wait")
    expect(judgeDoubt("cancel", doubt("S", CANCEL_REPEAT_AFTER))).toBe("repeat")
  })

  it("A12, H7: a cancel is sent again at twice the distance each time, and hourly for ever", () => {
    const pauseBefore = (attempts: number) =>
      Array.from({ length: 4_000 }, (_, seconds) => seconds).find(
        (seconds) => judgeDoubt("cancel", doubt("S", seconds, attempts)) === "repeat"
      )
    expect([1, 2, 3, 7].map(pauseBefore)).toEqual([5, 10, 20, 320])
    expect([11, 50, 1_000].map(pauseBefore)).toEqual([3600, 3600, 3600])
  })

  it("A7: T confirms our own full refund, and nothing ever repeats one", () => {
    expect(proving("refund", "confirmed")).toEqual(["T"])
    const others = CODES.filter((code) => code !== "T")
    expect(proving("refund", "ask-a-person", 1_000_000)).toEqual(others)
  })

  it("A5: nothing that a look shows proves or repeats a partial refund", () => {
    expect(proving("partial-refund", "ask-a-person", 1_000_000)).toEqual(CODES)
  })

  it("A17: nothing that a look shows proves or repeats a create", () => {
    expect(proving("create", "ask-a-person", 1_000_000)).toEqual(CODES)
  })

  it("A15: an order id is simply told again", () => {
    expect(proving("update-order-id", "repeat")).toEqual(CODES)
  })

  it("a call has certainly ended once its deadline has passed, and not a moment earlier", () => {
    const due = (seconds: number) => new Date(Date.now() + seconds * 1_000)
    expect(isOverdue({ deadline_at: due(-1) }, Date.now())).toBe(true)
    expect(isOverdue({ deadline_at: due(-1).toISOString() }, Date.now())).toBe(true)
    expect(isOverdue({ deadline_at: due(60) }, Date.now())).toBe(false)
  })

  it("knows which kinds move money", () => {
    expect(MONEY_KINDS).toEqual(["settle", "cancel", "refund", "partial-refund"])
  })

  it.each(OPERATION_KINDS)("has a sentence for the merchant about a %s in doubt", (kind) => {
    expect(describeDoubt(kind)).toMatch(/^It is not known whether .+\.$/)
  })
})
