import type { Action } from "../../../src/domain/action-table"
import { type PurchaseState, PURCHASE_STATES } from "../../../src/domain/purchase-state"
import { type ReportedCode, STATUS_CODES } from "../../../src/domain/status-codes"
import { limitReached, secondsUntilLimit, withTimeLimit } from "../../../src/domain/time-limits"

const LIMITS = { unsignedHours: 48, unusedHours: 7 * 24 }
const CODES = [...Object.keys(STATUS_CODES), "unknown"] as ReportedCode[]

const getLimit = (application: {
  purchaseState?: PurchaseState
  code: ReportedCode
  hoursOpen?: number
  hoursReady?: number | null
}) =>
  limitReached(
    { purchaseState: "open-cart", hoursOpen: 0, hoursReady: null, ...application },
    LIMITS
  )

describe("time limits of an application without an order (I7)", () => {
  it.each(["P", "Z", "R", "A"] as const)(
    "an unsigned application (%s) ends after 48 hours",
    (code) => {
      expect(getLimit({ code, hoursOpen: 47.99 })).toBeNull()
      expect(getLimit({ code, hoursOpen: 48 })).toBe("unsigned-too-long")
    }
  )

  it("a signed application opens a review case after 15 minutes and ends after 7 days", () => {
    const getReadyLimit = (hoursReady: number) =>
      getLimit({ code: "S", hoursOpen: 1_000, hoursReady })
    expect(getReadyLimit(0.24)).toBeNull()
    expect(getReadyLimit(0.25)).toBe("unused-for-a-while")
    expect(getReadyLimit(7 * 24 - 0.01)).toBe("unused-for-a-while")
    expect(getReadyLimit(7 * 24)).toBe("unused-too-long")
  })

  it("a signed application whose amount never matched has no time limit", () => {
    expect(getLimit({ code: "S", hoursOpen: 1_000, hoursReady: null })).toBeNull()
  })

  it.each(["W", "M", "C", "L", "X", "U", "O", "T", "B", "unknown"] as const)(
    "an application with status %s has no time limit",
    (code) => {
      expect(getLimit({ code, hoursOpen: 10_000, hoursReady: 10_000 })).toBeNull()
    }
  )

  it("only applications of carts and requests end at a limit, never those of orders (I5)", () => {
    const limitedStates = new Set<PurchaseState>()
    for (const purchaseState of PURCHASE_STATES) {
      for (const code of CODES) {
        const limit = getLimit({ purchaseState, code, hoursOpen: 10_000, hoursReady: 10_000 })
        if (withTimeLimit("wait", limit) !== "wait") limitedStates.add(purchaseState)
      }
    }
    expect([...limitedStates]).toEqual([
      "open-cart",
      "changed-cart",
      "open-request",
      "changed-request",
    ])
  })

  it("an order's unsigned application is reported after 48 hours, and does not end", () => {
    const getOrderLimit = (code: ReportedCode, hoursOpen: number) =>
      getLimit({ purchaseState: "unpaid-order", code, hoursOpen, hoursReady: null })
    expect(getOrderLimit("A", 48)).toBe("order-unsigned")
    expect(getOrderLimit("A", 47.9)).toBeNull()
    expect(getOrderLimit("W", 10_000)).toBeNull()
    expect(withTimeLimit("wait", "order-unsigned")).toBe("wait")
  })

  it.each(["unsigned-too-long", "unused-too-long"] as const)("%s ends the application", (limit) => {
    const actions: Action[] = ["wait", "hold", "place-order"]
    for (const action of actions) expect(withTimeLimit(action, limit)).toBe("end-application")
  })

  it("any other limit leaves the action unchanged", () => {
    expect(withTimeLimit("wait", "unused-for-a-while")).toBe("wait")
    expect(withTimeLimit("place-order", null)).toBe("place-order")
  })
})

describe("the next time limit", () => {
  const getSecondsUntilLimit = (application: {
    code: ReportedCode
    hoursOpen?: number
    hoursReady?: number | null
  }) => secondsUntilLimit({ hoursOpen: 0, hoursReady: null, ...application }, LIMITS)

  it.each(["P", "Z", "R", "A"] as const)(
    "of an unsigned application (%s) is at 48 hours",
    (code) => {
      expect(getSecondsUntilLimit({ code, hoursOpen: 0 })).toBe(48 * 3600)
      expect(getSecondsUntilLimit({ code, hoursOpen: 47.5 })).toBe(1800)
      expect(getSecondsUntilLimit({ code, hoursOpen: 48 })).toBeNull()
    }
  )

  it("of a signed application opens a review case first, and then ends the application", () => {
    expect(getSecondsUntilLimit({ code: "S", hoursOpen: 100, hoursReady: 0 })).toBe(15 * 60)
    expect(getSecondsUntilLimit({ code: "S", hoursOpen: 100, hoursReady: 1 })).toBe(
      (7 * 24 - 1) * 3600
    )
    expect(getSecondsUntilLimit({ code: "S", hoursOpen: 1000, hoursReady: 7 * 24 })).toBeNull()
  })

  it.each(["W", "M", "C", "L", "X", "U", "O", "T", "B", "unknown"] as const)(
    "does not exist for an application with status %s",
    (code) => {
      expect(getSecondsUntilLimit({ code })).toBeNull()
    }
  )
})
