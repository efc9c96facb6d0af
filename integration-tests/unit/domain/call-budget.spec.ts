import fc from "fast-check"
import { paceOf } from "../../../src/domain/call-budget"

/** The most calls that any minute can see at a pace: a full burst, and what follows it. */
function mostInAMinute(perMinute: number): number {
  const { burst, secondsPerCall } = paceOf(perMinute)
  return burst + Math.floor(60 / secondsPerCall + 1e-9)
}

describe("the pace of looks (H7)", () => {
  it("lets no minute see more calls than were set, and wastes none", () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 100_000 }), (perMinute) => {
        expect(mostInAMinute(perMinute)).toBe(perMinute)
      })
    )
  })

  it("lets a sixth of them come at once, and one at least", () => {
    expect(paceOf(6)).toEqual({ burst: 1, secondsPerCall: 12 })
    expect(paceOf(120)).toEqual({ burst: 20, secondsPerCall: 0.6 })
  })
})
