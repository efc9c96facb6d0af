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
import { type ReportedCode, STATUS_CODES } from "../../../src/domain/status-codes"

const CODES = [...Object.keys(STATUS_CODES), "unknown"] as ReportedCode[]
const CELLS = PURCHASE_STATES.flatMap((purchaseState) =>
  CODES.map((code) => ({ purchaseState, code }))
)

const UNDECIDED_CODES = ["P", "Z", "R", "A"]
const REVIEW_CODES = ["W", "M"]
const SIGNED_OR_FUNDED = ["S", "C", "L"]
const FINAL_CODES = ["U", "O"]
const ENDED_CODES = ["X", ...FINAL_CODES]

const formatCells = (purchaseState: PurchaseState, codes: readonly string[]) =>
  codes.map((code) => `${purchaseState} × ${code}`)

/** Every cell with this action, as `purchase state × code`. */
const listCells = (action: Action) =>
  CELLS.filter(({ purchaseState, code }) => ACTION_TABLE[purchaseState][code] === action).map(
    ({ purchaseState, code }) => `${purchaseState} × ${code}`
  )

const sortCells = (cells: readonly string[]) => [...cells].sort()

/** Actions that make an order in Medusa depend on an application. */
const ORDER_ACTIONS: Action[] = [
  "place-order",
  "place-order-under-review",
  "authorize-order",
  "reauthorize-order",
  "authorize-request",
  "settle",
  "record-capture",
]

/** Medusa and the service agree, no shopper is present, and no operation is open. */
const buildSituation = (changes: Partial<Situation>): Situation => ({
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
      formatCells("open-cart", SIGNED_OR_FUNDED),
    ],
    [
      "place-order-under-review",
      "an unchanged open cart under review",
      formatCells("open-cart", REVIEW_CODES),
    ],
    [
      "authorize-request",
      "an unchanged financing request with a signed or funded loan",
      formatCells("open-request", SIGNED_OR_FUNDED),
    ],
    [
      "authorize-order",
      "an unpaid order with a signed or funded loan",
      formatCells("unpaid-order", SIGNED_OR_FUNDED),
    ],
    [
      "reauthorize-order",
      "an order with only a cancelled payment (A19)",
      formatCells("order-without-live-payment", ["S"]),
    ],
    [
      "cancel-order",
      "an order whose financing was not approved (C11)",
      formatCells("unpaid-order", ENDED_CODES),
    ],
    [
      "record-capture",
      "an authorized order with a funded loan (A1, C7)",
      formatCells("authorized-order", ["C", "L"]),
    ],
    [
      "end-application",
      "an application that nothing in Medusa needs any more (C3, C14)",
      [
        // X is included, because the customer could still correct the data and sign.
        ...formatCells("nothing", [...UNDECIDED_CODES, ...REVIEW_CODES, "S", "X"]),
        ...formatCells("order-paid-otherwise", [...UNDECIDED_CODES, ...REVIEW_CODES, "S", "X"]),
        ...formatCells("cancelled-order", [...UNDECIDED_CODES, ...REVIEW_CODES, "S", "X"]),
        ...formatCells("changed-request", [...UNDECIDED_CODES, ...REVIEW_CODES, "X"]),
      ],
    ],
    [
      "close",
      "an application that has ended in Medusa and at the service",
      [
        ...formatCells("nothing", [...FINAL_CODES, "T"]),
        ...formatCells("open-cart", ENDED_CODES),
        ...formatCells("changed-cart", ENDED_CODES),
        ...formatCells("open-request", ENDED_CODES),
        ...formatCells("changed-request", FINAL_CODES),
        ...formatCells("order-paid-otherwise", [...FINAL_CODES, "T"]),
        ...formatCells("cancelled-order", [...FINAL_CODES, "T"]),
        ...formatCells("captured-order", ["T"]),
      ],
    ],
    [
      "wait",
      "an application that awaits the customer, the lender or the merchant",
      [
        ...formatCells("open-cart", UNDECIDED_CODES),
        ...formatCells("changed-cart", [...UNDECIDED_CODES, ...REVIEW_CODES]),
        ...formatCells("open-request", [...UNDECIDED_CODES, ...REVIEW_CODES]),
        ...formatCells("unpaid-order", [...UNDECIDED_CODES, ...REVIEW_CODES, "B"]),
        ...formatCells("authorized-order", ["S"]),
        ...formatCells("captured-order", SIGNED_OR_FUNDED),
      ],
    ],
    ["flag-amounts", "none, because it requires differing amounts", []],
    ["flag-order-edit", "none, because it requires an edited order", []],
    ["flag-test-data", "none, because it requires an application of another environment", []],
    ["settle", "none, because it requires shipped goods", []],
    ["repeat-settle", "none, because it requires a settle in doubt", []],
    ["confirm-settle", "none, because it requires a settle in doubt", []],
  ])("has %s in exactly these cells: %s", (action, _title, cells) => {
    expect(sortCells(listCells(action))).toEqual(sortCells(cells))
  })

  it("has hold in 69 cells, which leaves the decision to staff", () => {
    expect(listCells("hold")).toHaveLength(69)
  })

  it("has hold for an unknown code in every purchase state", () => {
    for (const purchaseState of PURCHASE_STATES)
      expect(ACTION_TABLE[purchaseState].unknown).toBe("hold")
  })

  it("never ends the application of a live order, an open cart or an unchanged request (I5)", () => {
    const endingCells = listCells("end-application")
    const unneededStates = /^(nothing|cancelled-order|order-paid-otherwise|changed-request) ×/
    expect(endingCells.every((cell) => unneededStates.test(cell))).toBe(true)
  })

  it("never authorizes or completes a changed cart, a changed request or a cancelled order (C3, C14)", () => {
    const orderActions: Action[] = [
      "place-order",
      "place-order-under-review",
      "authorize-order",
      "authorize-request",
    ]
    for (const code of CODES) {
      expect(orderActions).not.toContain(ACTION_TABLE["changed-cart"][code])
      expect(orderActions).not.toContain(ACTION_TABLE["changed-request"][code])
      expect(orderActions).not.toContain(ACTION_TABLE["cancelled-order"][code])
      expect(orderActions).not.toContain(ACTION_TABLE["order-without-live-payment"][code])
    }
  })
})

describe("nextAction", () => {
  it.each(["W", "M"] as const)(
    "places an order under review (%s) only when the shopper is present (C11)",
    (code) => {
      expect(nextAction(buildSituation({ code }))).toBe("wait")
      expect(nextAction(buildSituation({ code, shopperIsPresent: true }))).toBe(
        "place-order-under-review"
      )
    }
  )

  it.each(["authorized-order", "captured-order"] as const)(
    "flags differing amounts instead of waiting: %s",
    (purchaseState) => {
      expect(nextAction(buildSituation({ purchaseState, code: "S" }))).toBe("wait")
      expect(nextAction(buildSituation({ purchaseState, code: "S", amountsAgree: false }))).toBe(
        "flag-amounts"
      )
    }
  )

  it("settles only an authorized order with status S when a settle is due (A4)", () => {
    for (const { purchaseState, code } of CELLS) {
      const action = nextAction(buildSituation({ purchaseState, code, settleIsDue: true }))
      const isReady = purchaseState === "authorized-order" && code === "S"
      expect(action).toBe(isReady ? "settle" : nextAction(buildSituation({ purchaseState, code })))
    }
  })

  it("does not settle while the amounts differ or an operation is open (A1, C4)", () => {
    const shipped = buildSituation({
      purchaseState: "authorized-order",
      code: "S",
      settleIsDue: true,
    })
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
        const lost = buildSituation({ purchaseState: "nothing", code, isLost: true, isTestData })
        const hasEnded = ["U", "O", "T"].includes(code)
        expect(nextAction(lost)).toBe(hasEnded ? "close" : "flag-lost")
      }
    }
  )

  it("ends an unsigned test application, and flags one that is signed or has an order", () => {
    const cellsByAction = new Map<string, string[]>()
    for (const cell of CELLS) {
      const usualAction = nextAction(
        buildSituation({ ...cell, settleIsDue: true, shopperIsPresent: true })
      )
      const testSituation = buildSituation({
        ...cell,
        settleIsDue: true,
        shopperIsPresent: true,
        isTestData: true,
      })
      const action = nextAction(testSituation)
      if (cell.purchaseState !== "captured-order") {
        expect(ORDER_ACTIONS).not.toContain(action)
      }
      if (action !== usualAction) {
        cellsByAction.set(action, [
          ...(cellsByAction.get(action) ?? []),
          `${cell.purchaseState} × ${cell.code}`,
        ])
      }
    }
    const unsignedCodes = ["P", "Z", "R", "A", "W", "M"] as const
    expect([...cellsByAction.keys()].sort()).toEqual(["end-application", "flag-test-data"])
    expect(sortCells(cellsByAction.get("end-application") ?? [])).toEqual(
      sortCells(
        (["open-cart", "changed-cart", "open-request"] as const).flatMap((purchaseState) =>
          formatCells(purchaseState, [...unsignedCodes])
        )
      )
    )
    const signedCodes = ["S", "C", "L"] as const
    expect(sortCells(cellsByAction.get("flag-test-data") ?? [])).toEqual(
      sortCells([
        ...(["open-cart", "changed-cart", "open-request", "changed-request"] as const).flatMap(
          (purchaseState) => formatCells(purchaseState, [...signedCodes])
        ),
        ...(["unpaid-order", "authorized-order", "order-without-live-payment"] as const).flatMap(
          (purchaseState) => formatCells(purchaseState, [...unsignedCodes, ...signedCodes])
        ),
      ])
    )
  })

  it("flags an edited order for staff instead of settling it (C16)", () => {
    const edited = { orderIsEdited: true, settleIsDue: true }
    const flaggedCells = CELLS.filter(
      (cell) => nextAction(buildSituation({ ...cell, ...edited })) === "flag-order-edit"
    )
    expect(
      sortCells(flaggedCells.map(({ purchaseState, code }) => `${purchaseState} × ${code}`))
    ).toEqual(
      sortCells([
        ...formatCells("authorized-order", ["S"]),
        ...formatCells("captured-order", SIGNED_OR_FUNDED),
        ...formatCells("order-without-live-payment", SIGNED_OR_FUNDED),
        ...formatCells("unpaid-order", SIGNED_OR_FUNDED),
      ])
    )
    for (const cell of CELLS) {
      expect(nextAction(buildSituation({ ...cell, ...edited }))).not.toBe("settle")
    }
  })

  it("never ends a settled or captured loan, whatever its order or its status (I3)", () => {
    const cancelled = { purchaseState: "cancelled-order", code: "S" } as const
    expect(nextAction(buildSituation(cancelled))).toBe("end-application")
    expect(nextAction(buildSituation({ ...cancelled, isPaidFor: true }))).toBe("hold")
    // The application is also not closed before its capture is refunded.
    expect(nextAction(buildSituation({ ...cancelled, code: "O", isPaidFor: true }))).toBe("hold")
    const captured = { purchaseState: "captured-order", code: "O" } as const
    expect(nextAction(buildSituation({ ...captured, isPaidFor: true }))).toBe("hold")
    expect(nextAction(buildSituation(captured))).toBe("close")
    const changedCells = CELLS.filter(
      (cell) =>
        nextAction(buildSituation({ ...cell, isPaidFor: true })) !==
        nextAction(buildSituation({ ...cell }))
    )
    expect(
      sortCells(changedCells.map(({ purchaseState, code }) => `${purchaseState} × ${code}`))
    ).toEqual(
      sortCells([
        ...formatCells("nothing", [...UNDECIDED_CODES, ...REVIEW_CODES, "S", "X"]),
        ...formatCells("changed-request", [...UNDECIDED_CODES, ...REVIEW_CODES, "X"]),
        ...formatCells("cancelled-order", [
          ...UNDECIDED_CODES,
          ...REVIEW_CODES,
          "S",
          ...ENDED_CODES,
        ]),
        ...formatCells("order-paid-otherwise", [
          ...UNDECIDED_CODES,
          ...REVIEW_CODES,
          "S",
          ...ENDED_CODES,
        ]),
        // Without a remaining capture, staff have nothing to decide.
        ...formatCells("captured-order", ENDED_CODES),
      ])
    )
  })

  it("does not flag differing amounts before the customer signs", () => {
    const code = "P"
    expect(nextAction(buildSituation({ code, amountsAgree: false }))).toBe("wait")
    expect(
      nextAction(buildSituation({ purchaseState: "unpaid-order", code, amountsAgree: false }))
    ).toBe("wait")
  })
})

describe("nextAction with an open operation", () => {
  const buildOperation = (changes: Partial<OpenOperation>): OpenOperation => ({
    kind: "settle",
    doubtful: true,
    secondsInDoubt: 0,
    attempts: 1,
    ...changes,
  })

  it("waits while a call is running, for every purchase state and code (A18)", () => {
    for (const kind of MONEY_KINDS) {
      for (const { purchaseState, code } of CELLS) {
        const open = buildOperation({ kind, doubtful: false, secondsInDoubt: -5 })
        expect(
          nextAction(buildSituation({ purchaseState, code, open, shopperIsPresent: true }))
        ).toBe("wait")
      }
    }
  })

  it("waits for an operation in doubt, except for the actions that resolve it (A1, A5)", () => {
    const cellsByAction = new Map<string, Set<string>>()
    for (const kind of MONEY_KINDS) {
      for (const { purchaseState, code } of CELLS) {
        const open = buildOperation({ kind, secondsInDoubt: SETTLE_REPEAT_AFTER })
        const action = nextAction(
          buildSituation({ purchaseState, code, open, shopperIsPresent: true })
        )
        if (action === "wait") continue
        cellsByAction.set(
          action,
          (cellsByAction.get(action) ?? new Set()).add(`${kind} × ${purchaseState} × ${code}`)
        )
      }
    }
    expect([...(cellsByAction.get("record-capture") ?? [])]).toEqual([
      "settle × authorized-order × C",
      "settle × authorized-order × L",
    ])
    expect([...(cellsByAction.get("repeat-settle") ?? [])]).toEqual([
      "settle × authorized-order × S",
    ])
    const endedCells = [...(cellsByAction.get("end-application") ?? [])]
    expect(endedCells).toHaveLength(60)
    expect(
      endedCells.every((cell) =>
        /^cancel × (nothing|order-paid-otherwise|cancelled-order|changed-request) ×/.test(cell)
      )
    ).toBe(true)
    const confirmedCells = [...(cellsByAction.get("confirm-settle") ?? [])]
    const otherStates = PURCHASE_STATES.filter(
      (purchaseState) => purchaseState !== "authorized-order"
    )
    const fundedCells = otherStates.flatMap((purchaseState) => [
      `settle × ${purchaseState} × C`,
      `settle × ${purchaseState} × L`,
    ])
    expect(confirmedCells.sort()).toEqual(fundedCells.sort())
    expect([...cellsByAction.keys()].sort()).toEqual([
      "confirm-settle",
      "end-application",
      "record-capture",
      "repeat-settle",
    ])
  })

  it("repeats an unanswered settle once, 15 minutes after its deadline, and no sooner (A1)", () => {
    const getActionAfter = (secondsInDoubt: number, attempts = 1) =>
      nextAction(
        buildSituation({
          purchaseState: "authorized-order",
          code: "S",
          open: buildOperation({ secondsInDoubt, attempts }),
        })
      )
    expect(getActionAfter(SETTLE_REPEAT_AFTER - 1)).toBe("wait")
    expect(getActionAfter(SETTLE_REPEAT_AFTER)).toBe("repeat-settle")
    expect(getActionAfter(SETTLE_REPEAT_AFTER, 2)).toBe("wait")
  })
})

const DOUBTFUL_CANCEL: OpenOperation = {
  kind: "cancel",
  doubtful: true,
  secondsInDoubt: 60,
  attempts: 1,
}

describe("withLateApproval", () => {
  it("changes no action with the setting hold, so that staff decide", () => {
    for (const purchaseState of PURCHASE_STATES) {
      for (const code of CODES) {
        const action = ACTION_TABLE[purchaseState][code]
        expect(withLateApproval(action, { purchaseState, code, open: null }, "hold")).toBe(action)
      }
    }
  })

  it("ends only a signed application of a changed cart or request with the setting cancel", () => {
    const endedCells = PURCHASE_STATES.flatMap((purchaseState) =>
      CODES.filter((code) => {
        const action = ACTION_TABLE[purchaseState][code]
        return withLateApproval(action, { purchaseState, code, open: null }, "cancel") !== action
      }).map((code) => `${purchaseState} ${code}`)
    )
    expect(endedCells).toEqual(["changed-cart S", "changed-request S"])
  })

  it("continues to end the application while its cancel is in doubt", () => {
    const lateApproval = {
      purchaseState: "changed-cart",
      code: "S",
      open: DOUBTFUL_CANCEL,
    } as const
    expect(withLateApproval("wait", lateApproval, "cancel")).toBe("end-application")
    expect(withLateApproval("wait", lateApproval, "hold")).toBe("wait")
    // The time limit itself repeats its own cancel.
    expect(withLateApproval("wait", { ...lateApproval, code: "A" }, "cancel")).toBe("wait")
    const runningCancel = { ...lateApproval, open: { ...DOUBTFUL_CANCEL, doubtful: false } }
    expect(withLateApproval("wait", runningCancel, "cancel")).toBe("wait")
    const doubtfulSettle = {
      ...lateApproval,
      open: { ...DOUBTFUL_CANCEL, kind: "settle" as const },
    }
    expect(withLateApproval("wait", doubtfulSettle, "cancel")).toBe("wait")
    const authorizedOrder = { ...lateApproval, purchaseState: "authorized-order" as const }
    expect(withLateApproval("wait", authorizedOrder, "cancel")).toBe("wait")
  })
})
