import { APPLICATION_STATES, type ApplicationState } from "../../../src/domain/application-state"
import { describeOrderRefusal } from "../../../src/translation/order-refusal"
import { SHOPPER_MESSAGES } from "../../../src/translation/shopper-message"
import {
  toPaymentData,
  toSessionData,
  toSessionStatus,
} from "../../../src/translation/session-data"

const CUSTOMER_URL = "https://financing.example/apply?app=1&auth=2"
const STATES_WITH_URL: ApplicationState[] = ["created", "awaiting-customer", "needs-attention"]
const ENDED_STATES: ApplicationState[] = ["refunded", "declined", "cancelled", "expired"]

type SessionApplication = Parameters<typeof toSessionData>[0]

const buildApplication = (changes: Partial<SessionApplication> = {}): SessionApplication => ({
  id: "finapp_1",
  kind: "hosted",
  state: "awaiting-customer",
  code: "P",
  customer_url: CUSTOMER_URL,
  offers: null,
  order_id: null,
  cancelling: false,
  live_key: "staging:cart_1",
  review_reason: null,
  pre_approval_obstacle: null,
  seen_purchase_state: null,
  ...changes,
})

const buildSessionData = (changes: Partial<SessionApplication>) =>
  toSessionData(buildApplication(changes), "payses_1")
const getMessage = (changes: Partial<SessionApplication>) => buildSessionData(changes).message

describe("the data of a payment session", () => {
  it("contains the application's state and a message in every state", () => {
    for (const state of APPLICATION_STATES) {
      expect(buildSessionData({ state }).status).toBe(state)
      expect(buildSessionData({ state }).message).toMatch(/^[A-Z].+\.$/)
    }
  })

  it("contains the service's address only while the customer has to act there", () => {
    expect(APPLICATION_STATES.filter((state) => buildSessionData({ state }).url !== null)).toEqual(
      STATES_WITH_URL
    )
    expect(buildSessionData({ cancelling: true }).url).toBeNull()
    expect(buildSessionData({ state: "needs-attention", code: "T" }).url).toBeNull()
    const orderedChanges = { state: "needs-attention" as const, order_id: "order_1" }
    expect(buildSessionData({ ...orderedChanges, code: "Q" }).url).toBeNull()
    expect(buildSessionData({ ...orderedChanges, code: "B" }).url).toBe(CUSTOMER_URL)
  })

  it("has a null address when there is none, which overwrites an old one", () => {
    expect(buildSessionData({ customer_url: null })).toMatchObject({ url: null })
    expect(buildSessionData({ state: "ready-to-settle" })).toMatchObject({ url: null })
  })

  it("contains only IDs, the state, a message and the address (C9, G11)", () => {
    const applicationRow = {
      ...buildApplication(),
      snapshot_hash: "secret",
      financed_cents: 81_240,
    }
    expect(toSessionData(applicationRow, "payses_1")).toEqual({
      session_id: "payses_1",
      application_id: "finapp_1",
      status: "awaiting-customer",
      message: "Please go on at the financing service and sign your contract there.",
      url: CUSTOMER_URL,
    })
  })
})

describe("the message about a signed cart that Medusa refuses to complete", () => {
  const review_reason = describeOrderRefusal(
    "promotion-used-up",
    "Promotion usage exceeds the limit."
  )

  it("names the reason and what to do while the loan is ready and no order exists", () => {
    const message = getMessage({ state: "ready-to-settle", review_reason })
    expect(message).toMatch(/promotion code .* remove the code/)
    expect(message).toBe(SHOPPER_MESSAGES["promotion-used-up"])
  })

  it("is a different one once an order exists or the loan is funded, or for another review case", () => {
    const others = [
      { state: "ready-to-settle" as const, review_reason, order_id: "order_1" },
      { state: "funded" as const, review_reason },
      { state: "ready-to-settle" as const, review_reason: "The amounts differ." },
    ]
    expect(others.map((changes) => getMessage(changes))).toEqual([
      SHOPPER_MESSAGES.approved,
      SHOPPER_MESSAGES["on-hold"],
      SHOPPER_MESSAGES["on-hold"],
    ])
  })
})

describe("the status of a payment session", () => {
  const getStatus = (changes: Partial<SessionApplication>) =>
    toSessionStatus(buildApplication(changes))

  it("is pending while the application is open, and requires_more once it has ended", () => {
    const endedStates = APPLICATION_STATES.filter((state) => getStatus({ state }) !== "pending")
    expect(endedStates).toEqual(ENDED_STATES)
    expect(endedStates.map((state) => getStatus({ state }))).toEqual(
      ENDED_STATES.map(() => "requires_more")
    )
  })

  it("is requires_more while the application is being closed, and once it is replaced", () => {
    expect(getStatus({ cancelling: true })).toBe("requires_more")
    expect(getStatus({ live_key: null })).toBe("requires_more")
  })
})

describe("the data of a payment", () => {
  it("never contains the service's address (G11)", () => {
    for (const state of APPLICATION_STATES) {
      expect(toPaymentData(buildApplication({ state }), "payses_1")).toEqual({
        session_id: "payses_1",
        application_id: "finapp_1",
        status: state,
        message: getMessage({ state }),
      })
    }
  })
})

describe("the shopper's message", () => {
  it.each<[string, Partial<SessionApplication>, RegExp]>([
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
  ])("describes %s", (_name, changes, sentence) => {
    expect(getMessage(changes)).toMatch(sentence)
  })

  it("states that nothing was charged when the application ends before payment", () => {
    for (const state of ["declined", "cancelled", "expired"] as const) {
      expect(getMessage({ state, code: "O" })).toContain("Nothing was charged")
    }
  })

  it("states that the shop checks the application when a review case blocks the order", () => {
    const reviewed = { review_reason: "Another amount." }
    expect(getMessage({ ...reviewed, state: "ready-to-settle", code: "S" })).toMatch(
      /check by the shop/
    )
    expect(getMessage({ state: "needs-attention", code: "unknown" })).toMatch(/Nothing was charged/)
    const orderedChanges = { ...reviewed, order_id: "order_1" }
    expect(getMessage({ ...orderedChanges, state: "ready-to-settle", code: "S" })).toMatch(
      /approved/
    )
    // Money may have moved by then.
    expect(getMessage({ ...orderedChanges, state: "needs-attention", code: "T" })).not.toMatch(
      /charged/
    )
  })

  it("asks a customer who signed to apply again when a reconciliation finds a changed cart", () => {
    const changedCart = {
      state: "ready-to-settle",
      code: "S",
      review_reason: "The cart was changed.",
      seen_purchase_state: "changed-cart",
    } as const
    expect(getMessage(changedCart)).toMatch(/choose financing again/)
    expect(getMessage({ ...changedCart, review_reason: null })).toMatch(/approved and signed/)
    expect(getMessage({ ...changedCart, order_id: "order_1" })).toMatch(/approved and signed/)
  })

  it("states that the application is being closed until its cancellation is confirmed", () => {
    expect(getMessage({ cancelling: true })).toMatch(/is being closed/)
    expect(getMessage({ live_key: null })).toMatch(/is being closed/)
    expect(getMessage({ cancelling: true, state: "expired" })).toMatch(/has expired/)
    expect(getMessage({ live_key: null, order_id: "order_1", state: "ready-to-settle" })).toMatch(
      /approved/
    )
  })

  it("states that a pre-approved shopper receives a link, until the shopper signs", () => {
    expect(getMessage({ kind: "pre-approval" })).toMatch(/link to your phone and e-mail/)
    expect(getMessage({ kind: "pre-approval", state: "ready-to-settle" })).toMatch(
      /approved and signed/
    )
  })

  it("states why a pre-approval was not used", () => {
    expect(getMessage({ pre_approval_obstacle: "above-amount" })).toMatch(/more than/)
    expect(getMessage({ pre_approval_obstacle: "expired" })).toMatch(/has expired/)
    expect(getMessage({ pre_approval_obstacle: "not-accepted" })).toMatch(/not be used/)
  })

  it("asks the shopper to choose an offer when the shop's own form returned offers", () => {
    const offer = { id: 1, type: null, termMonths: null, leaseMonths: null, loanMonths: null }
    const numbers = { leasePayment: null, loanPayment: null, residual: null }
    const rates = { residualPercent: null, loanRate: null, moneyFactor: null }
    const offers = { offers: [{ ...offer, ...numbers, ...rates }] }
    const fullApplication = { kind: "full", customer_url: null, code: "A" }
    expect(getMessage({ ...fullApplication, offers })).toMatch(/choose one of your offers/)
    expect(getMessage(fullApplication)).toMatch(/check by the shop/)
    expect(getMessage({ ...fullApplication, code: "Z" })).toMatch(/being verified/)
  })
})
