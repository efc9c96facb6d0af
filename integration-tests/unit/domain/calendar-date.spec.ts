import { dayFrom, isCalendarDate } from "../../../src/domain/calendar-date"

const NOW = Date.parse("2026-11-20T23:30:00Z")

describe("a calendar date", () => {
  it.each(["2026-11-20", "2024-02-29", "2000-02-29", "1999-12-31"])("may be %s", (day) => {
    expect(isCalendarDate(day)).toBe(true)
  })

  it.each([
    "2026-02-29",
    "1900-02-29",
    "2026-11-31",
    "2026-13-01",
    "2026-00-10",
    "2026-1-1",
    "20261120",
    "11/20/2026",
    " 2026-11-20",
    "2026-11-20T00:00:00Z",
    "2026-11-20\n",
    "",
  ])("may not be %j", (day) => {
    expect(isCalendarDate(day)).toBe(false)
  })

  it("is moved by years and days", () => {
    expect(dayFrom(NOW, {})).toBe("2026-11-20")
    expect(dayFrom(NOW, { days: 1 })).toBe("2026-11-21")
    expect(dayFrom(NOW, { days: -20 })).toBe("2026-10-31")
    expect(dayFrom(NOW, { years: -18, days: 1 })).toBe("2008-11-21")
    expect(dayFrom(Date.parse("2024-02-29T12:00:00Z"), { years: 1 })).toBe("2025-03-01")
  })
})
