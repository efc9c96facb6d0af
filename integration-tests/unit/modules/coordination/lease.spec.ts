import { leaseSeconds } from "../../../../src/modules/consumer-financing/coordination/lease"

describe("the duration of a lease (H2)", () => {
  it.each([
    { token: 10_000, read: 10_000, create: 20_000, money: 30_000 },
    { token: 600_000, read: 600_000, create: 600_000, money: 600_000 },
    { token: 1, read: 1, create: 600_000, money: 1 },
  ])(
    "covers a status check, the call and a second status check with the deadlines %o",
    (deadlines) => {
      const { read, create, money } = deadlines
      const longest = read + Math.max(create, money) + read
      expect(leaseSeconds(deadlines) * 1_000).toBeGreaterThanOrEqual(longest + 60_000)
    }
  )
})
