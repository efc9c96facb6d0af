import {
  type OrderProgressRecord,
  readOrderProgress,
} from "../../../src/translation/order-progress"

const NOW = "2026-01-10T10:00:00.000Z"

type Fulfillment = NonNullable<NonNullable<OrderProgressRecord["fulfillments"]>[number]>

const holding = (quantity: number, changes: Partial<Fulfillment> = {}): Fulfillment => ({
  items: [{ line_item_id: "line", quantity }],
  ...changes,
})

const PLACED = "2026-01-09T10:00:00.000Z"

const progressOf = (record: Omit<OrderProgressRecord, "created_at">) =>
  readOrderProgress({ created_at: PLACED, ...record }, ["payses_ours"])

/** Reads the progress of an order of three units, two of them fulfilled by its own rows. */
function order(fulfillments: Fulfillment[], detail: Record<string, unknown> = {}) {
  return progressOf({
    total: { value: "1414.3375", precision: 20 },
    items: [
      {
        id: "line",
        title: "Walnut Desk",
        quantity: 3,
        requires_shipping: true,
        detail: { raw_fulfilled_quantity: { value: "2", precision: 20 }, ...detail },
      },
    ],
    fulfillments,
  })
}

describe("an order's progress", () => {
  it("is read from its own rows in every number format (F1)", () => {
    const progress = order([holding(2)], { shipped_quantity: "1", raw_delivered_quantity: 1 })
    expect(progress).toEqual({
      total: 141_434,
      owed: 141_434,
      others: { paid: 0, authorized: 0, left: 141_434 },
      leftAfterReturns: 141_434,
      lines: [
        {
          title: "Walnut Desk",
          quantity: 3,
          fulfilled: 2,
          shipped: 1,
          delivered: 1,
          requiresShipping: true,
        },
      ],
      goodsLeftAt: PLACED,
    })
  })

  it("counts goods on their way back neither as due nor as a credit", () => {
    const owing = (pending: number) =>
      progressOf({
        total: 200,
        summary: { transaction_total: 100, pending_difference: pending },
      })
    expect(owing(100)).toMatchObject({ owed: 10_000, leftAfterReturns: 20_000 })
    expect(owing(0)).toMatchObject({ owed: 0, leftAfterReturns: 10_000 })
    expect(owing(-50)).toMatchObject({ owed: 0, leftAfterReturns: 5_000 })
  })

  it("ignores fulfillments cancelled without an update of the order", () => {
    expect(order([holding(2, { canceled_at: NOW })]).lines[0]).toMatchObject({ fulfilled: 0 })
    const one = order([holding(1), holding(1, { canceled_at: NOW })])
    expect(one.lines[0]).toMatchObject({ fulfilled: 1 })
    const shipped = order([holding(2, { canceled_at: NOW, shipped_at: NOW })])
    expect(shipped.lines[0]).toMatchObject({ shipped: 0 })
  })

  it("counts fulfillments shipped or delivered without an update of the order", () => {
    expect(order([holding(2, { shipped_at: NOW })]).lines[0]).toMatchObject({ shipped: 2 })
    const all = { shipped_at: NOW, delivered_at: NOW }
    expect(order([holding(2, all)]).lines[0]).toMatchObject({ shipped: 2, delivered: 2 })
    const one = order([holding(1, { shipped_at: NOW }), holding(1)])
    expect(one.lines[0]).toMatchObject({ shipped: 0 })
  })

  it("contains the time of the last shipment, without cancelled fulfillments", () => {
    expect(order([holding(2, { shipped_at: NOW })]).goodsLeftAt).toBe(NOW)
    const later = "2026-01-11T10:00:00.000Z"
    const both = [holding(1, { shipped_at: NOW }), holding(1, { delivered_at: new Date(later) })]
    expect(order(both).goodsLeftAt).toBe(later)
    expect(order([holding(2, { shipped_at: NOW, canceled_at: NOW })]).goodsLeftAt).toBe(PLACED)
  })

  it("counts units, not the pieces of a kit", () => {
    const kit = {
      items: [
        { line_item_id: "line", quantity: 4 },
        { line_item_id: "line", quantity: 2 },
      ],
      shipped_at: NOW,
    }
    expect(order([kit]).lines[0]).toMatchObject({ fulfilled: 2, shipped: 2 })
  })

  it("reads the amount owed by or to the customer from the summary, else from the total", () => {
    const owed = (summary: OrderProgressRecord["summary"]) =>
      progressOf({ total: 760.491875, summary }).owed
    expect(owed({ raw_pending_difference: { value: "-707.143125", precision: 20 } })).toBe(-70_714)
    expect(owed({ pending_difference: -0.003125 })).toBe(0)
    expect(owed({ pending_difference: 707.143125 })).toBe(70_714)
    expect(owed(null)).toBe(76_049)
  })

  it("treats a line as requiring shipping by default", () => {
    const { lines } = progressOf({ total: 1, items: [{ id: "line", quantity: 1 }, null] })
    expect(lines).toEqual([
      {
        title: "Item",
        quantity: 1,
        fulfilled: 0,
        shipped: 0,
        delivered: 0,
        requiresShipping: true,
      },
    ])
  })
})
