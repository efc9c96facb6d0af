import fc from "fast-check"
import { paceOf } from "../../../src/domain/call-budget"

/** The maximum number of calls in any minute at a pace: a full burst and the calls after it. */
function getMaxCallsPerMinute(perMinute: number): number {
  const { burst, secondsPerCall } = paceOf(perMinute)
  return burst + Math.floor(60 / secondsPerCall + 1e-9)
}

describe("paceOf (H7)", () => {
  it("allows 90% of the configured calls in any minute, less than one call below and none above", () => {
    fc.assert(
      fc.property(fc.integer({ min: 6, max: 100_000 }), (perMinute) => {
        const maxCalls = getMaxCallsPerMinute(perMinute)
        expect(maxCalls).toBeLessThanOrEqual(perMinute * 0.9)
        expect(maxCalls).toBeGreaterThan(perMinute * 0.9 - 1)
      })
    )
  })

  it("allows a burst of a sixth of the calls, but of at least one call", () => {
    expect(paceOf(6)).toEqual({ burst: 1, secondsPerCall: 60 / 4.4 })
    expect(paceOf(120)).toEqual({ burst: 20, secondsPerCall: 60 / 88 })
  })
})
