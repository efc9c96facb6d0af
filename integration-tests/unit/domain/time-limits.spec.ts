import type { Action } from "../../../src/domain/action-table"
import { type PurchaseState, PURCHASE_STATES } from "../../../src/domain/purchase-state"
import { type SeenCode, STATUS_CODES } from "../../../src/domain/status-codes"
import { limitReached, secondsUntilLimit, withTimeLimit } from "../../../src/domain/time-limits"

const LIMITS = { unsignedHours: 48, unusedHours: 7 * 24 }
const CODES = [...Object.keys(STATUS_CODES), "unknown"] as SeenCode[]

const reached = (aged: {
  purchaseState?: PurchaseState
  code: SeenCode
  hoursOpen?: number
  hoursReady?: number | null
}) => limitReached({ purchaseState: "open-cart", hoursOpen: 0, hoursReady: null, ...aged }, LIMITS)

describe("time limits of an application without an order (I7)", () => {
  it.each(["P", "Z", "R", "A"] as const)(
    "an unsigned application (%s) ends after 48 hours",
    (code) => {
      expect(reached({ code, hoursOpen: 47.99 })).toBeNull()
      expect(reached({ code, hoursOpen: 48 })).toBe("unsigned-too-long")
    }
  )

  it("a signed application opens a review case after 15 minutes and ends after 7 days", () => {
    const ready = (hoursReady: number) => reached({ code: "S", hoursOpen: 1_000, hoursReady })
    expect(ready(0.24)).toBeNull()
    expect(ready(0.25)).toBe("unused-for-a-while")
    expect(ready(7 * 24 - 0.01)).toBe("unused-for-a-while")
    expect(ready(7 * 24)).toBe("unused-too-long")
  })

  it("a signed application whose amount never matched has no time limit", () => {
    expect(reached({ code: "S", hoursOpen: 1_000, hoursReady: null })).toBeNull()
  })

  it.each(["W", "M", "C", "L", "X", "U", "O", "T", "B", "unknown"] as const)(
    "an application with status %s has no time limit",
    (code) => {
      expect(reached({ code, hoursOpen: 10_000, hoursReady: 10_000 })).toBeNull()
    }
  )

  it("only applications of carts and requests end at a limit, never those of orders (I5)", () => {
    const limited = new Set<PurchaseState>()
    for (const purchaseState of PURCHASE_STATES) {
      for (const code of CODES) {
        const limit = reached({ purchaseState, code, hoursOpen: 10_000, hoursReady: 10_000 })
        if (withTimeLimit("wait", limit) !== "wait") limited.add(purchaseState)
      }
    }
    expect([...limited]).toEqual(["open-cart", "changed-cart", "open-request", "changed-request"])
  })

  it("an order's unsigned application is reported after 48 hours, and does not end", () => {
    const of = (code: SeenCode, hoursOpen: number) =>
      reached({ purchaseState: "unpaid-order", code, hoursOpen, hoursReady: null })
    expect(of("A", 48)).toBe("order-unsigned")
    expect(of("A", 47.9)).toBeNull()
    expect(of("W", 10_000)).toBeNull()
    expect(withTimeLimit("wait", "order-unsigned")).toBe("wait")
  })

  it.each(["unsigned-too-long", "unused-too-long"] as const)("%s ends the application", (limit) => {
    const moves: Action[] = ["wait", "hold", "place-order"]
    for (const move of moves) expect(withTimeLimit(move, limit)).toBe("end-application")
  })

  it("any other limit leaves the action unchanged", () => {
    expect(withTimeLimit("wait", "unused-for-a-while")).toBe("wait")
    expect(withTimeLimit("place-order", null)).toBe("place-order")
  })
})

describe("the next time limit", () => {
  const until = (aged: { code: SeenCode; hoursOpen?: number; hoursReady?: number | null }) =>
    secondsUntilLimit({ hoursOpen: 0, hoursReady: null, ...aged }, LIMITS)

  it.each(["P", "Z", "R", "A"] as const)(
    "of an unsigned application (%s) is at 48 hours",
    (code) => {
      expect(until({ code, hoursOpen: 0 })).toBe(48 * 3600)
      expect(until({ code, hoursOpen: 47.5 })).toBe(1800)
      expect(until({ code, hoursOpen: 48 })).toBeNull()
    }
  )

  it("of a signed application opens a review case first, and then ends the application", () => {
    expect(until({ code: "S", hoursOpen: 100, hoursReady: 0 })).toBe(15 * 60)
    expect(until({ code: "S", hoursOpen: 100, hoursReady: 1 })).toBe((7 * 24 - 1) * 3600)
    expect(until({ code: "S", hoursOpen: 1000, hoursReady: 7 * 24 })).toBeNull()
  })

  it.each(["W", "M", "C", "L", "X", "U", "O", "T", "B", "unknown"] as const)(
    "does not exist for an application with status %s",
    (code) => {
      expect(until({ code })).toBeNull()
    }
  )
})
