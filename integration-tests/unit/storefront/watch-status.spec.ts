import type { CartFinancing, FinancingState } from "../../../src/storefront"
import { isSettled, watchStatus } from "../../../src/storefront"

const financing = (status: FinancingState | null, order: string | null = null) =>
  ({
    application_id: "finapp_1",
    status,
    message: null,
    message_code: null,
    url: null,
    order_id: order,
  }) satisfies CartFinancing

const WAITING = financing("awaiting-customer")
const ORDERED = financing("ready-to-settle", "order_1")

/** Answers one after the other, the last one again and again, and notes when it was asked. */
function shopThat(...answers: (CartFinancing | Error)[]) {
  const asked: number[] = []
  const ask = async () => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]
    asked.push(Date.now())
    if (answer instanceof Error) throw answer
    if (!answer) throw new Error("The shop has no answer")
    return answer
  }
  return { ask, asked }
}

beforeEach(() => jest.useFakeTimers({ now: 0 }))
afterEach(() => jest.useRealTimers())

describe("watching how a cart's financing stands", () => {
  it("ends with the order, and tells each change once", async () => {
    const { ask, asked } = shopThat(WAITING, WAITING, ORDERED)
    const onChange = jest.fn()
    const watching = watchStatus(null, "cart_1", { ask, onChange })
    await jest.runAllTimersAsync()
    expect(await watching).toEqual(ORDERED)
    expect(asked).toEqual([0, 2_000, 5_000])
    expect(onChange.mock.calls).toEqual([[WAITING], [ORDERED]])
  })

  it("asks ever more rarely, twice a minute at most in the end, and stops by itself", async () => {
    const { ask, asked } = shopThat(WAITING)
    const watching = watchStatus(null, "cart_1", { ask, patience: 10 * 60_000 })
    await jest.runAllTimersAsync()
    expect(await watching).toEqual(WAITING)
    const pauses = asked.slice(1).map((at, index) => at - Number(asked[index]))
    expect([...pauses].sort((a, b) => a - b)).toEqual(pauses)
    expect(pauses.at(-1)).toBe(30_000)
    expect(asked.length).toBeLessThan(30)
    expect(asked.at(-1)).toBeLessThanOrEqual(10 * 60_000)
  })

  it("goes on after a fault, and ends where there is no such cart", async () => {
    const missing = Object.assign(new Error("Not found"), { status: 404 })
    const { ask, asked } = shopThat(new Error("fetch failed"), WAITING, missing)
    const watching = watchStatus(null, "cart_1", { ask })
    await jest.runAllTimersAsync()
    expect(await watching).toEqual(WAITING)
    expect(asked).toHaveLength(3)
  })

  it("ends without a further question, and without an error, once nobody waits any more", async () => {
    const { ask, asked } = shopThat(WAITING)
    const leaving = new AbortController()
    const watching = watchStatus(null, "cart_1", { ask, signal: leaving.signal })
    await jest.advanceTimersByTimeAsync(2_500)
    leaving.abort()
    expect(await watching).toEqual(WAITING)
    expect(asked).toHaveLength(2)
    expect(jest.getTimerCount()).toBe(0)
  })

  it.each([
    ["awaiting-customer", false],
    ["under-review", false],
    ["ready-to-settle", false],
    ["declined", true],
    ["cancelled", true],
    ["expired", true],
    ["refunded", true],
    ["needs-attention", true],
    [null, true],
  ] as const)("waits for what follows by itself: %s", (status, isOver) => {
    expect(isSettled(financing(status))).toBe(isOver)
    expect(isSettled(financing(status, "order_1"))).toBe(true)
  })
})
