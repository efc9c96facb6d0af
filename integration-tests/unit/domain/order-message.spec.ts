import { APPLICATION_STATES } from "../../../src/domain/application-state"
import { cents, inWords } from "../../../src/domain/money"
import { OPERATION_KINDS } from "../../../src/domain/operation"
import { type MessageFacts, messageOf } from "../../../src/domain/order-message"
import { MESSAGE_CODES } from "../../../src/domain/order-message-codes"
import { SPANISH_MESSAGES } from "../../../src/domain/order-message-words-es"
import { describeMessage, ENGLISH_MESSAGES } from "../../../src/domain/order-message-words"
import { PURCHASE_STATES } from "../../../src/domain/purchase-state"
import { REVIEW_CAUSES } from "../../../src/domain/review-causes"

const ORDER_FACTS: MessageFacts = {
  state: "ready-to-settle",
  code: "S",
  purchaseState: "authorized-order",
  hasOrder: true,
  isOrderCancelled: false,
  hasShipped: false,
  hasShippedSome: false,
  isUnfulfilled: false,
  isPaidPartLeft: true,
  isPaidOut: false,
  isEndedByShop: false,
  settle: "on-full-shipment",
  isTestData: false,
  causes: [],
  call: null,
  financed: 146_764,
  refunded: 0,
  service: 146_764,
  total: 146_764,
  owed: 146_764,
  comingBack: 0,
  isPaidInPart: true,
  isHeldByOther: false,
  credit: 0,
  isOtherRefunded: false,
}
const getMessage = (facts: Partial<MessageFacts>) =>
  messageOf({ ...ORDER_FACTS, hasShippedSome: facts.hasShipped ?? false, ...facts })
const getMessageCode = (facts: Partial<MessageFacts>) => getMessage(facts).code
const formats = {
  amount: (amount: number | null) => (amount === null ? "–" : inWords(cents(amount))),
  time: (time: Date | string) => new Date(time).toISOString().slice(11, 16),
}
const getMessageText = (facts: Partial<MessageFacts>) =>
  describeMessage(getMessage(facts), ENGLISH_MESSAGES, formats)
const getGoods = (facts: Partial<MessageFacts>) => getMessage(facts).goods
const buildDoubtFacts = (
  kind: (typeof OPERATION_KINDS)[number],
  again_at: string | null = null
) => ({
  call: { kind, cents: 10_000, again_at },
  causes: ["doubt" as const],
})

describe("the message about an order", () => {
  it.each<[Partial<MessageFacts>, string]>([
    [{}, "ship"],
    [{ owed: 116_764 }, "edited-less"],
    [{ owed: 176_764 }, "edited-more"],
    [{ owed: 146_763 }, "ship"],
    [{ owed: 0 }, "not-needed"],
    [{ hasShipped: true }, "payment-follows"],
    [{ hasShipped: true, isUnfulfilled: true }, "fulfill-first"],
    [{ hasShipped: true, isUnfulfilled: true, settle: "on-delivery" }, "payment-on-delivery"],
    [{ hasShipped: true, settle: "manual" }, "request-payment"],
    [{ hasShipped: true, settle: "on-delivery" }, "payment-on-delivery"],
    [{ hasShipped: true, causes: ["order"] }, "request-failed"],
    [{ causes: ["order"] }, "case-order"],
    [{ hasShipped: true, causes: ["order"], purchaseState: "unpaid-order" }, "case-order"],
    [
      { purchaseState: "captured-order", causes: ["order-edit", "settle-again"] },
      "case-settle-again",
    ],
    [{ purchaseState: "captured-order", causes: ["order-edit"], owed: 10 }, "ship-collect"],
    [
      { purchaseState: "captured-order", causes: ["order-edit", "ledger"], owed: 10 },
      "ship-collect",
    ],
    [{ state: "under-review", owed: 0 }, "not-needed"],
    [{ state: "awaiting-customer", owed: 0 }, "not-needed"],
    [{ isOrderCancelled: true }, "not-due"],
    [{ purchaseState: "order-paid-otherwise" }, "not-due"],
    [{ purchaseState: "order-paid-otherwise", owed: 0 }, "not-needed"],
    [{ purchaseState: "cancelled-order", owed: 0 }, "not-due"],
    [{ purchaseState: "order-without-live-payment", hasShipped: true }, "case-dead-payment"],
    [{ purchaseState: "open-request" }, "signed-without-order"],
    [{ purchaseState: null }, "ship"],
    [{ state: "under-review", purchaseState: "unpaid-order" }, "in-review"],
    [
      { state: "under-review", purchaseState: "unpaid-order", hasShipped: true },
      "shipped-in-review",
    ],
    [{ state: "awaiting-customer" }, "unsigned"],
    [{ state: "awaiting-customer", hasOrder: false }, "waiting-for-customer"],
    [{ state: "created", hasOrder: false }, "unconfirmed"],
    [{ state: "settling" }, "ship-payment-requested"],
    [{ state: "settling", isOtherRefunded: true }, "ship-other-refunded"],
    [{ state: "funded", isOtherRefunded: true }, "ship-other-refunded"],
    [{ state: "funded", isOtherRefunded: true, hasShipped: true }, "paid-out"],
    [{ state: "settling", hasShipped: true }, "payment-requested"],
    [{ state: "funded", purchaseState: "captured-order" }, "ship-paid-out"],
    [{ state: "funded", purchaseState: "captured-order", hasShipped: true }, "paid-out"],
    [{ state: "partly-refunded" }, "ship-partly-refunded"],
    [{ state: "partly-refunded", hasShipped: true }, "partly-refunded"],
    [{ state: "refunded", purchaseState: "captured-order" }, "refunded-unshipped"],
    [{ state: "refunded", hasShipped: true }, "refunded"],
    [{ state: "refunded", isOrderCancelled: true }, "refunded"],
    [{ isTestData: true, state: "funded" }, "test-paid-unshipped"],
    [{ state: "declined", hasShipped: true }, "shipped-unpaid"],
    [{ state: "declined", hasShipped: true, owed: 0 }, "paid-otherwise"],
    [
      { state: "cancelled", hasShipped: true, owed: 0, purchaseState: "captured-order" },
      "shipped-unpaid",
    ],
    [
      {
        state: "funded",
        hasShipped: true,
        purchaseState: "captured-order",
        total: 164_910,
        owed: 18_146,
      },
      "shipped-collect",
    ],
    [
      { state: "funded", purchaseState: "captured-order", total: 164_910, owed: 18_146 },
      "ship-collect",
    ],
    [
      {
        state: "funded",
        purchaseState: "captured-order",
        hasShippedSome: true,
        isPaidPartLeft: false,
        total: 164_910,
        owed: 18_146,
      },
      "edit-collect",
    ],
    [
      { state: "funded", purchaseState: "captured-order", total: 100_000, owed: -46_764 },
      "edit-refund",
    ],
    [{ state: "funded", purchaseState: "captured-order", total: 0, owed: -10 }, "edit-refund"],
    [{ isOtherRefunded: true }, "ship-other-refunded"],
    [{ isOtherRefunded: true, hasShipped: true }, "payment-follows"],
    [{ state: "refunded", purchaseState: "captured-order", owed: 0 }, "paid-otherwise"],
    [
      { state: "refunded", purchaseState: "captured-order", owed: 0, credit: 5_000 },
      "refunded-here",
    ],
    [
      { state: "funded", purchaseState: "captured-order", owed: -10, hasShipped: true },
      "shipped-refund",
    ],
    [
      { state: "partly-refunded", purchaseState: "captured-order", owed: -10, credit: 5_000 },
      "refund-again",
    ],
    [
      { state: "refunded", purchaseState: "captured-order", owed: 0, isPaidInPart: false },
      "refunded-unshipped",
    ],
    [{ hasShippedSome: true }, "ship-rest"],
    [{ state: "settling", hasShippedSome: true }, "ship-payment-requested"],
    [{ state: "settling", isHeldByOther: true }, "held-by-other"],
    [{ state: "settling", hasShipped: true, isHeldByOther: true }, "payment-requested"],
    [{ state: "awaiting-customer", total: 164_910, owed: 146_764 }, "rest-unsigned"],
    [{ state: "under-review", total: 164_910, owed: 146_764 }, "rest-in-review"],
    [
      { state: "awaiting-customer", hasShipped: true, total: 164_910, owed: 146_764 },
      "shipped-rest-unsigned",
    ],
    [
      { state: "under-review", hasShipped: true, total: 164_910, owed: 146_764 },
      "shipped-rest-in-review",
    ],
    [{ state: "declined", hasShipped: true, total: 176_764, owed: 30_000 }, "shipped-rest-unpaid"],
    [{ state: "under-review", hasShippedSome: true, owed: 18_146 }, "rest-in-review"],
    [{ state: "refunded", hasShippedSome: true }, "refunded-unshipped"],
    [{ state: "declined", hasShippedSome: true }, "partly-shipped-unpaid"],
    [{ state: "cancelled", isPaidOut: true }, "ended-after-payout"],
    [{ state: "cancelled", isPaidOut: true, refunded: 146_764 }, "cancelled-unshipped"],
    [{ isTestData: true, state: "declined", hasShipped: true }, "test-order-shipped"],
    [{ isTestData: true, state: "declined", purchaseState: "unpaid-order" }, "declined"],
    [{ isTestData: true, state: "declined", owed: 0 }, "paid-otherwise"],
    [{ state: "cancelled" }, "cancelled-unshipped"],
    [{ state: "cancelled", isEndedByShop: true }, "ended-unshipped"],
    [{ state: "cancelled", isOrderCancelled: true }, "cancelled"],
    [{ state: "expired", purchaseState: "unpaid-order" }, "expired-unshipped"],
    [{ isTestData: true }, "test-order"],
    [{ isTestData: true, hasShipped: true }, "test-order-shipped"],
    [{ isTestData: true, state: "funded", hasShipped: true }, "test-paid"],
    [{ isTestData: true, hasOrder: false }, "test-signed"],
    [{ isTestData: true, isOrderCancelled: true, purchaseState: "cancelled-order" }, "not-due"],
    [{ state: "declined", purchaseState: "unpaid-order" }, "declined"],
    [{ state: "declined", isOrderCancelled: true }, "declined-order-cancelled"],
    [{ state: "declined", hasOrder: false }, "declined-without-order"],
  ])("for %j is %s", (facts, expected) => {
    expect(getMessageCode(facts)).toBe(expected)
  })

  it.each(["declined", "cancelled", "expired"] as const)(
    "reports shipped goods as unpaid when the financing is %s, until another payment covers them",
    (state) => {
      const shipped = { state, hasShipped: true, purchaseState: "unpaid-order" as const }
      expect(getMessageCode({ ...shipped, causes: ["order"] })).toBe("shipped-unpaid")
      const paid = { ...shipped, purchaseState: "order-paid-otherwise" as const, owed: 0 }
      expect(getMessageCode(paid)).toBe("paid-otherwise")
      expect(getMessageCode({ ...paid, isPaidInPart: false })).toBe("paid-otherwise")
      // Edited afterwards; no check follows.
      expect(getMessageCode({ ...paid, total: 176_764, owed: 30_000 })).toBe("shipped-rest-unpaid")
    }
  )

  it("ranks an operation in doubt first, and shipping above a decision that does not affect it", () => {
    expect(getMessageCode({ causes: ["amounts"] })).toBe("case-amounts")
    expect(getMessageCode({ causes: ["order-id"] })).toBe("ship")
    expect(getMessageCode({ state: "under-review", causes: ["order"] })).toBe("in-review")
    expect(getMessageCode({ state: "funded", ...buildDoubtFacts("partial-refund") })).toBe(
      "doubt-refund"
    )
  })

  it("names the unpaid amount of shipped goods, including goods on their way back", () => {
    const shipped = { state: "declined" as const, hasShipped: true }
    expect(getMessageText({ ...shipped, total: 76_049, owed: 76_049 })).toContain("$760.49 shipped")
    const returnedOrder = { ...shipped, isPaidInPart: false, owed: 76_049, comingBack: 70_715 }
    expect(getMessageText(returnedOrder)).toContain("$1,467.64 shipped")
    expect(getMessageText({ ...returnedOrder, owed: 0, comingBack: 146_764 })).toContain(
      "$1,467.64 shipped"
    )
    const paidRest = { ...shipped, purchaseState: "order-paid-otherwise" as const, owed: 0 }
    expect(getMessageText({ ...paidRest, comingBack: 141_429 })).toContain("$1,414.29 shipped")
    const reducedOrder = { ...returnedOrder, total: 5_335, owed: 5_335 }
    expect(getMessage({ ...reducedOrder, hasShippedSome: false }).code).toBe("declined")
  })

  it("N11: names who cancelled, the old and the new total, and the amount to collect or refund", () => {
    expect(getMessageText({ state: "cancelled", causes: ["mismatch"] })).toBe(
      "The service cancelled this. Do not ship: you will not be paid."
    )
    const edited = { causes: ["order-edit" as const], total: 164_910, owed: 164_910 }
    expect(getMessageText(edited)).toMatch(
      /signed for \$1,467\.64; \$1,649\.10 is due now\. Request the payment first, then collect \$181\.46/
    )
    expect(getMessageText({ ...edited, total: 146_664, owed: 146_664 })).toMatch(
      /then refund \$1\.00/
    )
    expect(getMessageCode({ ...edited, total: 146_764, owed: 146_764 })).toBe("edited-goods")
    expect(getMessageText({ ...edited, state: "funded", owed: 18_146 })).toBe(
      "$1,467.64 was requested as signed, and the order costs $1,649.10 now. Collect $181.46; until then ship only what is paid for."
    )
    const unpaid = { ...edited, state: "funded", owed: 18_146, isPaidPartLeft: false } as const
    expect(getMessageText(unpaid)).toMatch(/Collect \$181\.46 before you ship anything more/)
    expect(getGoods(unpaid)).toBe("hold")
    expect(getGoods({ ...edited, state: "funded", owed: -100 })).toBe("ship")
    expect(getGoods({ ...edited, state: "funded", owed: -100, hasShipped: true })).toBe("none")
    expect(getMessageCode({ ...edited, state: "settling", owed: -100 })).toBe("edit-refund")
    expect(getMessageCode({ ...edited, state: "settling", owed: 0 })).toBe("ship-payment-requested")
    expect(getMessageCode({ ...edited, state: "settling", owed: 100, hasShipped: true })).toBe(
      "shipped-collect"
    )
    expect(getMessageText({ ...edited, total: 146_764, owed: 96_764 })).toMatch(
      /\$967\.64 is due now/
    )
  })

  it("holds all goods of an edited order, or the rest after a partial shipment", () => {
    const edited = { causes: ["order-edit" as const], total: 164_910, owed: 164_910 }
    expect(getMessageText(edited)).toMatch(/^Do not ship yet\. The customer signed/)
    expect(getMessageText({ ...edited, hasShippedSome: true })).toMatch(
      /^Ship nothing more\. The customer signed/
    )
  })

  it("names the amount that the service paid out, even if it is less than applied for", () => {
    const paid = { state: "funded", purchaseState: "captured-order", hasShipped: true } as const
    expect(getMessageText({ ...paid, service: 141_764 })).toBe(
      "Paid out by the service: $1,417.64."
    )
    expect(getMessageText({ ...paid, service: null })).toBe("Paid out by the service: $1,467.64.")
  })

  it("asks for no amount of an edited order that another payment has paid", () => {
    const edited = { causes: ["order-edit" as const], total: 164_910 }
    expect(getMessageCode({ ...edited, owed: 146_764 })).toBe("edited-goods")
    expect(getMessageCode({ ...edited, owed: 0 })).toBe("not-needed")
    expect(getGoods({ ...edited, owed: 0 })).toBe("none")
    expect(getMessageCode({ ...edited, total: 0, owed: 0, isPaidInPart: false })).toBe("not-due")
  })

  it("does not promise to repeat a settle in doubt for an order that changed", () => {
    const doubtfulSettle = buildDoubtFacts("settle", "2026-11-27T14:05:00Z")
    for (const changes of [
      { isOrderCancelled: true },
      { service: 140_000 },
      { total: 164_910, owed: 164_910 },
    ])
      expect(getMessageCode({ ...doubtfulSettle, ...changes })).toBe("doubt-settle-changed")
  })

  it("names the amount that an edit added to a partly refunded order", () => {
    const refunded = { state: "partly-refunded", purchaseState: "captured-order" } as const
    const raisedOrder = { ...refunded, refunded: 10_000, total: 207_478, owed: 70_714 }
    expect(getMessageText(raisedOrder)).toMatch(
      /Collect \$707\.14; until then ship only what is paid for/
    )
    expect(getMessageCode({ ...refunded, refunded: 10_000, total: 136_764, owed: 0 })).toBe(
      "ship-partly-refunded"
    )
  })

  it("names no other payment when nothing is paid and goods are on their way back", () => {
    const returnedOrder = {
      isPaidInPart: false,
      owed: 76_049,
      comingBack: 70_715,
      hasShippedSome: true,
    }
    expect(getMessageCode({ ...returnedOrder, state: "under-review" })).toBe("shipped-in-review")
    expect(getMessageCode({ ...returnedOrder, state: "awaiting-customer" })).toBe(
      "shipped-unsigned"
    )
    expect(getMessageCode({ ...returnedOrder, state: "cancelled", hasShipped: true })).toBe(
      "shipped-unpaid"
    )
  })

  it("names the financed amount as shipped when a recorded refund leaves nothing due", () => {
    const recorded = { isPaidInPart: false, owed: 0, refunded: 146_764, isPaidOut: true }
    expect(
      getMessageText({ ...recorded, state: "cancelled", hasShippedSome: true, hasShipped: true })
    ).toMatch(/\$1,467\.64 shipped/)
  })

  it("names the unpaid amount of an ended financing when another payment covers the rest", () => {
    const partlyPaidOrder = {
      purchaseState: "unpaid-order",
      total: 200_000,
      owed: 146_764,
    } as const
    for (const state of ["declined", "cancelled", "expired"] as const)
      for (const hasShippedSome of [true, false])
        expect(getMessageText({ ...partlyPaidOrder, state, hasShippedSome })).toMatch(
          /\$1,467\.64 of the order is not paid\. Ship only what is paid for/
        )
  })

  it("N3: holds the goods of a test order in production", () => {
    expect(getMessageText({ isTestData: true })).toBe("Test order. Do not ship: nobody pays.")
    expect(getGoods({ isTestData: true })).toBe("hold")
  })

  it("N5: names the amount that shipped unpaid", () => {
    expect(getMessageText({ state: "declined", hasShipped: true, causes: ["order"] })).toMatch(
      /^Nobody pays for this order: \$1,467\.64 shipped/
    )
  })

  it("N8: excludes a repeat only for operations that are never repeated, and tells whether to ship", () => {
    const repeatAt = "2026-11-27T14:05:00Z"
    expect(getMessageText(buildDoubtFacts("settle", repeatAt))).toMatch(
      /We request it again after 14:05, once; then you decide/
    )
    expect(getMessageText(buildDoubtFacts("settle", repeatAt))).not.toMatch(
      /will not send it again/
    )
    expect(getMessageText(buildDoubtFacts("cancel", repeatAt))).toMatch(
      /^Do not ship.*We ask again/
    )
    for (const kind of ["settle", "refund", "partial-refund", "create"] as const) {
      expect(getMessageText(buildDoubtFacts(kind))).toMatch(/will not send it again/)
    }
    expect(getMessageCode({ ...buildDoubtFacts("refund"), state: "funded", code: "T" })).toBe(
      "doubt-replaced"
    )
    expect([
      getGoods(buildDoubtFacts("settle", repeatAt)),
      getGoods(buildDoubtFacts("refund")),
    ]).toEqual(["ship", "hold"])
  })

  it("has a text in each language for every situation, and never releases unpaid goods", () => {
    const usedCodes = new Set<string>()
    for (const state of APPLICATION_STATES)
      for (const purchaseState of PURCHASE_STATES)
        for (const hasShipped of [true, false])
          for (const hasOrder of [true, false])
            for (const isTestData of [true, false])
              for (const cause of [null, ...REVIEW_CAUSES])
                for (const kind of [null, ...OPERATION_KINDS]) {
                  const facts = { state, purchaseState, hasShipped, hasOrder, isTestData }
                  const causes = cause ? [cause] : []
                  const caseFacts = kind && cause === "doubt" ? buildDoubtFacts(kind) : { causes }
                  const message = messageOf({ ...ORDER_FACTS, ...facts, ...caseFacts })
                  usedCodes.add(message.code)
                  if (message.goods !== "ship") continue
                  expect([hasOrder, hasShipped]).toEqual([true, false])
                  const unpaidStates = ["created", "awaiting-customer", "under-review", "declined"]
                  const isUnpaid = [...unpaidStates, "cancelled", "expired"].includes(state)
                  expect(isUnpaid && message.code.startsWith("doubt-settle") === false).toBe(false)
                  expect(isTestData).toBe(false)
                }
    expect([...usedCodes].filter((code) => !MESSAGE_CODES.includes(code as never))).toEqual([])
    for (const words of [ENGLISH_MESSAGES, SPANISH_MESSAGES]) {
      expect(Object.keys(words.messages).sort()).toEqual([...MESSAGE_CODES].sort())
      for (const code of MESSAGE_CODES) {
        const message = { ...messageOf(ORDER_FACTS), code, again_at: "2026-11-27T14:05:00Z" }
        expect(describeMessage(message, words, formats)).not.toMatch(/\{\{|undefined/)
      }
    }
  })
})
