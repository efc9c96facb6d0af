import {
  APPLICATION_STATES,
  type ApplicationState,
  ENDED_STATES,
  hasEnded,
  type LocalEffects,
  stateOf,
} from "../../../src/domain/application-state"
import { type ReportedCode, STATUS_CODES } from "../../../src/domain/status-codes"

const CODES = [...Object.keys(STATUS_CODES), "unknown"] as ReportedCode[]

const NO_EFFECTS: LocalEffects = {
  settleSent: false,
  refunded: 0,
  underWay: false,
  fullRefundSent: false,
  isRefundedByPlugin: false,
  ended: null,
  expired: false,
}
const buildEffects = (changes: Partial<LocalEffects>): LocalEffects => ({
  ...NO_EFFECTS,
  ...changes,
})

describe("the state of an application", () => {
  it.each<[ReportedCode, ApplicationState]>([
    ["P", "awaiting-customer"],
    ["Z", "awaiting-customer"],
    ["R", "awaiting-customer"],
    ["A", "awaiting-customer"],
    ["W", "under-review"],
    ["M", "under-review"],
    ["S", "ready-to-settle"],
    ["C", "funded"],
    ["L", "funded"],
    ["X", "declined"],
    ["U", "declined"],
    ["O", "cancelled"],
    ["T", "needs-attention"],
    ["B", "needs-attention"],
    ["unknown", "needs-attention"],
  ])("for %s is %s without an operation of the plugin", (code, state) => {
    expect(stateOf(code, NO_EFFECTS)).toBe(state)
  })

  it.each<[ReportedCode, Partial<LocalEffects>, ApplicationState, string]>([
    ["S", { settleSent: true }, "settling", "the plugin sent a settle"],
    ["C", { refunded: 1 }, "partly-refunded", "a cent was refunded"],
    ["L", { refunded: 50_000 }, "partly-refunded", "a part was refunded"],
    ["T", { fullRefundSent: true }, "refunded", "the plugin sent a full refund"],
    ["O", { isRefundedByPlugin: true }, "refunded", "the service reports a full refund as O"],
    ["O", { expired: true }, "expired", "the customer did not sign in time"],
    ["unknown", { ended: "O" }, "cancelled", "the service confirmed the cancel"],
    [
      "unknown",
      { ended: "O", expired: true },
      "expired",
      "the service confirmed the cancel of an unsigned application",
    ],
    [
      "unknown",
      { ended: "T", fullRefundSent: true },
      "refunded",
      "the service confirmed the full refund",
    ],
  ])("for %s with %j is %s: %s", (code, changes, state) => {
    expect(stateOf(code, buildEffects(changes))).toBe(state)
  })

  it("for T is needs-attention unless the plugin sent a full refund (C7)", () => {
    const partlyRefunded = buildEffects({ settleSent: true, refunded: 81_240 })
    expect(stateOf("T", partlyRefunded)).toBe("needs-attention")
  })

  it("is defined for every code, and ready-to-settle for S only", () => {
    const states = CODES.map((code) => stateOf(code, NO_EFFECTS))
    expect(states).toHaveLength(15)
    expect(states.every((state) => APPLICATION_STATES.includes(state))).toBe(true)
    expect(CODES.filter((code) => stateOf(code, NO_EFFECTS) === "ready-to-settle")).toEqual(["S"])
  })

  it("counts as ended when it is declined, cancelled, expired or refunded", () => {
    expect(ENDED_STATES).toEqual(["declined", "cancelled", "expired", "refunded"])
    expect(APPLICATION_STATES.filter(hasEnded)).toHaveLength(4)
    expect(hasEnded("needs-attention")).toBe(false)
  })
})
