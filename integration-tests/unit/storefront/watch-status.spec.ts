import {
  type CartFinancing,
  type FinancingState,
  isPaid,
  isSettled,
  watchStatus,
} from "../../../src/storefront"

const buildFinancing = (status: FinancingState | null, orderId: string | null = null) =>
  ({
    application_id: "finapp_1",
    status,
    message: null,
    message_code: null,
    url: null,
    order_id: orderId,
    order_url: orderId && `https://shop.example/us/order/${orderId}/confirmed`,
  }) satisfies CartFinancing

const WAITING_FINANCING = buildFinancing("awaiting-customer")
const ORDERED_FINANCING = buildFinancing("ready-to-settle", "order_1")

/** Returns the answers in order, repeats the last one, and records the time of each request. */
function createShop(...answers: (CartFinancing | Error)[]) {
  const requestTimes: number[] = []
  const ask = async () => {
    const answer = answers[Math.min(requestTimes.length, answers.length - 1)]
    requestTimes.push(Date.now())
    if (answer instanceof Error) throw answer
    if (!answer) throw new Error("The shop has no answer")
    return answer
  }
  return { ask, requestTimes }
}

beforeEach(() => jest.useFakeTimers({ now: 0 }))
afterEach(() => jest.useRealTimers())

describe("watching the status of a cart's financing", () => {
  it("ends once the cart is an order, and reports each change once", async () => {
    const { ask, requestTimes } = createShop(
      WAITING_FINANCING,
      WAITING_FINANCING,
      ORDERED_FINANCING
    )
    const onChange = jest.fn()
    const watching = watchStatus(null, "cart_1", { ask, onChange })
    await jest.runAllTimersAsync()
    expect(await watching).toEqual(ORDERED_FINANCING)
    expect(requestTimes).toEqual([0, 2_000, 5_000])
    expect(onChange.mock.calls).toEqual([[WAITING_FINANCING], [ORDERED_FINANCING]])
  })

  it("polls at growing intervals of up to 30 seconds, and stops when its patience ends", async () => {
    const { ask, requestTimes } = createShop(WAITING_FINANCING)
    const watching = watchStatus(null, "cart_1", { ask, patience: 10 * 60_000 })
    await jest.runAllTimersAsync()
    expect(await watching).toEqual(WAITING_FINANCING)
    const pauses = requestTimes.slice(1).map((time, index) => time - Number(requestTimes[index]))
    expect([...pauses].sort((a, b) => a - b)).toEqual(pauses)
    expect(pauses.at(-1)).toBe(30_000)
    expect(requestTimes.length).toBeLessThan(30)
    expect(requestTimes.at(-1)).toBeLessThanOrEqual(10 * 60_000)
  })

  it("continues after a failed request, and ends on a 404", async () => {
    const missing = Object.assign(new Error("Not found"), { status: 404 })
    const { ask, requestTimes } = createShop(new Error("fetch failed"), WAITING_FINANCING, missing)
    const watching = watchStatus(null, "cart_1", { ask })
    await jest.runAllTimersAsync()
    expect(await watching).toEqual(WAITING_FINANCING)
    expect(requestTimes).toHaveLength(3)
  })

  it("ends without another request or an error once the caller aborts", async () => {
    const { ask, requestTimes } = createShop(WAITING_FINANCING)
    const controller = new AbortController()
    const watching = watchStatus(null, "cart_1", { ask, signal: controller.signal })
    await jest.advanceTimersByTimeAsync(2_500)
    controller.abort()
    expect(await watching).toEqual(WAITING_FINANCING)
    expect(requestTimes).toHaveLength(2)
    expect(jest.getTimerCount()).toBe(0)
  })

  it("continues while an order's payment is under review, and ends once the order is paid", async () => {
    const reviewed = buildFinancing("under-review", "order_1")
    const { ask } = createShop(WAITING_FINANCING, reviewed, reviewed, ORDERED_FINANCING)
    const onChange = jest.fn()
    const watching = watchStatus(null, "cart_1", { ask, onChange })
    await jest.runAllTimersAsync()
    expect(await watching).toEqual(ORDERED_FINANCING)
    expect(onChange.mock.calls).toEqual([[WAITING_FINANCING], [reviewed], [ORDERED_FINANCING]])
  })

  it.each([
    ["created", false, false, false],
    ["awaiting-customer", false, false, false],
    ["under-review", false, false, false],
    ["ready-to-settle", false, true, true],
    ["settling", false, true, true],
    ["funded", false, true, true],
    ["partly-refunded", false, true, true],
    ["refunded", true, true, true],
    ["declined", true, true, false],
    ["cancelled", true, true, false],
    ["expired", true, true, false],
    ["needs-attention", true, true, false],
    [null, true, true, true],
  ] as const)(
    "at status %s ends for a cart: %s, ends for an order: %s, order is paid: %s",
    (...[status, isSettledCart, isSettledOrder, isOrderPaid]) => {
      expect(isSettled(buildFinancing(status))).toBe(isSettledCart)
      expect(isSettled(buildFinancing(status, "order_1"))).toBe(isSettledOrder)
      expect(isPaid(buildFinancing(status))).toBe(false)
      expect(isPaid(buildFinancing(status, "order_1"))).toBe(isOrderPaid)
    }
  )

  it("continues for an application on hold that the shopper can sign again", () => {
    const signAgain = {
      ...buildFinancing("needs-attention", "order_1"),
      url: "https://service.example",
    }
    expect(isSettled(signAgain)).toBe(false)
  })
})
