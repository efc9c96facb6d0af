import {
  REVIEW_CAUSES,
  type ReviewCause,
  causeOfDifference,
  causeOfHold,
} from "../../../src/domain/review-causes"
import {
  actionsFor,
  REVIEW_ACTIONS,
  type ReviewAction,
  type Circumstances,
  isReviewAction,
  RESOLVED_BY,
} from "../../../src/domain/review-actions"
import { describeDoubt } from "../../../src/domain/doubt"
import { ACTION_TABLE } from "../../../src/domain/action-table"
import { type PurchaseState, PURCHASE_STATES } from "../../../src/domain/purchase-state"
import { type ReportedCode, STATUS_CODES } from "../../../src/domain/status-codes"

const CODES = [...Object.keys(STATUS_CODES), "unknown"] as ReportedCode[]
/** A cancel may be repeated while one is open; settle and partial-refund represent the other kinds. */
const OPEN_OPERATIONS: Circumstances["open"][] = [
  null,
  ...(["cancel", "settle", "partial-refund"] as const).flatMap((kind) => [
    { kind, doubtful: true },
    { kind, doubtful: false },
  ]),
]

const COMMON_ACTIONS: ReviewAction[] = ["check-again", "acknowledge"]

const ALL_CIRCUMSTANCES: (Circumstances & { cause: ReviewCause })[] = REVIEW_CAUSES.flatMap(
  (cause) =>
    [null, ...PURCHASE_STATES].flatMap((purchaseState) =>
      [null, ...CODES].flatMap((code) =>
        OPEN_OPERATIONS.flatMap((open) =>
          [true, false].flatMap((captured) =>
            [true, false].flatMap((settling) =>
              [true, false].map((settled) => ({
                cause,
                purchaseState,
                code,
                open,
                captured,
                settling,
                settled,
                acknowledged: false,
              }))
            )
          )
        )
      )
    )
)

/** Every circumstance in which an action is offered. */
const findCircumstances = (action: ReviewAction) =>
  ALL_CIRCUMSTANCES.filter(
    ({ cause }) => RESOLVED_BY[cause].includes(action) || COMMON_ACTIONS.includes(action)
  ).filter(({ cause, ...circumstances }) => actionsFor(cause, circumstances).includes(action))

const buildCircumstances = (
  purchaseState: PurchaseState,
  code: ReportedCode,
  open: Circumstances["open"] = null
) => ({
  purchaseState,
  code,
  open,
  captured: purchaseState === "captured-order",
  settling: false,
  settled: false,
  acknowledged: false,
})

/** A cancelled order whose capture is not fully refunded. */
const buildUnrefundedOrder = (code: ReportedCode) => ({
  ...buildCircumstances("cancelled-order", code),
  captured: true,
})

describe("actionsFor", () => {
  it("always ends with check-again and acknowledge", () => {
    const lastActions = ALL_CIRCUMSTANCES.map(({ cause, ...circumstances }) =>
      actionsFor(cause, circumstances).slice(-2).join(", ")
    )
    expect([...new Set(lastActions)]).toEqual(["check-again, acknowledge"])
  })

  it("omits acknowledge for an acknowledged case", () => {
    const acknowledgedCase = { ...buildCircumstances("open-cart", "S"), acknowledged: true }
    expect(actionsFor("unused", acknowledgedCase)).toEqual([
      "place-order",
      "end-application",
      "check-again",
    ])
  })

  it("offers record-refund for a captured order that is to be signed again, unless a refund is open", () => {
    for (const code of ["B", "A"] as const) {
      const unsignedContract = buildCircumstances("captured-order", code)
      const cause = code === "B" ? "sign-again" : "mismatch"
      expect(actionsFor(cause, unsignedContract)).toContain("record-refund")
      const open = { kind: "partial-refund", doubtful: true } as const
      expect(actionsFor(cause, { ...unsignedContract, open })).not.toContain("record-refund")
      expect(actionsFor(cause, buildCircumstances("authorized-order", code))).not.toContain(
        "record-refund"
      )
    }
  })

  it("offers no end-application for a captured loan, even if another payment covers the order (I3)", () => {
    const paidOtherwise = buildCircumstances("order-paid-otherwise", "S")
    expect(actionsFor("mismatch", paidOtherwise)).toContain("end-application")
    const captured = { ...paidOtherwise, captured: true }
    expect(actionsFor("mismatch", captured)).not.toContain("end-application")
    expect(actionsFor("mismatch", { ...captured, settling: true })).toContain("refund")
    expect(actionsFor("mismatch", { ...captured, code: "O" })).toContain("record-refund")
  })

  it("offers every action in some case, and none twice", () => {
    for (const action of REVIEW_ACTIONS) expect(findCircumstances(action)).not.toEqual([])
    const hasDuplicates = ({ cause, ...circumstances }: (typeof ALL_CIRCUMSTANCES)[number]) => {
      const actions = actionsFor(cause, circumstances)
      return new Set(actions).size !== actions.length
    }
    expect(ALL_CIRCUMSTANCES.filter(hasDuplicates)).toEqual([])
  })

  it("I5: never offers end-application for a live payment or an unpaid order", () => {
    const states = new Set(
      findCircumstances("end-application").map(({ purchaseState }) => purchaseState)
    )
    expect([...states].sort()).toEqual(
      [
        "cancelled-order",
        "changed-cart",
        "changed-request",
        "nothing",
        "open-cart",
        "open-request",
        "order-paid-otherwise",
        "order-without-live-payment",
      ].sort()
    )
  })

  it("I5: never offers end-application for a cancelled order with a remaining capture", () => {
    const offered = findCircumstances("end-application").filter(
      ({ purchaseState, captured }) => purchaseState === "cancelled-order" && captured
    )
    expect(offered).toEqual([])
  })

  it("A11: never offers to end a funded or ended loan, or to refund an unsettled one", () => {
    const endableCodes = new Set(findCircumstances("end-application").map(({ code }) => code))
    for (const code of ["C", "L", "X", "U", "O", "T", null] as const) {
      expect(endableCodes.has(code)).toBe(false)
    }
    const refunds = findCircumstances("refund")
    const unsettled = refunds.filter(({ settled }) => !settled)
    const codesAndSettling = unsettled.map(({ code, settling }) => `${code}, ${settling}`)
    expect([...new Set(codesAndSettling)].sort()).toEqual([
      "C, false",
      "C, true",
      "L, false",
      "L, true",
      // A settle was sent; the service funds the loan a moment later.
      "S, true",
    ])
    const refundableCodes = new Set(refunds.map(({ code }) => code))
    for (const code of ["T", "O", "U", "X", "B", null] as const) {
      expect(refundableCodes.has(code)).toBe(false)
    }
    const settledCircumstances = findCircumstances("end-application").filter(
      ({ settled, code }) => settled && code
    )
    expect([...new Set(settledCircumstances.map(({ code }) => code))].sort()).toEqual(["B", "S"])
  })

  it("offers no action that moves money while an operation is open, except to repeat a cancel", () => {
    const moneyActions = [
      "place-order",
      "settle",
      "refund",
      "record-refund",
      "cancel-order",
    ] as const
    for (const action of moneyActions) {
      expect(findCircumstances(action).every(({ open }) => open === null)).toBe(true)
    }
    const openKinds = findCircumstances("end-application").flatMap(({ open }) => open?.kind ?? [])
    expect([...new Set(openKinds)]).toEqual(["cancel"])
  })

  it("offers the confirm actions only for an operation in doubt", () => {
    for (const action of ["confirm-it-happened", "confirm-it-did-not"] as const) {
      expect(findCircumstances(action).every(({ open }) => open?.doubtful === true)).toBe(true)
    }
  })

  it("I4: offers place-order only for an unchanged cart with a signed or funded loan", () => {
    const cells = findCircumstances("place-order").map(
      ({ purchaseState, code }) => `${purchaseState} ${code}`
    )
    expect([...new Set(cells)].sort()).toEqual(["open-cart C", "open-cart L", "open-cart S"])
  })

  it.each<[ReviewAction, string[]]>([
    [
      "settle",
      [
        "authorized-order C",
        "authorized-order L",
        "authorized-order S",
        "cancelled-order S",
        "captured-order S",
        "order-paid-otherwise S",
        "order-without-live-payment C",
        "order-without-live-payment L",
        "order-without-live-payment S",
        "unpaid-order C",
        "unpaid-order L",
        "unpaid-order S",
      ],
    ],
    [
      "record-refund",
      ["C", "L", "T", "O", "U", "X"]
        .flatMap((code) => [
          `cancelled-order ${code}`,
          `captured-order ${code}`,
          `order-paid-otherwise ${code}`,
        ])
        .concat(["S", "B"].map((code) => `captured-order ${code}`))
        // The service confirmed an earlier settle; the customer's own steps may also follow a refund.
        .concat(
          ["unknown", "P", "Z", "R", "A", "W", "M"].flatMap((code) => [
            `cancelled-order ${code}`,
            `captured-order ${code}`,
            `order-paid-otherwise ${code}`,
          ])
        ),
    ],
  ])("I1 I3: offers %s only where it can be true", (action, expected) => {
    const cells = new Set(
      findCircumstances(action).map(({ purchaseState, code }) => `${purchaseState} ${code}`)
    )
    expect([...cells].sort()).toEqual([...expected].sort())
  })

  it.each<[ReviewCause, Circumstances, ReviewAction[]]>([
    [
      "doubt",
      buildCircumstances("captured-order", "C", { kind: "refund", doubtful: true }),
      ["confirm-it-happened", "confirm-it-did-not"],
    ],
    ["doubt", buildCircumstances("captured-order", "C", { kind: "refund", doubtful: false }), []],
    ["late-approval", buildCircumstances("changed-cart", "S"), ["end-application"]],
    ["late-approval", buildCircumstances("changed-cart", "C"), ["refund"]],
    ["late-approval", buildCircumstances("changed-request", "S"), ["end-application"]],
    ["tax-exempt", buildCircumstances("open-cart", "S"), ["end-application"]],
    ["amounts", buildCircumstances("authorized-order", "S"), ["cancel-order"]],
    ["unneeded-loan", buildCircumstances("cancelled-order", "C"), ["refund"]],
    ["mismatch", buildCircumstances("authorized-order", "O"), ["cancel-order"]],
    ["order", buildCircumstances("open-cart", "S"), ["place-order", "end-application"]],
    ["unused", buildCircumstances("open-cart", "S"), ["place-order", "end-application"]],
    ["unused", buildCircumstances("changed-cart", "S"), ["end-application"]],
    [
      "order-edit",
      buildCircumstances("order-without-live-payment", "S"),
      ["settle", "cancel-order"],
    ],
    [
      "order-edit",
      buildCircumstances("order-without-live-payment", "C"),
      ["settle", "cancel-order"],
    ],
    ["order-edit", buildCircumstances("authorized-order", "S"), ["settle", "cancel-order"]],
    ["order-edit", buildCircumstances("unpaid-order", "S"), ["settle", "cancel-order"]],
    ["order-edit", buildCircumstances("captured-order", "C"), []],
    ["unfulfilled", buildCircumstances("authorized-order", "S"), ["settle"]],
    ["settle-again", buildCircumstances("captured-order", "S"), ["settle"]],
    ["settle-again", buildCircumstances("captured-order", "C"), []],
    ["settle-again", buildUnrefundedOrder("S"), ["settle"]],
    ["settle-again", buildCircumstances("cancelled-order", "S"), []],
    ["settle-again", { ...buildUnrefundedOrder("S"), settling: true }, []],
    ["mismatch", buildUnrefundedOrder("S"), []],
    ["mismatch", { ...buildUnrefundedOrder("S"), settling: true }, ["refund"]],
    ["ledger", { ...buildUnrefundedOrder("S"), settling: true }, ["refund"]],
    ["mismatch", buildUnrefundedOrder("O"), ["record-refund"]],
    ["mismatch", buildCircumstances("cancelled-order", "O"), []],
    [
      "mismatch",
      { ...buildCircumstances("cancelled-order", "S"), settling: true },
      ["end-application"],
    ],
    ["settle-again", { ...buildCircumstances("captured-order", "S"), settling: true }, []],
    ["cancel", buildCircumstances("cancelled-order", "S"), ["end-application"]],
    ["refunded-elsewhere", buildCircumstances("captured-order", "T"), ["record-refund"]],
    ["refunded-elsewhere", buildCircumstances("authorized-order", "T"), ["cancel-order"]],
    ["amounts", buildCircumstances("captured-order", "C"), ["record-refund"]],
    ["tax-exempt", buildCircumstances("captured-order", "C"), ["record-refund"]],
    ["answer", buildCircumstances("captured-order", "C"), ["record-refund"]],
    ["answer", { ...buildCircumstances("captured-order", "S"), settling: true }, ["record-refund"]],
    ["answer", buildCircumstances("captured-order", "S"), ["record-refund"]],
    ["answer", buildCircumstances("authorized-order", "S"), []],
    ["answer", buildCircumstances("authorized-order", "C"), []],
    ["answer", buildCircumstances("open-cart", "A"), []],
    ["ledger", buildCircumstances("cancelled-order", "C"), ["refund"]],
    ["unneeded-loan", buildUnrefundedOrder("C"), ["refund"]],
    ["unwatched", { ...buildCircumstances("nothing", "A"), purchaseState: null, code: null }, []],
    ["unknown-code", buildUnrefundedOrder("unknown"), []],
    [
      "unknown-code",
      { ...buildUnrefundedOrder("unknown"), settled: true },
      ["refund", "record-refund"],
    ],
    [
      "unknown-code",
      { ...buildCircumstances("cancelled-order", "unknown"), settled: true },
      ["refund"],
    ],
    ["unknown-code", buildCircumstances("cancelled-order", "unknown"), ["end-application"]],
    [
      "unknown-code",
      { ...buildCircumstances("captured-order", "unknown"), settled: true },
      ["record-refund"],
    ],
    ["mismatch", { ...buildUnrefundedOrder("W"), settled: true }, ["refund", "record-refund"]],
  ])("for %s in %j starts with %j", (cause, circumstances, firstActions) => {
    expect(actionsFor(cause, circumstances)).toEqual([
      ...firstActions,
      "check-again",
      "acknowledge",
    ])
  })

  it("uses actions that isReviewAction accepts, and it rejects any other word", () => {
    expect(REVIEW_ACTIONS.every(isReviewAction)).toBe(true)
    expect(isReviewAction("delete-everything")).toBe(false)
  })
})

describe("the cause of a review case", () => {
  it("is defined for every cell with hold", () => {
    const heldCells = PURCHASE_STATES.flatMap((purchaseState) =>
      CODES.filter((code) => ACTION_TABLE[purchaseState][code] === "hold").map(
        (code): [PurchaseState, ReportedCode] => [purchaseState, code]
      )
    )
    const causes = new Map<ReviewCause, number>()
    for (const [purchaseState, code] of heldCells) {
      const cause = causeOfHold({ purchaseState, code, refundedByUs: false })
      causes.set(cause, (causes.get(cause) ?? 0) + 1)
    }
    expect(Object.fromEntries(causes)).toEqual({
      "dead-payment": 12,
      "late-approval": 8,
      "refunded-elsewhere": 7,
      "sign-again": 2,
      mismatch: 23,
      "unknown-code": 11,
      "unneeded-loan": 6,
    })
  })

  it.each<[PurchaseState, ReportedCode, ReviewCause]>([
    ["open-cart", "unknown", "unknown-code"],
    ["changed-cart", "unknown", "unknown-code"],
    ["open-cart", "T", "refunded-elsewhere"],
    ["changed-cart", "S", "late-approval"],
    ["changed-cart", "L", "late-approval"],
    ["cancelled-order", "C", "unneeded-loan"],
    ["nothing", "L", "unneeded-loan"],
    ["order-paid-otherwise", "C", "unneeded-loan"],
    ["order-without-live-payment", "S", "dead-payment"],
    ["authorized-order", "O", "mismatch"],
    ["captured-order", "A", "mismatch"],
    ["nothing", "B", "mismatch"],
  ])("for %s and %s is %s", (purchaseState, code, cause) => {
    expect(causeOfHold({ purchaseState, code, refundedByUs: false })).toBe(cause)
  })

  it("is not refunded-elsewhere when the plugin refunded the loan", () => {
    const refundedByPlugin = { code: "T", refundedByUs: true } as const
    expect(causeOfHold({ ...refundedByPlugin, purchaseState: "order-without-live-payment" })).toBe(
      "dead-payment"
    )
    expect(causeOfHold({ ...refundedByPlugin, purchaseState: "authorized-order" })).toBe("mismatch")
  })

  it("C4: is tax-exempt for a tax exemption, and amounts for any other difference", () => {
    expect(causeOfDifference(true)).toBe("tax-exempt")
    expect(causeOfDifference(false)).toBe("amounts")
  })

  it("A9: is sign-again only for a partial refund whose new token is known", () => {
    const refund = { kind: "partial-refund", hasNewToken: true } as const
    const buildStatus = (code: ReportedCode | null) => ({ code, hasLink: false })
    const { cause, reason } = describeDoubt(refund, buildStatus("B"))
    expect(cause).toBe("sign-again")
    expect(reason).toMatch(/by the message that the service sends.*does not count/)
    expect(describeDoubt(refund, { code: "B", hasLink: true }).reason).toMatch(/at their link/)
    expect(describeDoubt({ ...refund, hasNewToken: false }, buildStatus("B")).cause).toBe("doubt")
    expect(describeDoubt({ kind: "refund", hasNewToken: true }, buildStatus("B")).cause).toBe(
      "doubt"
    )
  })

  it("A7: has a reason that explains why a full refund with status T is in doubt", () => {
    const getReason = (kind: "refund" | "partial-refund", code: ReportedCode) =>
      describeDoubt({ kind, hasNewToken: false }, { code, hasLink: false }).reason
    expect(getReason("refund", "T")).toMatch(/suggests that only a part.*portal.*Compare/)
    expect(getReason("refund", "C")).not.toMatch(/suggests/)
    expect(getReason("partial-refund", "T")).not.toMatch(/suggests/)
  })

  it("A9: stays sign-again until the new application is signed or ended", () => {
    const refund = { kind: "partial-refund", hasNewToken: true } as const
    const unsignedCodes = CODES.filter(
      (code) => describeDoubt(refund, { code, hasLink: false }).cause === "sign-again"
    )
    expect([...unsignedCodes].sort()).toEqual(["A", "B", "M", "P", "R", "W", "Z"])
    expect(describeDoubt(refund, { code: null, hasLink: false }).cause).toBe("doubt")
  })
})
