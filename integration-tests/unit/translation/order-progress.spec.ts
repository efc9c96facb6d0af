import {
  type OrderProgressRecord,
  readOrderProgress,
} from "../../../src/translation/order-progress"

const NOW = "2026-01-10T10:00:00.000Z"

type Fulfillment = NonNullable<NonNullable<OrderProgressRecord["fulfillments"]>[number]>

const buildFulfillment = (quantity: number, changes: Partial<Fulfillment> = {}): Fulfillment => ({
  items: [{ line_item_id: "line", quantity }],
  ...changes,
})

const PLACED_AT = "2026-01-09T10:00:00.000Z"

const readProgress = (record: Omit<OrderProgressRecord, "created_at">) =>
  readOrderProgress({ created_at: PLACED_AT, ...record }, ["payses_ours"])

/** Reads the progress of an order of three units, two of them fulfilled by its own rows. */
function readFulfillmentProgress(
  fulfillments: Fulfillment[],
  detail: Record<string, unknown> = {}
) {
  return readProgress({
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
    const progress = readFulfillmentProgress([buildFulfillment(2)], {
      shipped_quantity: "1",
      raw_delivered_quantity: 1,
    })
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
      goodsLeftAt: PLACED_AT,
    })
  })

  it("counts goods on their way back neither as due nor as a credit", () => {
    const readPendingProgress = (pending: number) =>
      readProgress({
        total: 200,
        summary: { transaction_total: 100, pending_difference: pending },
      })
    expect(readPendingProgress(100)).toMatchObject({ owed: 10_000, leftAfterReturns: 20_000 })
    expect(readPendingProgress(0)).toMatchObject({ owed: 0, leftAfterReturns: 10_000 })
    expect(readPendingProgress(-50)).toMatchObject({ owed: 0, leftAfterReturns: 5_000 })
  })

  it("ignores fulfillments cancelled without an update of the order", () => {
    expect(
      readFulfillmentProgress([buildFulfillment(2, { canceled_at: NOW })]).lines[0]
    ).toMatchObject({ fulfilled: 0 })
    const partlyCancelled = readFulfillmentProgress([
      buildFulfillment(1),
      buildFulfillment(1, { canceled_at: NOW }),
    ])
    expect(partlyCancelled.lines[0]).toMatchObject({ fulfilled: 1 })
    const cancelledShipment = readFulfillmentProgress([
      buildFulfillment(2, { canceled_at: NOW, shipped_at: NOW }),
    ])
    expect(cancelledShipment.lines[0]).toMatchObject({ shipped: 0 })
  })

  it("counts fulfillments shipped or delivered without an update of the order", () => {
    expect(
      readFulfillmentProgress([buildFulfillment(2, { shipped_at: NOW })]).lines[0]
    ).toMatchObject({ shipped: 2 })
    const deliveredChanges = { shipped_at: NOW, delivered_at: NOW }
    expect(readFulfillmentProgress([buildFulfillment(2, deliveredChanges)]).lines[0]).toMatchObject(
      { shipped: 2, delivered: 2 }
    )
    const partlyShipped = readFulfillmentProgress([
      buildFulfillment(1, { shipped_at: NOW }),
      buildFulfillment(1),
    ])
    expect(partlyShipped.lines[0]).toMatchObject({ shipped: 0 })
  })

  it("contains the time of the last shipment, without cancelled fulfillments", () => {
    expect(readFulfillmentProgress([buildFulfillment(2, { shipped_at: NOW })]).goodsLeftAt).toBe(
      NOW
    )
    const later = "2026-01-11T10:00:00.000Z"
    const fulfillments = [
      buildFulfillment(1, { shipped_at: NOW }),
      buildFulfillment(1, { delivered_at: new Date(later) }),
    ]
    expect(readFulfillmentProgress(fulfillments).goodsLeftAt).toBe(later)
    expect(
      readFulfillmentProgress([buildFulfillment(2, { shipped_at: NOW, canceled_at: NOW })])
        .goodsLeftAt
    ).toBe(PLACED_AT)
  })

  it("counts units, not the pieces of a kit", () => {
    const kit = {
      items: [
        { line_item_id: "line", quantity: 4 },
        { line_item_id: "line", quantity: 2 },
      ],
      shipped_at: NOW,
    }
    expect(readFulfillmentProgress([kit]).lines[0]).toMatchObject({ fulfilled: 2, shipped: 2 })
  })

  it("reads the amount owed by or to the customer from the summary, else from the total", () => {
    const readOwed = (summary: OrderProgressRecord["summary"]) =>
      readProgress({ total: 760.491875, summary }).owed
    expect(readOwed({ raw_pending_difference: { value: "-707.143125", precision: 20 } })).toBe(
      -70_714
    )
    expect(readOwed({ pending_difference: -0.003125 })).toBe(0)
    expect(readOwed({ pending_difference: 707.143125 })).toBe(70_714)
    expect(readOwed(null)).toBe(76_049)
  })

  it("treats a line as requiring shipping by default", () => {
    const { lines } = readProgress({ total: 1, items: [{ id: "line", quantity: 1 }, null] })
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
