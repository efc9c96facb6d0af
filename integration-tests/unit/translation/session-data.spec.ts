import { APPLICATION_STATES, type ApplicationState } from "../../../src/domain/application-state"
import { describeOrderRefusal } from "../../../src/translation/order-refusal"
import { SHOPPER_MESSAGES } from "../../../src/translation/shopper-message"
import {
  toPaymentData,
  toSessionData,
  toSessionStatus,
} from "../../../src/translation/session-data"

const URL = "https://financing.example/apply?app=1&auth=2"
const SHOWING: ApplicationState[] = ["created", "awaiting-customer", "needs-attention"]
const OVER: ApplicationState[] = ["refunded", "declined", "cancelled", "expired"]

type Shown = Parameters<typeof toSessionData>[0]

const application = (changes: Partial<Shown> = {}): Shown => ({
  id: "finapp_1",
  kind: "hosted",
  state: "awaiting-customer",
  code: "P",
  customer_url: URL,
  offers: null,
  order_id: null,
  cancelling: false,
  live_key: "staging:cart_1",
  review_reason: null,
  pre_approval_obstacle: null,
  seen_purchase_state: null,
  ...changes,
})

const dataIn = (changes: Partial<Shown>) => toSessionData(application(changes), "payses_1")
const messageFor = (changes: Partial<Shown>) => dataIn(changes).message

describe("the data of a payment session", () => {
  it("contains the application's state and a message in every state", () => {
    for (const state of APPLICATION_STATES) {
      expect(dataIn({ state }).status).toBe(state)
      expect(dataIn({ state }).message).toMatch(/^[A-Z].+\.$/)
    }
  })

  it("contains the service's address only while the customer has to act there", () => {
    expect(APPLICATION_STATES.filter((state) => dataIn({ state }).url !== null)).toEqual(SHOWING)
    expect(dataIn({ cancelling: true }).url).toBeNull()
    expect(dataIn({ state: "needs-attention", code: "T" }).url).toBeNull()
    const paid = { state: "needs-attention" as const, order_id: "order_1" }
    expect(dataIn({ ...paid, code: "Q" }).url).toBeNull()
    expect(dataIn({ ...paid, code: "B" }).url).toBe(URL)
  })

  it("has a null address when there is none, which overwrites an old one", () => {
    expect(dataIn({ customer_url: null })).toMatchObject({ url: null })
    expect(dataIn({ state: "ready-to-settle" })).toMatchObject({ url: null })
  })

  it("contains only IDs, the state, a message and the address (C9, G11)", () => {
    const kept = { ...application(), snapshot_hash: "secret", financed_cents: 81_240 }
    expect(toSessionData(kept, "payses_1")).toEqual({
      session_id: "payses_1",
      application_id: "finapp_1",
      status: "awaiting-customer",
      message: "Please go on at the financing service and sign your contract there.",
      url: URL,
    })
  })
})

describe("the message about a signed cart that Medusa refuses to complete", () => {
  const review_reason = describeOrderRefusal(
    "promotion-used-up",
    "Promotion usage exceeds the limit."
  )

  it("names the reason and what to do while the loan is ready and no order exists", () => {
    const message = messageFor({ state: "ready-to-settle", review_reason })
    expect(message).toMatch(/promotion code .* remove the code/)
    expect(message).toBe(SHOPPER_MESSAGES["promotion-used-up"])
  })

  it("is a different one once an order exists or the loan is funded, or for another review case", () => {
    const others = [
      { state: "ready-to-settle" as const, review_reason, order_id: "order_1" },
      { state: "funded" as const, review_reason },
      { state: "ready-to-settle" as const, review_reason: "The amounts differ." },
    ]
    expect(others.map((one) => messageFor(one))).toEqual([
      SHOPPER_MESSAGES.approved,
      SHOPPER_MESSAGES["on-hold"],
      SHOPPER_MESSAGES["on-hold"],
    ])
  })
})

describe("the status of a payment session", () => {
  const statusIn = (changes: Partial<Shown>) => toSessionStatus(application(changes))

  it("is pending while the application is open, and requires_more once it has ended", () => {
    const over = APPLICATION_STATES.filter((state) => statusIn({ state }) !== "pending")
    expect(over).toEqual(OVER)
    expect(over.map((state) => statusIn({ state }))).toEqual(OVER.map(() => "requires_more"))
  })

  it("is requires_more while the application is being closed, and once it is replaced", () => {
    expect(statusIn({ cancelling: true })).toBe("requires_more")
    expect(statusIn({ live_key: null })).toBe("requires_more")
  })
})

describe("the data of a payment", () => {
  it("never contains the service's address (G11)", () => {
    for (const state of APPLICATION_STATES) {
      expect(toPaymentData(application({ state }), "payses_1")).toEqual({
        session_id: "payses_1",
        application_id: "finapp_1",
        status: state,
        message: messageFor({ state }),
      })
    }
  })
})

describe("the shopper's message", () => {
  it.each<[string, Partial<Shown>, RegExp]>([
    ["a decline", { state: "declined", code: "U" }, /was not approved/],
    ["details that do not match", { state: "declined", code: "X" }, /could not match your details/],
    ["the shopper's own cancellation", { state: "cancelled", code: "O" }, /was cancelled\./],
    [
      "an application that the service never created",
      { state: "cancelled", code: null },
      /could not be applied for/,
    ],
    ["an expired application", { state: "expired", code: "O" }, /has expired/],
    ["a review", { state: "under-review", code: "W" }, /is being reviewed/],
    ["a signed contract", { state: "ready-to-settle", code: "S" }, /approved and signed/],
    ["a contract to sign again", { state: "needs-attention", code: "B" }, /signed again/],
  ])("describes %s", (_what, changes, sentence) => {
    expect(messageFor(changes)).toMatch(sentence)
  })

  it("states that nothing was charged when the application ends before payment", () => {
    for (const state of ["declined", "cancelled", "expired"] as const) {
      expect(messageFor({ state, code: "O" })).toContain("Nothing was charged")
    }
  })

  it("states that the shop checks the application when a review case blocks the order", () => {
    const asked = { review_reason: "Another amount." }
    expect(messageFor({ ...asked, state: "ready-to-settle", code: "S" })).toMatch(
      /check by the shop/
    )
    expect(messageFor({ state: "needs-attention", code: "unknown" })).toMatch(/Nothing was charged/)
    const ordered = { ...asked, order_id: "order_1" }
    expect(messageFor({ ...ordered, state: "ready-to-settle", code: "S" })).toMatch(/approved/)
    // Money may have moved by then.
    expect(messageFor({ ...ordered, state: "needs-attention", code: "T" })).not.toMatch(/charged/)
  })

  it("asks a customer who signed to apply again when a reconciliation finds a changed cart", () => {
    const changed = {
      state: "ready-to-settle",
      code: "S",
      review_reason: "The cart was changed.",
      seen_purchase_state: "changed-cart",
    } as const
    expect(messageFor(changed)).toMatch(/choose financing again/)
    expect(messageFor({ ...changed, review_reason: null })).toMatch(/approved and signed/)
    expect(messageFor({ ...changed, order_id: "order_1" })).toMatch(/approved and signed/)
  })

  it("states that the application is being closed until its cancellation is confirmed", () => {
    expect(messageFor({ cancelling: true })).toMatch(/is being closed/)
    expect(messageFor({ live_key: null })).toMatch(/is being closed/)
    expect(messageFor({ cancelling: true, state: "expired" })).toMatch(/has expired/)
    expect(messageFor({ live_key: null, order_id: "order_1", state: "ready-to-settle" })).toMatch(
      /approved/
    )
  })

  it("states that a pre-approved shopper receives a link, until the shopper signs", () => {
    expect(messageFor({ kind: "pre-approval" })).toMatch(/link to your phone and e-mail/)
    expect(messageFor({ kind: "pre-approval", state: "ready-to-settle" })).toMatch(
      /approved and signed/
    )
  })

  it("states why a pre-approval was not used", () => {
    expect(messageFor({ pre_approval_obstacle: "above-amount" })).toMatch(/more than/)
    expect(messageFor({ pre_approval_obstacle: "expired" })).toMatch(/has expired/)
    expect(messageFor({ pre_approval_obstacle: "not-accepted" })).toMatch(/not be used/)
  })

  it("asks the shopper to choose an offer when the shop's own form returned offers", () => {
    const offer = { id: 1, type: null, termMonths: null, leaseMonths: null, loanMonths: null }
    const numbers = { leasePayment: null, loanPayment: null, residual: null }
    const rates = { residualPercent: null, loanRate: null, moneyFactor: null }
    const offers = { offers: [{ ...offer, ...numbers, ...rates }] }
    const full = { kind: "full", customer_url: null, code: "A" }
    expect(messageFor({ ...full, offers })).toMatch(/choose one of your offers/)
    expect(messageFor(full)).toMatch(/check by the shop/)
    expect(messageFor({ ...full, code: "Z" })).toMatch(/being verified/)
  })
})
