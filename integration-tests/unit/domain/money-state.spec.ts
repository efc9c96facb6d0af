import { hasAmountMismatch } from "../../../src/admin/components/has-amount-mismatch"
import { APPLICATION_STATES, type ApplicationState } from "../../../src/domain/application-state"
import { MONEY_STEPS, type MoneyFacts, moneyStateOf, netOf } from "../../../src/domain/money-state"

const TIMESTAMP = "2026-11-27T10:00:00Z"

const SIGNED_FACTS: MoneyFacts = {
  state: "ready-to-settle",
  code: "S",
  settled: false,
  financed: 1000,
  refunded: 0,
  service: 1000,
  maxApproval: 5000,
  captured: 0,
  refundedInMedusa: 0,
  createdAt: TIMESTAMP,
  approvedAt: TIMESTAMP,
  requestedAt: null,
  paidOutAt: null,
  paidOut: null,
  refundedAt: null,
  notPaid: 0,
  isRefundRecorded: false,
  open: null,
}
const getMoneyState = (facts: Partial<MoneyFacts> = {}) =>
  moneyStateOf({ ...SIGNED_FACTS, ...facts })
const PAID_OUT_FACTS: Partial<MoneyFacts> = {
  state: "funded",
  code: "C",
  settled: true,
  captured: 1000,
  requestedAt: TIMESTAMP,
  paidOutAt: TIMESTAMP,
}

/** Medusa's and the service's amount of each step; "?" where it is not known, null where a side has no such step. */
function listAmounts(facts: Partial<MoneyFacts>) {
  const state = getMoneyState(facts)
  const getAmount = (cell: { cents: number | null; is_known: boolean } | null) =>
    cell === null ? null : cell.is_known ? cell.cents : "?"
  return MONEY_STEPS.map((step) => [getAmount(state[step].medusa), getAmount(state[step].service)])
}

/** applied, approved, captured, requested, paid out, refunded, financed. */
const AMOUNTS_BY_STATE: Record<
  ApplicationState,
  [Partial<MoneyFacts>, ReturnType<typeof listAmounts>]
> = {
  created: [
    { code: null, approvedAt: null, service: null, captured: null, refundedInMedusa: null },
    [
      [1000, null],
      [null, null],
      [null, null],
      [null, null],
      [null, null],
      [null, 0],
      [null, null],
    ],
  ],
  "awaiting-customer": [
    { code: "P", approvedAt: null },
    [
      [1000, null],
      [null, null],
      [0, null],
      [null, null],
      [null, null],
      [0, 0],
      [null, null],
    ],
  ],
  "under-review": [
    { code: "W", approvedAt: null },
    [
      [1000, null],
      [null, null],
      [0, null],
      [null, null],
      [null, null],
      [0, 0],
      [null, null],
    ],
  ],
  "ready-to-settle": [
    {},
    [
      [1000, null],
      [null, 5000],
      [0, null],
      [null, null],
      [null, null],
      [0, 0],
      [1000, 1000],
    ],
  ],
  settling: [
    { captured: 1000, requestedAt: TIMESTAMP, settled: true },
    [
      [1000, null],
      [null, 5000],
      [1000, null],
      [null, 1000],
      [null, null],
      [0, 0],
      [1000, 1000],
    ],
  ],
  funded: [
    PAID_OUT_FACTS,
    [
      [1000, null],
      [null, 5000],
      [1000, null],
      [null, 1000],
      [null, 1000],
      [0, 0],
      [1000, 1000],
    ],
  ],
  "partly-refunded": [
    { ...PAID_OUT_FACTS, refunded: 100, refundedInMedusa: 100, service: 900 },
    [
      [1000, null],
      [null, 5000],
      [1000, null],
      [null, 1000],
      [null, 1000],
      [100, 100],
      [900, 900],
    ],
  ],
  refunded: [
    {
      ...PAID_OUT_FACTS,
      code: "T",
      settled: false,
      refunded: 1000,
      refundedInMedusa: 1000,
      service: 0,
    },
    [
      [1000, null],
      [null, 5000],
      [1000, null],
      [null, 1000],
      [null, 1000],
      [1000, 1000],
      [0, 0],
    ],
  ],
  declined: [
    { code: "U", approvedAt: null },
    [
      [1000, null],
      [null, null],
      [0, null],
      [null, null],
      [null, null],
      [0, 0],
      [0, 0],
    ],
  ],
  cancelled: [
    { code: "O" },
    [
      [1000, null],
      [null, null],
      [0, null],
      [null, null],
      [null, null],
      [0, 0],
      [0, 0],
    ],
  ],
  expired: [
    { code: "O", approvedAt: null },
    [
      [1000, null],
      [null, null],
      [0, null],
      [null, null],
      [null, null],
      [0, 0],
      [0, 0],
    ],
  ],
  "needs-attention": [
    { ...PAID_OUT_FACTS, code: "T" },
    [
      [1000, null],
      [null, 5000],
      [1000, null],
      [null, 1000],
      [null, 1000],
      [0, "?"],
      [1000, "?"],
    ],
  ],
}

describe("the money state", () => {
  it.each(APPLICATION_STATES)(
    "of %s has the amounts of Medusa and the service, and none for a step that did not happen",
    (state) => {
      const [facts, amounts] = AMOUNTS_BY_STATE[state]
      expect(listAmounts({ ...facts, state })).toEqual(amounts)
    }
  )

  it("N9: has no approved amount before the approval, even if the service names a limit", () => {
    expect(
      getMoneyState({ state: "awaiting-customer", code: "P", approvedAt: null }).approved.service
        ?.cents
    ).toBeNull()
    expect(getMoneyState({ state: "awaiting-customer", code: "A" }).approved.service?.cents).toBe(
      5000
    )
  })

  it("N2: is requested and not paid out after a settle, until the loan is funded", () => {
    const state = getMoneyState({ state: "settling", captured: 1000, requestedAt: TIMESTAMP })
    expect(state.requested.service).toEqual({ cents: 1000, at: TIMESTAMP, is_known: true })
    expect(state.paid_out.service?.cents).toBeNull()
    expect(netOf(state)).toBeNull()
    expect(netOf(getMoneyState({ ...PAID_OUT_FACTS, refunded: 100, service: 900 }))).toBe(900)
    expect(
      netOf(getMoneyState({ ...PAID_OUT_FACTS, refunded: 100, open: "partial-refund" }))
    ).toBeNull()
  })

  it("has the amount that the service paid out, even if it is less than the applied amount", () => {
    expect(getMoneyState({ ...PAID_OUT_FACTS, paidOut: 950 }).paid_out.service?.cents).toBe(950)
    expect(getMoneyState(PAID_OUT_FACTS).paid_out.service?.cents).toBe(1000)
    expect(netOf(getMoneyState({ ...PAID_OUT_FACTS, paidOut: 950, service: 950 }))).toBe(950)
  })

  it("has a net of zero after a full refund, and no net once the service cancels a paid-out loan", () => {
    const refunded = { ...PAID_OUT_FACTS, state: "refunded", code: "T", refunded: 1000 } as const
    expect(netOf(getMoneyState(refunded))).toBe(0)
    expect(netOf(getMoneyState({ ...PAID_OUT_FACTS, state: "cancelled", code: "O" }))).toBeNull()
  })

  it("omits from the service's refund the amount that staff counted as not paid", () => {
    const { refunded } = getMoneyState({
      state: "partly-refunded",
      refunded: 15_000,
      notPaid: 5_000,
    })
    expect(refunded.service?.cents).toBe(10_000)
  })

  it("marks a refund that staff recorded, on the service's side only", () => {
    const recorded = { ...PAID_OUT_FACTS, state: "refunded", code: "T", refunded: 1000 } as const
    const { refunded } = getMoneyState({ ...recorded, isRefundRecorded: true })
    expect(refunded.service).toMatchObject({ cents: 1000, is_recorded: true })
    expect(refunded.medusa).not.toHaveProperty("is_recorded")
    expect(getMoneyState(recorded).refunded.service).not.toHaveProperty("is_recorded")
  })

  it("is unknown in the steps that an operation in doubt affects", () => {
    expect(getMoneyState({ open: "settle" }).requested.service?.is_known).toBe(false)
    for (const open of ["refund", "partial-refund"] as const) {
      const state = getMoneyState({ ...PAID_OUT_FACTS, open })
      expect([state.refunded.service?.is_known, state.financed.service?.is_known]).toEqual([
        false,
        false,
      ])
      expect(hasAmountMismatch(state)).toBe(false)
    }
  })

  it("has a mismatch when the amounts of Medusa and the service are known and differ", () => {
    expect(hasAmountMismatch(getMoneyState(PAID_OUT_FACTS))).toBe(false)
    expect(hasAmountMismatch(getMoneyState({ ...PAID_OUT_FACTS, service: 900 }))).toBe(true)
    expect(hasAmountMismatch(getMoneyState({ ...PAID_OUT_FACTS, refundedInMedusa: 100 }))).toBe(
      true
    )
    expect(
      hasAmountMismatch(getMoneyState({ state: "cancelled", code: "O", captured: 1000 }))
    ).toBe(true)
  })
})
