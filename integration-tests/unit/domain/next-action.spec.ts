import {
  nextAction,
  type OpenOperation,
  type Situation,
  withLateApproval,
} from "../../../src/domain/next-action"
import { type Action, ACTION_TABLE } from "../../../src/domain/action-table"
import { type PurchaseState, PURCHASE_STATES } from "../../../src/domain/purchase-state"
import { SETTLE_REPEAT_AFTER } from "../../../src/domain/doubt"
import { MONEY_KINDS } from "../../../src/domain/operation"
import { type SeenCode, STATUS_CODES } from "../../../src/domain/status-codes"

const CODES = [...Object.keys(STATUS_CODES), "unknown"] as SeenCode[]
const CELLS = PURCHASE_STATES.flatMap((purchaseState) =>
  CODES.map((code) => ({ purchaseState, code }))
)

const UNDECIDED = ["P", "Z", "R", "A"]
const REVIEWED = ["W", "M"]
const PAID = ["S", "C", "L"]
const FOR_GOOD = ["U", "O"]
const DEAD = ["X", ...FOR_GOOD]

const spell = (purchaseState: PurchaseState, codes: readonly string[]) =>
  codes.map((code) => `${purchaseState} × ${code}`)

/** Every cell with this action, as `purchase state × code`. */
const leadingTo = (move: Action) =>
  CELLS.filter(({ purchaseState, code }) => ACTION_TABLE[purchaseState][code] === move).map(
    ({ purchaseState, code }) => `${purchaseState} × ${code}`
  )

const sorted = (cells: readonly string[]) => [...cells].sort()

/** Actions that make an order in Medusa depend on an application. */
const RESTS: Action[] = [
  "place-order",
  "place-order-under-review",
  "authorize-order",
  "reauthorize-order",
  "authorize-request",
  "settle",
  "record-capture",
]

/** Medusa and the service agree, no shopper is present, and no operation is open. */
const situation = (changes: Partial<Situation>): Situation => ({
  purchaseState: "open-cart",
  code: "P",
  shopperIsPresent: false,
  amountsAgree: true,
  settleIsDue: false,
  orderIsEdited: false,
  isPaidFor: false,
  isTestData: false,
  isLost: false,
  open: null,
  ...changes,
})

describe("ACTION_TABLE", () => {
  it("has an action for all 165 cells of 11 purchase states and 15 codes", () => {
    expect(CELLS).toHaveLength(165)
    expect(Object.keys(ACTION_TABLE)).toHaveLength(11)
    for (const { purchaseState, code } of CELLS)
      expect(ACTION_TABLE[purchaseState][code]).toBeDefined()
  })

  it.each<[Action, string, string[]]>([
    [
      "place-order",
      "an unchanged open cart with a signed or funded loan",
      spell("open-cart", PAID),
    ],
    [
      "place-order-under-review",
      "an unchanged open cart under review",
      spell("open-cart", REVIEWED),
    ],
    [
      "authorize-request",
      "an unchanged financing request with a signed or funded loan",
      spell("open-request", PAID),
    ],
    [
      "authorize-order",
      "an unpaid order with a signed or funded loan",
      spell("unpaid-order", PAID),
    ],
    [
      "reauthorize-order",
      "an order with only a cancelled payment (A19)",
      spell("order-without-live-payment", ["S"]),
    ],
    [
      "cancel-order",
      "an order whose financing was not approved (C11)",
      spell("unpaid-order", DEAD),
    ],
    [
      "record-capture",
      "an authorized order with a funded loan (A1, C7)",
      spell("authorized-order", ["C", "L"]),
    ],
    [
      "end-application",
      "an application that nothing in Medusa needs any more (C3, C14)",
      [
        // X is included, because the customer could still correct the data and sign.
        ...spell("nothing", [...UNDECIDED, ...REVIEWED, "S", "X"]),
        ...spell("order-paid-otherwise", [...UNDECIDED, ...REVIEWED, "S", "X"]),
        ...spell("cancelled-order", [...UNDECIDED, ...REVIEWED, "S", "X"]),
        ...spell("changed-request", [...UNDECIDED, ...REVIEWED, "X"]),
      ],
    ],
    [
      "close",
      "an application that has ended in Medusa and at the service",
      [
        ...spell("nothing", [...FOR_GOOD, "T"]),
        ...spell("open-cart", DEAD),
        ...spell("changed-cart", DEAD),
        ...spell("open-request", DEAD),
        ...spell("changed-request", FOR_GOOD),
        ...spell("order-paid-otherwise", [...FOR_GOOD, "T"]),
        ...spell("cancelled-order", [...FOR_GOOD, "T"]),
        ...spell("captured-order", ["T"]),
      ],
    ],
    [
      "wait",
      "an application that awaits the customer, the lender or the merchant",
      [
        ...spell("open-cart", UNDECIDED),
        ...spell("changed-cart", [...UNDECIDED, ...REVIEWED]),
        ...spell("open-request", [...UNDECIDED, ...REVIEWED]),
        ...spell("unpaid-order", [...UNDECIDED, ...REVIEWED, "B"]),
        ...spell("authorized-order", ["S"]),
        ...spell("captured-order", PAID),
      ],
    ],
    ["flag-amounts", "none, because it requires differing amounts", []],
    ["flag-order-edit", "none, because it requires an edited order", []],
    ["flag-test-data", "none, because it requires an application of another environment", []],
    ["settle", "none, because it requires shipped goods", []],
    ["repeat-settle", "none, because it requires a settle in doubt", []],
    ["confirm-settle", "none, because it requires a settle in doubt", []],
  ])("has %s in exactly these cells: %s", (move, _what, cells) => {
    expect(sorted(leadingTo(move))).toEqual(sorted(cells))
  })

  it("has hold in 69 cells, which leaves the decision to staff", () => {
    expect(leadingTo("hold")).toHaveLength(69)
  })

  it("has hold for an unknown code in every purchase state", () => {
    for (const purchaseState of PURCHASE_STATES)
      expect(ACTION_TABLE[purchaseState].unknown).toBe("hold")
  })

  it("never ends the application of a live order, an open cart or an unchanged request (I5)", () => {
    const ending = leadingTo("end-application")
    const unneeded = /^(nothing|cancelled-order|order-paid-otherwise|changed-request) ×/
    expect(ending.every((cell) => unneeded.test(cell))).toBe(true)
  })

  it("never authorizes or completes a changed cart, a changed request or a cancelled order (C3, C14)", () => {
    const moving: Action[] = [
      "place-order",
      "place-order-under-review",
      "authorize-order",
      "authorize-request",
    ]
    for (const code of CODES) {
      expect(moving).not.toContain(ACTION_TABLE["changed-cart"][code])
      expect(moving).not.toContain(ACTION_TABLE["changed-request"][code])
      expect(moving).not.toContain(ACTION_TABLE["cancelled-order"][code])
      expect(moving).not.toContain(ACTION_TABLE["order-without-live-payment"][code])
    }
  })
})

describe("nextAction", () => {
  it.each(["W", "M"] as const)(
    "places an order under review (%s) only when the shopper is present (C11)",
    (code) => {
      expect(nextAction(situation({ code }))).toBe("wait")
      expect(nextAction(situation({ code, shopperIsPresent: true }))).toBe(
        "place-order-under-review"
      )
    }
  )

  it.each(["authorized-order", "captured-order"] as const)(
    "flags differing amounts instead of waiting: %s",
    (purchaseState) => {
      expect(nextAction(situation({ purchaseState, code: "S" }))).toBe("wait")
      expect(nextAction(situation({ purchaseState, code: "S", amountsAgree: false }))).toBe(
        "flag-amounts"
      )
    }
  )

  it("settles only an authorized order with status S when a settle is due (A4)", () => {
    for (const { purchaseState, code } of CELLS) {
      const move = nextAction(situation({ purchaseState, code, settleIsDue: true }))
      const isReady = purchaseState === "authorized-order" && code === "S"
      expect(move).toBe(isReady ? "settle" : nextAction(situation({ purchaseState, code })))
    }
  })

  it("does not settle while the amounts differ or an operation is open (A1, C4)", () => {
    const shipped = situation({ purchaseState: "authorized-order", code: "S", settleIsDue: true })
    expect(nextAction({ ...shipped, amountsAgree: false })).toBe("flag-amounts")
    for (const kind of MONEY_KINDS) {
      for (const doubtful of [true, false]) {
        const open = { kind, doubtful, secondsInDoubt: 0, attempts: 1 }
        expect(nextAction({ ...shipped, open })).toBe("wait")
      }
    }
  })

  it.each(CODES)(
    "flags a lost application with status %s for staff, or closes it if it has ended",
    (code) => {
      for (const isTestData of [true, false]) {
        const lost = situation({ purchaseState: "nothing", code, isLost: true, isTestData })
        const isOver = ["U", "O", "T"].includes(code)
        expect(nextAction(lost)).toBe(isOver ? "close" : "flag-lost")
      }
    }
  )

  it("ends an unsigned test application, and flags one that is signed or has an order", () => {
    const moved = new Map<string, string[]>()
    for (const cell of CELLS) {
      const usual = nextAction(situation({ ...cell, settleIsDue: true, shopperIsPresent: true }))
      const of = situation({ ...cell, settleIsDue: true, shopperIsPresent: true, isTestData: true })
      const move = nextAction(of)
      if (cell.purchaseState !== "captured-order") {
        expect(RESTS).not.toContain(move)
      }
      if (move !== usual) {
        moved.set(move, [...(moved.get(move) ?? []), `${cell.purchaseState} × ${cell.code}`])
      }
    }
    const unsigned = ["P", "Z", "R", "A", "W", "M"] as const
    expect([...moved.keys()].sort()).toEqual(["end-application", "flag-test-data"])
    expect(sorted(moved.get("end-application") ?? [])).toEqual(
      sorted(
        (["open-cart", "changed-cart", "open-request"] as const).flatMap((purchaseState) =>
          spell(purchaseState, [...unsigned])
        )
      )
    )
    const signed = ["S", "C", "L"] as const
    expect(sorted(moved.get("flag-test-data") ?? [])).toEqual(
      sorted([
        ...(["open-cart", "changed-cart", "open-request", "changed-request"] as const).flatMap(
          (purchaseState) => spell(purchaseState, [...signed])
        ),
        ...(["unpaid-order", "authorized-order", "order-without-live-payment"] as const).flatMap(
          (purchaseState) => spell(purchaseState, [...unsigned, ...signed])
        ),
      ])
    )
  })

  it("flags an edited order for staff instead of settling it (C16)", () => {
    const edited = { orderIsEdited: true, settleIsDue: true }
    const flagged = CELLS.filter(
      (cell) => nextAction(situation({ ...cell, ...edited })) === "flag-order-edit"
    )
    expect(sorted(flagged.map(({ purchaseState, code }) => `${purchaseState} × ${code}`))).toEqual(
      sorted([
        ...spell("authorized-order", ["S"]),
        ...spell("captured-order", PAID),
        ...spell("order-without-live-payment", PAID),
        ...spell("unpaid-order", PAID),
      ])
    )
    for (const cell of CELLS) {
      expect(nextAction(situation({ ...cell, ...edited }))).not.toBe("settle")
    }
  })

  it("never ends a settled or captured loan, whatever its order or its status (I3)", () => {
    const cancelled = { purchaseState: "cancelled-order", code: "S" } as const
    expect(nextAction(situation(cancelled))).toBe("end-application")
    expect(nextAction(situation({ ...cancelled, isPaidFor: true }))).toBe("hold")
    // The application is also not closed before its capture is refunded.
    expect(nextAction(situation({ ...cancelled, code: "O", isPaidFor: true }))).toBe("hold")
    const captured = { purchaseState: "captured-order", code: "O" } as const
    expect(nextAction(situation({ ...captured, isPaidFor: true }))).toBe("hold")
    expect(nextAction(situation(captured))).toBe("close")
    const changed = CELLS.filter(
      (cell) =>
        nextAction(situation({ ...cell, isPaidFor: true })) !== nextAction(situation({ ...cell }))
    )
    expect(sorted(changed.map(({ purchaseState, code }) => `${purchaseState} × ${code}`))).toEqual(
      sorted([
        ...spell("nothing", [...UNDECIDED, ...REVIEWED, "S", "X"]),
        ...spell("changed-request", [...UNDECIDED, ...REVIEWED, "X"]),
        ...spell("cancelled-order", [...UNDECIDED, ...REVIEWED, "S", ...DEAD]),
        ...spell("order-paid-otherwise", [...UNDECIDED, ...REVIEWED, "S", ...DEAD]),
        // Without a remaining capture, staff have nothing to decide.
        ...spell("captured-order", DEAD),
      ])
    )
  })

  it("does not flag differing amounts before the customer signs", () => {
    const code = "P"
    expect(nextAction(situation({ code, amountsAgree: false }))).toBe("wait")
    expect(
      nextAction(situation({ purchaseState: "unpaid-order", code, amountsAgree: false }))
    ).toBe("wait")
  })
})

describe("nextAction with an open operation", () => {
  const doubtful = (changes: Partial<OpenOperation>): OpenOperation => ({
    kind: "settle",
    doubtful: true,
    secondsInDoubt: 0,
    attempts: 1,
    ...changes,
  })

  it("waits while a call is running, for every purchase state and code (A18)", () => {
    for (const kind of MONEY_KINDS) {
      for (const { purchaseState, code } of CELLS) {
        const open = doubtful({ kind, doubtful: false, secondsInDoubt: -5 })
        expect(nextAction(situation({ purchaseState, code, open, shopperIsPresent: true }))).toBe(
          "wait"
        )
      }
    }
  })

  it("waits for an operation in doubt, except for the actions that resolve it (A1, A5)", () => {
    const moves = new Map<string, Set<string>>()
    for (const kind of MONEY_KINDS) {
      for (const { purchaseState, code } of CELLS) {
        const open = doubtful({ kind, secondsInDoubt: SETTLE_REPEAT_AFTER })
        const move = nextAction(situation({ purchaseState, code, open, shopperIsPresent: true }))
        if (move === "wait") continue
        moves.set(move, (moves.get(move) ?? new Set()).add(`${kind} × ${purchaseState} × ${code}`))
      }
    }
    expect([...(moves.get("record-capture") ?? [])]).toEqual([
      "settle × authorized-order × C",
      "settle × authorized-order × L",
    ])
    expect([...(moves.get("repeat-settle") ?? [])]).toEqual(["settle × authorized-order × S"])
    const ended = [...(moves.get("end-application") ?? [])]
    expect(ended).toHaveLength(60)
    expect(
      ended.every((cell) =>
        /^cancel × (nothing|order-paid-otherwise|cancelled-order|changed-request) ×/.test(cell)
      )
    ).toBe(true)
    const confirmed = [...(moves.get("confirm-settle") ?? [])]
    const others = PURCHASE_STATES.filter((purchaseState) => purchaseState !== "authorized-order")
    const funded = others.flatMap((one) => [`settle × ${one} × C`, `settle × ${one} × L`])
    expect(confirmed.sort()).toEqual(funded.sort())
    expect([...moves.keys()].sort()).toEqual([
      "confirm-settle",
      "end-application",
      "record-capture",
      "repeat-settle",
    ])
  })

  it("repeats an unanswered settle once, 15 minutes after its deadline, and no sooner (A1)", () => {
    const after = (secondsInDoubt: number, attempts = 1) =>
      nextAction(
        situation({
          purchaseState: "authorized-order",
          code: "S",
          open: doubtful({ secondsInDoubt, attempts }),
        })
      )
    expect(after(SETTLE_REPEAT_AFTER - 1)).toBe("wait")
    expect(after(SETTLE_REPEAT_AFTER)).toBe("repeat-settle")
    expect(after(SETTLE_REPEAT_AFTER, 2)).toBe("wait")
  })
})

const DOUBTFUL: OpenOperation = {
  kind: "cancel",
  doubtful: true,
  secondsInDoubt: 60,
  attempts: 1,
}

describe("withLateApproval", () => {
  it("changes no action with the setting hold, so that staff decide", () => {
    for (const purchaseState of PURCHASE_STATES) {
      for (const code of CODES) {
        const move = ACTION_TABLE[purchaseState][code]
        expect(withLateApproval(move, { purchaseState, code, open: null }, "hold")).toBe(move)
      }
    }
  })

  it("ends only a signed application of a changed cart or request with the setting cancel", () => {
    const ended = PURCHASE_STATES.flatMap((purchaseState) =>
      CODES.filter((code) => {
        const move = ACTION_TABLE[purchaseState][code]
        return withLateApproval(move, { purchaseState, code, open: null }, "cancel") !== move
      }).map((code) => `${purchaseState} ${code}`)
    )
    expect(ended).toEqual(["changed-cart S", "changed-request S"])
  })

  it("continues to end the application while its cancel is in doubt", () => {
    const late = { purchaseState: "changed-cart", code: "S", open: DOUBTFUL } as const
    expect(withLateApproval("wait", late, "cancel")).toBe("end-application")
    expect(withLateApproval("wait", late, "hold")).toBe("wait")
    // The time limit itself repeats its own cancel.
    expect(withLateApproval("wait", { ...late, code: "A" }, "cancel")).toBe("wait")
    const underWay = { ...late, open: { ...DOUBTFUL, doubtful: false } }
    expect(withLateApproval("wait", underWay, "cancel")).toBe("wait")
    const settling = { ...late, open: { ...DOUBTFUL, kind: "settle" as const } }
    expect(withLateApproval("wait", settling, "cancel")).toBe("wait")
    const paid = { ...late, purchaseState: "authorized-order" as const }
    expect(withLateApproval("wait", paid, "cancel")).toBe("wait")
  })
})
