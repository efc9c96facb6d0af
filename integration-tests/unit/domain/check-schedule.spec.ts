import {
  DEFAULT_SCHEDULE,
  type ScheduleStep,
  secondsAfterFailedCheck,
  secondsUntilCheck,
} from "../../../src/domain/check-schedule"

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Seconds before each status check of a schedule. */
function delaysOf(schedule: readonly ScheduleStep[]): number[] {
  const delays: number[] = []
  for (;;) {
    const delay = secondsUntilCheck(schedule, delays.length)
    if (delay === null) return delays
    delays.push(delay)
  }
}

const CHECK_DELAYS = delaysOf(DEFAULT_SCHEDULE)

/** Seconds from the start of the schedule at which each check is due. */
const dueAt = CHECK_DELAYS.reduce<number[]>(
  (times, delay) => [...times, (times.at(-1) ?? 0) + delay],
  []
)
const lookAt = (seconds: number) => dueAt.find((time) => time >= seconds)
const checksBetween = (from: number, to: number) =>
  dueAt.filter((time) => time > from && time <= to).length

describe("the schedule of status checks (B10)", () => {
  it("starts with intervals of 10 s, 30 s, 1, 2 and 5 minutes", () => {
    expect(CHECK_DELAYS.slice(0, 5)).toEqual([10, 30, MINUTE, 2 * MINUTE, 5 * MINUTE])
  })

  it("checks every 5 minutes during the first hour", () => {
    const end = lookAt(55 * MINUTE) ?? 0
    expect(end).toBeGreaterThanOrEqual(55 * MINUTE)
    expect(end).toBeLessThanOrEqual(65 * MINUTE)
    expect(CHECK_DELAYS.slice(5, 15)).toEqual(Array.from({ length: 10 }, () => 5 * MINUTE))
    expect(gapsBetween(10 * MINUTE, 55 * MINUTE)).toEqual([5 * MINUTE])
  })

  it("checks every half hour up to 6 hours, hourly up to 48 hours, and daily up to 45 days", () => {
    expect(gapsBetween(HOUR + 5 * MINUTE, 6 * HOUR)).toEqual([30 * MINUTE])
    expect(gapsBetween(7 * HOUR, 47 * HOUR)).toEqual([HOUR])
    expect(gapsBetween(49 * HOUR, 45 * DAY)).toEqual([DAY])
  })

  it("ends its hourly checks within an hour of 48 hours, and its daily ones within a day of 45 days", () => {
    const hourly = CHECK_DELAYS.lastIndexOf(HOUR)
    expect(Math.abs((dueAt[hourly] ?? 0) - 48 * HOUR)).toBeLessThan(HOUR)
    expect(Math.abs((dueAt.at(-1) ?? 0) - 45 * DAY)).toBeLessThan(DAY)
    expect(checksBetween(0, 45 * DAY)).toBe(CHECK_DELAYS.length)
  })

  it("never shortens its interval", () => {
    for (const [index, delay] of CHECK_DELAYS.entries()) {
      expect(CHECK_DELAYS[index + 1] ?? Infinity).toBeGreaterThanOrEqual(delay)
    }
  })

  it("ends after its last check, and not before", () => {
    expect(secondsUntilCheck(DEFAULT_SCHEDULE, 0)).toBe(10)
    expect(secondsUntilCheck(DEFAULT_SCHEDULE, CHECK_DELAYS.length - 1)).toBe(DAY)
    expect(secondsUntilCheck(DEFAULT_SCHEDULE, CHECK_DELAYS.length)).toBeNull()
  })

  it("follows the steps that the merchant configures", () => {
    expect(
      delaysOf([
        { everySeconds: 20, forSeconds: 60 },
        { everySeconds: 60, forSeconds: 119 },
        { everySeconds: 600, forSeconds: 5 },
      ])
    ).toEqual([20, 20, 20, 60, 600])
    expect(delaysOf([{ everySeconds: 5, forSeconds: 5 }])).toEqual([5])
  })

  it("repeats a failed check within 5 minutes, even late in the schedule (H5)", () => {
    expect(secondsAfterFailedCheck(DEFAULT_SCHEDULE, 0)).toBe(10)
    expect(secondsAfterFailedCheck(DEFAULT_SCHEDULE, 1)).toBe(30)
    for (const checksDone of [5, 20, 60, 100, CHECK_DELAYS.length, 1_000]) {
      expect(secondsAfterFailedCheck(DEFAULT_SCHEDULE, checksDone)).toBe(5 * MINUTE)
    }
  })
})

/** The distinct intervals between checks within the span. */
function gapsBetween(from: number, to: number): number[] {
  const within = dueAt.filter((time) => time >= from && time <= to)
  return [...new Set(within.slice(1).map((time, index) => time - (within[index] ?? 0)))]
}
