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
function listDelays(schedule: readonly ScheduleStep[]): number[] {
  const delays: number[] = []
  for (;;) {
    const delay = secondsUntilCheck(schedule, delays.length)
    if (delay === null) return delays
    delays.push(delay)
  }
}

const CHECK_DELAYS = listDelays(DEFAULT_SCHEDULE)

/** Seconds from the start of the schedule at which each check is due. */
const dueTimes = CHECK_DELAYS.reduce<number[]>(
  (times, delay) => [...times, (times.at(-1) ?? 0) + delay],
  []
)
const findNextCheck = (seconds: number) => dueTimes.find((time) => time >= seconds)
const countChecks = (from: number, to: number) =>
  dueTimes.filter((time) => time > from && time <= to).length

describe("the schedule of status checks (B10)", () => {
  it("starts with intervals of 10 s, 30 s, 1, 2 and 5 minutes", () => {
    expect(CHECK_DELAYS.slice(0, 5)).toEqual([10, 30, MINUTE, 2 * MINUTE, 5 * MINUTE])
  })

  it("checks every 5 minutes during the first hour", () => {
    const end = findNextCheck(55 * MINUTE) ?? 0
    expect(end).toBeGreaterThanOrEqual(55 * MINUTE)
    expect(end).toBeLessThanOrEqual(65 * MINUTE)
    expect(CHECK_DELAYS.slice(5, 15)).toEqual(Array.from({ length: 10 }, () => 5 * MINUTE))
    expect(listIntervals(10 * MINUTE, 55 * MINUTE)).toEqual([5 * MINUTE])
  })

  it("checks every half hour up to 6 hours, hourly up to 48 hours, and daily up to 45 days", () => {
    expect(listIntervals(HOUR + 5 * MINUTE, 6 * HOUR)).toEqual([30 * MINUTE])
    expect(listIntervals(7 * HOUR, 47 * HOUR)).toEqual([HOUR])
    expect(listIntervals(49 * HOUR, 45 * DAY)).toEqual([DAY])
  })

  it("ends its hourly checks within an hour of 48 hours, and its daily ones within a day of 45 days", () => {
    const lastHourlyIndex = CHECK_DELAYS.lastIndexOf(HOUR)
    expect(Math.abs((dueTimes[lastHourlyIndex] ?? 0) - 48 * HOUR)).toBeLessThan(HOUR)
    expect(Math.abs((dueTimes.at(-1) ?? 0) - 45 * DAY)).toBeLessThan(DAY)
    expect(countChecks(0, 45 * DAY)).toBe(CHECK_DELAYS.length)
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
      listDelays([
        { everySeconds: 20, forSeconds: 60 },
        { everySeconds: 60, forSeconds: 119 },
        { everySeconds: 600, forSeconds: 5 },
      ])
    ).toEqual([20, 20, 20, 60, 600])
    expect(listDelays([{ everySeconds: 5, forSeconds: 5 }])).toEqual([5])
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
function listIntervals(from: number, to: number): number[] {
  const checkTimes = dueTimes.filter((time) => time >= from && time <= to)
  return [...new Set(checkTimes.slice(1).map((time, index) => time - (checkTimes[index] ?? 0)))]
}
