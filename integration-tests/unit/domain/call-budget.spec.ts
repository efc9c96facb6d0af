import fc from "fast-check"
import { paceOf } from "../../../src/domain/call-budget"

/** The most calls that any minute can see at a pace: a full burst, and what follows it. */
function mostInAMinute(perMinute: number): number {
  const { burst, secondsPerCall } = paceOf(perMinute)
  return burst + Math.floor(60 / secondsPerCall + 1e-9)
}

describe("the pace of looks (H7)", () => {
  it("lets no minute see more than nine tenths of the calls that were set, nor many fewer", () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 100_000 }), (perMinute) => {
        const most = mostInAMinute(perMinute)
        expect(most).toBeLessThanOrEqual(perMinute * 0.9)
        expect(most).toBeGreaterThan(perMinute * 0.9 - 1)
      })
    )
  })

  it("lets a sixth of them come at once, and one at least", () => {
    expect(paceOf(6)).toEqual({ burst: 1, secondsPerCall: 60 / 4.4 })
    expect(paceOf(120)).toEqual({ burst: 20, secondsPerCall: 60 / 88 })
  })
})
