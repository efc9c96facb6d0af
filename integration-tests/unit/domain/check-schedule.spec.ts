import {
  DEFAULT_SCHEDULE,
  type ScheduleStep,
  secondsAfterFailedCheck,
  secondsUntilCheck,
} from "../../../src/domain/check-schedule"

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seconds before each look of a schedule. */
function delaysOf(schedule: readonly ScheduleStep[]): number[] {
  const delays: number[] = []
  for (;;) {
    const delay = secondsUntilCheck(schedule, delays.length)
    if (delay === null) return delays
    delays.push(delay)
  }
}

const CHECK_DELAYS = delaysOf(DEFAULT_SCHEDULE)

/** Seconds since the schedule began at which each look is due. */
const dueAt = CHECK_DELAYS.reduce<number[]>(
  (times, delay) => [...times, (times.at(-1) ?? 0) + delay],
  []
)
const lookAt = (seconds: number) => dueAt.find((time) => time >= seconds)
const checksBetween = (from: number, to: number) =>
  dueAt.filter((time) => time > from && time <= to).length

describe("the schedule of looks (B10)", () => {
  it("begins 10 s, 30 s, 1, 2 and 5 minutes apart", () => {
    expect(CHECK_DELAYS.slice(0, 5)).toEqual([10, 30, MINUTE, 2 * MINUTE, 5 * MINUTE])
  })

  it("looks every 5 minutes until an hour has passed", () => {
    const end = lookAt(55 * MINUTE) ?? 0
    expect(end).toBeGreaterThanOrEqual(55 * MINUTE)
    expect(end).toBeLessThanOrEqual(65 * MINUTE)
    expect(CHECK_DELAYS.slice(5, 15)).toEqual(Array.from({ length: 10 }, () => 5 * MINUTE))
    expect(gapsBetween(10 * MINUTE, 55 * MINUTE)).toEqual([5 * MINUTE])
  })

  it("looks every half hour to 6 hours, hourly to 48 hours, daily to 45 days", () => {
    expect(gapsBetween(HOUR + 5 * MINUTE, 6 * HOUR)).toEqual([30 * MINUTE])
    expect(gapsBetween(7 * HOUR, 47 * HOUR)).toEqual([HOUR])
    expect(gapsBetween(49 * HOUR, 45 * DAY)).toEqual([DAY])
  })

  it("passes 48 hours and 45 days within one step of its sums", () => {
    const hourly = CHECK_DELAYS.lastIndexOf(HOUR)
    expect(Math.abs((dueAt[hourly] ?? 0) - 48 * HOUR)).toBeLessThan(HOUR)
    expect(Math.abs((dueAt.at(-1) ?? 0) - 45 * DAY)).toBeLessThan(DAY)
    expect(checksBetween(0, 45 * DAY)).toBe(CHECK_DELAYS.length)
  })

  it("never looks more often later on", () => {
    for (const [index, delay] of CHECK_DELAYS.entries()) {
      expect(CHECK_DELAYS[index + 1] ?? Infinity).toBeGreaterThanOrEqual(delay)
    }
  })

  it("is over after its last look, and not before", () => {
    expect(secondsUntilCheck(DEFAULT_SCHEDULE, 0)).toBe(10)
    expect(secondsUntilCheck(DEFAULT_SCHEDULE, CHECK_DELAYS.length - 1)).toBe(DAY)
    expect(secondsUntilCheck(DEFAULT_SCHEDULE, CHECK_DELAYS.length)).toBeNull()
  })

  it("is the merchant's to set, step by step", () => {
    expect(
      delaysOf([
        { everySeconds: 20, forSeconds: 60 },
        { everySeconds: 60, forSeconds: 119 },
        { everySeconds: 600, forSeconds: 5 },
      ])
    ).toEqual([20, 20, 20, 60, 600])
    expect(delaysOf([{ everySeconds: 5, forSeconds: 5 }])).toEqual([5])
  })

  it("tries a failed look again soon, at the slow end too (H5)", () => {
    expect(secondsAfterFailedCheck(DEFAULT_SCHEDULE, 0)).toBe(10)
    expect(secondsAfterFailedCheck(DEFAULT_SCHEDULE, 1)).toBe(30)
    for (const checksDone of [5, 20, 60, 100, CHECK_DELAYS.length, 1_000]) {
      expect(secondsAfterFailedCheck(DEFAULT_SCHEDULE, checksDone)).toBe(5 * MINUTE)
    }
  })
})

/** The different pauses between looks of which both lie within the span. */
function gapsBetween(from: number, to: number): number[] {
  const within = dueAt.filter((time) => time >= from && time <= to)
  return [...new Set(within.slice(1).map((time, index) => time - (within[index] ?? 0)))]
}
