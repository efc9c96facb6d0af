import { MedusaError } from "@medusajs/framework/utils"
import { cents, subtract } from "../../../src/domain/money"
import type { OrderParts } from "../../../src/domain/order-snapshot"
import { partialRefundBody } from "../../../src/financing-api"
import { sumToCents, toCents } from "../../../src/translation/amount"
import { readOrder } from "../../../src/translation/order-to-snapshot"
import {
  markRefund,
  readRefundMark,
  type RefundFacts,
  type RemainingBody,
  toPartialRefundRequest,
  toRefundReason,
} from "../../../src/translation/refund-request"
import { anyCart, buildLine, buildShippingMethod } from "./arbitrary-carts"
import fc from "fast-check"

type ReturnedQuantities = { chairs?: number; desk?: number }

/** Three chairs at $100.00, one desk at $250.00, 10 % tax on both, $20.00 shipping: $625.00. */
function buildOrder({ chairs = 0, desk = 0 }: ReturnedQuantities = {}): OrderParts {
  const tax_lines = [{ rate: 10 }]
  return readOrder({
    items: [
      buildLine({ quantity: 3, tax_lines, detail: { return_received_quantity: chairs } }),
      buildLine({
        title: "Desk",
        variant_sku: "DESK-1",
        unit_price: 250,
        tax_lines,
        detail: { return_received_quantity: desk },
      }),
    ],
    shipping_methods: [buildShippingMethod({ amount: 20 })],
  })
}

const CAPTURED = cents(62_500)

function planRefund(
  amount: number,
  returned: ReturnedQuantities = {},
  refundedBefore = 0
): RefundFacts {
  return toPartialRefundRequest({
    order: buildOrder(returned),
    captured: CAPTURED,
    refundedBefore: cents(refundedBefore),
    refund: cents(amount),
  })
}

function getBody(plan: RefundFacts): RemainingBody {
  if (plan.kind !== "partial") {
    throw new Error(`The plan is ${plan.kind}.`)
  }
  return plan.body
}

const dollarsToCents = (dollars: number | undefined) => Math.round((dollars ?? 0) * 100)

/** Integer arithmetic on the sent values. */
function sumBody(body: RemainingBody): number {
  const items = body.items.reduce(
    (total, { price, quantity }) => total + dollarsToCents(price) * quantity,
    0
  )
  return (
    items +
    dollarsToCents(body.shipping) +
    dollarsToCents(body.taxes) -
    dollarsToCents(body.discount)
  )
}

describe("the cart that remains after a refund", () => {
  it("A23: excludes returned items and their taxes when exactly their value is refunded", () => {
    expect(getBody(planRefund(22_000, { chairs: 2 }))).toEqual({
      loanAmount: 405,
      shipping: 20,
      taxes: 35,
      discount: 0,
      items: [
        { description: "Chair", quantity: 1, price: 100, sku: "CHAIR-1", list_price: 100 },
        { description: "Desk", quantity: 1, price: 250, sku: "DESK-1", list_price: 250 },
      ],
    })
  })

  it("A23: is the same after two returns in two refunds as in one refund", () => {
    const singleRefund = planRefund(22_000, { chairs: 2 })
    expect(planRefund(11_000, { chairs: 2 }, 11_000)).toEqual(singleRefund)
  })

  it("contains a discount for a refund by amount, and unchanged items", () => {
    const body = getBody(planRefund(5_000))
    expect(body).toMatchObject({ loanAmount: 575, shipping: 20, taxes: 55, discount: 50 })
    expect(body.items.map(({ quantity, price }) => [quantity, price])).toEqual([
      [3, 100],
      [1, 250],
    ])
  })

  it("A23: contains a discount when the refund exceeds the returned value", () => {
    expect(getBody(planRefund(12_000, { chairs: 1 }))).toMatchObject({
      loanAmount: 505,
      taxes: 45,
      discount: 10,
      items: [{ quantity: 2 }, { quantity: 1 }],
    })
  })

  it("A23: contains a retained charge when the refund is below the returned value", () => {
    expect(getBody(planRefund(25_000, { desk: 1 }))).toEqual({
      loanAmount: 375,
      shipping: 20,
      taxes: 30,
      discount: 0,
      items: [
        { description: "Chair", quantity: 3, price: 100, sku: "CHAIR-1", list_price: 100 },
        { description: "Retained charge", quantity: 1, price: 25 },
      ],
    })
  })

  it("A23: has items at zero, then less shipping, then less taxes when a refund exceeds the items", () => {
    expect(getBody(planRefund(55_000))).toMatchObject({ shipping: 20, taxes: 55, discount: 550 })
    const beyondItems = getBody(planRefund(56_000))
    expect(beyondItems).toMatchObject({ shipping: 10, taxes: 55, discount: 0 })
    expect(beyondItems.items.every(({ price }) => price === 0)).toBe(true)
    expect(getBody(planRefund(60_000))).toMatchObject({ shipping: 0, taxes: 25, discount: 0 })
  })

  it("A23: contains a free placeholder item when only shipping remains", () => {
    const body = getBody(planRefund(60_500, { chairs: 3, desk: 1 }))
    expect(body).toEqual({
      loanAmount: 20,
      shipping: 20,
      taxes: 0,
      discount: 0,
      items: [{ description: "All items were returned", quantity: 1, price: 0 }],
    })
  })

  /** Three lines of one price, each with returned units; $5.00 of shipping. */
  const buildThreeLines = (
    unit_price: number,
    [quantity, returned]: [number, number],
    rate: number
  ) =>
    readOrder({
      items: [1, 2, 3].map(() =>
        buildLine({
          quantity,
          unit_price,
          tax_lines: [{ rate }],
          detail: { return_received_quantity: returned },
        })
      ),
      shipping_methods: [buildShippingMethod({ amount: 5 })],
    })

  it.each<[string, OrderParts, number]>([
    ["two cents less", buildThreeLines(33.33, [2, 1], 6.35), 6.35],
    ["three cents less", buildThreeLines(12.345, [2, 1], 10), 3.69],
    ["a cent more", buildThreeLines(33.33, [3, 2], 10), 10],
    ["two cents more", buildThreeLines(9.99, [3, 2], 7.125), 2.14],
  ])("A23 F2: adjusts the taxes if refunding returns leaves %s than by line", (...args) => {
    const [, parts, taxes] = args
    for (const refundedBefore of [0, 100]) {
      const plan = toPartialRefundRequest({
        order: parts,
        captured: parts.gross,
        refundedBefore: cents(refundedBefore),
        refund: cents(parts.returnedValue - refundedBefore),
      })
      const body = getBody(plan)
      expect(body).toMatchObject({ shipping: 5, taxes, discount: 0 })
      expect(body.items.map(({ description }) => description)).toEqual(["Chair", "Chair", "Chair"])
      expect(dollarsToCents(body.loanAmount)).toBe(parts.gross - parts.returnedValue)
    }
  })

  it.each([
    ["a cent less", 1, { discount: 0, items: 4 }],
    ["a cent more", -1, { discount: 0.01, items: 3 }],
  ])("A23: shows a refund that is %s than the returned value", (_, difference, expected) => {
    const parts = buildThreeLines(33.33, [3, 1], 8.25)
    const plan = toPartialRefundRequest({
      order: parts,
      captured: parts.gross,
      refundedBefore: cents(0),
      refund: cents(parts.returnedValue - difference),
    })
    const { discount, items } = getBody(plan)
    expect({ discount, items: items.length }).toEqual(expected)
  })

  it("F2: keeps the financed prices of items that gift cards paid in part", () => {
    const plan = toPartialRefundRequest({
      order: buildOrder(),
      captured: cents(35_000),
      refundedBefore: cents(0),
      refund: cents(1_000),
    })
    expect(getBody(plan)).toMatchObject({ loanAmount: 340, shipping: 20, taxes: 55, discount: 10 })
  })

  it("excludes an item that an order edit removed after capture and that is refunded exactly", () => {
    const parts = readOrder({ items: [buildLine()], shipping_methods: [buildShippingMethod()] })
    const plan = toPartialRefundRequest({
      order: parts,
      captured: cents(31_000),
      refundedBefore: cents(0),
      refund: cents(20_000),
    })
    expect(getBody(plan)).toMatchObject({ loanAmount: 110, discount: 0, items: [{ price: 100 }] })
  })

  it("contains a remaining fractional quantity as one piece", () => {
    const fabric = buildLine({
      title: "Fabric",
      quantity: 2.5,
      detail: { return_received_quantity: 1.1 },
    })
    const plan = toPartialRefundRequest({
      order: readOrder({ items: [fabric] }),
      captured: cents(25_000),
      refundedBefore: cents(0),
      refund: cents(11_000),
    })
    expect(getBody(plan).items).toMatchObject([{ description: "1.4 × Fabric", price: 140 }])
  })

  it("A10: is replaced by a full refund when nothing remains, never a partial refund to zero", () => {
    expect(planRefund(62_500)).toEqual({ kind: "full" })
    expect(planRefund(500, {}, 62_000)).toEqual({ kind: "full" })
  })

  it("A22: needs no call for a refund of zero cents", () => {
    expect(planRefund(0)).toEqual({ kind: "nothing" })
    expect(planRefund(0, {}, 62_500)).toEqual({ kind: "nothing" })
  })

  it.each([
    ["more than was captured", 62_501, 0],
    ["more than the remaining amount", 501, 62_000],
    ["a negative amount", -1, 0],
  ])("refuses a refund of %s with a message", (_name, amount, refundedBefore) => {
    expect(() => planRefund(amount, {}, refundedBefore)).toThrow(MedusaError)
    expect(() => planRefund(amount, {}, refundedBefore)).toThrow(
      /^This refund is not possible: .+ refunded\.$/
    )
  })

  it("names the refundable amount in the refusal", () => {
    expect(() => planRefund(62_501)).toThrow("between $0.00 and $625.00")
    expect(() => planRefund(501, {}, 62_000)).toThrow("between $0.00 and $5.00")
    expect(() => planRefund(1, {}, 62_600)).toThrow("between $0.00 and $0.00")
  })
})

/** An order with some returned units, and a split of its amount into refunds. */
const anyRefunds = fc
  .record({
    cart: anyCart,
    returned: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 6, maxLength: 6 }),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
    exactReturn: fc.boolean(),
  })
  .map(({ cart, returned, cuts, exactReturn }) => {
    const items = (cart.items ?? []).map((item, index) =>
      item === null ? null : { ...item, detail: { return_received_quantity: returned[index] ?? 0 } }
    )
    const parts = readOrder({ ...cart, items })
    const captured = toCents(cart.total)
    const returnedValue = Math.min(parts.returnedValue, captured)
    const points = cuts.map((cut) => Math.round(cut * captured))
    const targets = [...points, ...(exactReturn ? [returnedValue] : []), captured].sort(
      (a, b) => a - b
    )
    return { parts, captured, targets }
  })

describe("refunds of any order, in any split (I3)", () => {
  it("A10 A22 F2: reach each cumulative target to the cent, and end with a full refund", () => {
    fc.assert(
      fc.property(anyRefunds, ({ parts, captured, targets }) => {
        let refundedBefore = 0
        let loan: number = captured
        for (const target of targets) {
          const plan = toPartialRefundRequest({
            order: parts,
            captured,
            refundedBefore: cents(refundedBefore),
            refund: cents(target - refundedBefore),
          })
          if (plan.kind !== "nothing") {
            loan = plan.kind === "full" ? 0 : plan.loanAmount
          }
          if (plan.kind === "partial") {
            expect(sumBody(plan.body)).toBe(loan)
          }
          refundedBefore = target
          expect(captured - loan).toBe(refundedBefore)
        }
        expect(loan).toBe(0)
      }),
      { numRuns: 300 }
    )
  })

  it("I3 F2: have Σ(price × quantity) + shipping + taxes − discount as loan amount, and a valid body", () => {
    fc.assert(
      fc.property(anyRefunds, ({ parts, captured, targets }) => {
        for (const target of targets) {
          const input = { order: parts, captured, refundedBefore: cents(0), refund: cents(target) }
          const plan = toPartialRefundRequest(input)
          if (plan.kind === "partial") {
            expect(sumBody(plan.body)).toBe(dollarsToCents(plan.body.loanAmount))
            expect(dollarsToCents(plan.body.loanAmount)).toBe(captured - target)
            expect(partialRefundBody.safeParse(plan.body).error).toBeUndefined()
            expect(plan.body.items.length).toBeGreaterThan(0)
          }
        }
      }),
      { numRuns: 300 }
    )
  })

  it("A22: neither gain nor lose a cent over many refunds with fractions of a cent", () => {
    const thousandths = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(thousandths, (amounts) => {
        const captured = toCents(amounts.reduce((sum, amount) => sum + amount, 0) / 1000)
        const parts = readOrder({ items: [buildLine({ unit_price: captured / 100 })] })
        const rows = amounts.map((amount) => ({ value: String(amount / 1000), precision: 20 }))
        let loan = captured
        rows.forEach((_, index) => {
          const refundedBefore = sumToCents(rows.slice(0, index))
          const refund = subtract(sumToCents(rows.slice(0, index + 1)), refundedBefore)
          const input = { order: parts, captured, refundedBefore, refund }
          const plan = toPartialRefundRequest(input)
          expect(plan.kind === "nothing").toBe(refund === 0)
          loan = plan.kind === "partial" ? plan.loanAmount : plan.kind === "full" ? cents(0) : loan
        })
        expect(loan).toBe(0)
      })
    )
  })
})

describe("the reason of a refund", () => {
  it.each([
    ["the note", { note: " Broken\nleg ", refund_reason: { label: "Damaged" } }, "Broken leg"],
    [
      "the reason's label without a note",
      { note: " ", refund_reason: { label: "Damaged" } },
      "Damaged",
    ],
    [
      "the default text without both",
      { note: null, refund_reason: null },
      "Refunded by the merchant.",
    ],
    ["the default text without a refund row", undefined, "Refunded by the merchant."],
  ])("is %s", (_name, refund, reason) => {
    expect(toRefundReason(refund)).toBe(reason)
  })

  it("is one line of at most 250 characters, with an ellipsis if it was cut", () => {
    expect(toRefundReason({ note: "ab\n".repeat(100) })).toBe(`${"ab ".repeat(83).trim()}…`)
    expect(toRefundReason({ note: "a".repeat(250) })).toBe("a".repeat(250))
  })
})

test("a refund row names its operation", () => {
  expect(readRefundMark(markRefund("finop_1"))).toBe("finop_1")
})

test.each([[null], [undefined], ["finop_1"], [{}], [{ financing_operation: 7 }], [[]]])(
  "the metadata %j names no operation",
  (metadata) => {
    expect(readRefundMark(metadata)).toBeNull()
  }
)
