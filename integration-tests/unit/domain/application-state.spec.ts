import {
  APPLICATION_STATES,
  type ApplicationState,
  ENDED_STATES,
  hasEnded,
  type LocalEffects,
  stateOf,
} from "../../../src/domain/application-state"
import { type SeenCode, STATUS_CODES } from "../../../src/domain/status-codes"

const CODES = [...Object.keys(STATUS_CODES), "unknown"] as SeenCode[]

const nothingDone: LocalEffects = {
  settleSent: false,
  refunded: 0,
  underWay: false,
  fullRefundSent: false,
  ended: null,
  expired: false,
}
const effects = (changes: Partial<LocalEffects>): LocalEffects => ({ ...nothingDone, ...changes })

describe("the state of an application", () => {
  it.each<[SeenCode, ApplicationState]>([
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
  ])("%s means %s when we did nothing ourselves", (code, state) => {
    expect(stateOf(code, nothingDone)).toBe(state)
  })

  it.each<[SeenCode, Partial<LocalEffects>, ApplicationState, string]>([
    ["S", { settleSent: true }, "settling", "our settle was sent"],
    ["C", { refunded: 1 }, "partly-refunded", "a cent was refunded"],
    ["L", { refunded: 50_000 }, "partly-refunded", "a part was refunded"],
    ["T", { fullRefundSent: true }, "refunded", "our own full refund was sent"],
    ["O", { expired: true }, "expired", "the customer did not sign in time"],
    ["unknown", { ended: "O" }, "cancelled", "our cancel was confirmed"],
    [
      "unknown",
      { ended: "O", expired: true },
      "expired",
      "our cancel was confirmed, after the customer did not sign",
    ],
    ["unknown", { ended: "T", fullRefundSent: true }, "refunded", "so was our full refund"],
  ])("%s with %j means %s: %s", (code, changes, state) => {
    expect(stateOf(code, effects(changes))).toBe(state)
  })

  it("calls T refunded only after our own full refund, whatever else was done (C7)", () => {
    const partly = effects({ settleSent: true, refunded: 81_240 })
    expect(stateOf("T", partly)).toBe("needs-attention")
  })

  it("is known for every code, and only S and what follows it counts as money to come", () => {
    const states = CODES.map((code) => stateOf(code, nothingDone))
    expect(states).toHaveLength(15)
    expect(states.every((state) => APPLICATION_STATES.includes(state))).toBe(true)
    expect(CODES.filter((code) => stateOf(code, nothingDone) === "ready-to-settle")).toEqual(["S"])
  })

  it("has ended when the service said its last word, and at no other time", () => {
    expect(ENDED_STATES).toEqual(["declined", "cancelled", "expired", "refunded"])
    expect(APPLICATION_STATES.filter(hasEnded)).toHaveLength(4)
    expect(hasEnded("needs-attention")).toBe(false)
  })
})
