import {
  showApplication,
  shownApplication,
} from "../../../src/api/store/consumer-financing/show-application"
import { APPLICATION_STATES, type ApplicationState } from "../../../src/domain/application-state"
import { isUsable } from "../../../src/modules/consumer-financing/operations/find-live"
import type { ApplicationRecord } from "../../../src/modules/consumer-financing/records"
import { SHOPPER_MESSAGES } from "../../../src/translation/shopper-message"

const OFFERS = {
  offers: [
    {
      id: 7,
      type: "LEASELOAN",
      termMonths: 24,
      leaseMonths: 5,
      loanMonths: 19,
      leasePayment: 7133,
      loanPayment: null,
      residual: 100_000,
      residualPercent: 75,
      loanRate: 13.9,
      moneyFactor: 0.0035,
    },
  ],
}

const CUSTOMER_URL = "https://financing.example/apply?auth=secret"

/** The value of every field that the store API must hide. */
const HIDDEN_VALUE = "kept-to-ourselves"

function buildRecord(changes: Partial<ApplicationRecord> = {}): ApplicationRecord {
  return {
    id: "finapp_1",
    kind: "full",
    cart_id: "cart_1",
    order_id: null,
    state: "awaiting-customer",
    code: "A",
    code_message: HIDDEN_VALUE,
    lender: HIDDEN_VALUE,
    snapshot_hash: HIDDEN_VALUE,
    service_order_id: HIDDEN_VALUE,
    review_reason: HIDDEN_VALUE,
    financed_cents: 140_000,
    customer_url: null,
    offers: OFFERS,
    selected_offer_id: null,
    cancelling: false,
    ...changes,
  } as ApplicationRecord
}

const showRecord = (changes: Partial<ApplicationRecord> = {}, isUnchanged = true) =>
  showApplication({ application: buildRecord(changes), isUnchanged }, { loanRateUnit: "percent" })

describe("showApplication", () => {
  it.each([
    ["percent", 13.9, 13.9],
    ["fraction", 0.139, 13.9],
    ["fraction", 0.07, 7],
    ["hidden", 13.9, null],
    ["percent", null, null],
    ["fraction", null, null],
  ] as const)(
    "with the rate unit %s, returns the rate %p as %p percent",
    (loanRateUnit, rate, shownRate) => {
      const offers = { offers: [{ ...OFFERS.offers[0], loanRate: rate }] }
      const current = { application: buildRecord({ offers }), isUnchanged: true }
      expect(showApplication(current, { loanRateUnit }).offers[0]?.loan_rate).toBe(shownRate)
    }
  )

  it("returns offers in dollars and months, and no hidden field of the record (G11)", () => {
    const application = showRecord()
    expect(shownApplication.parse(application)).toEqual(application)
    expect(application).toMatchObject({
      status: "choose_offer",
      amount: 1400,
      offers: [
        { id: 7, term_months: 24, lease_payment: 71.33, loan_payment: null, residual: 1000 },
      ],
      contract_url: null,
    })
    expect(JSON.stringify(application)).not.toContain(HIDDEN_VALUE)
  })

  it("returns the contract URL once an offer is chosen", () => {
    expect(showRecord({ customer_url: CUSTOMER_URL, selected_offer_id: 7 })).toMatchObject({
      status: "sign",
      selected_offer_id: 7,
      contract_url: CUSTOMER_URL,
      offers: [{ id: 7 }],
    })
  })

  it("returns a message for every state, and the contract URL and offers only for status sign", () => {
    const answers = APPLICATION_STATES.map((state) => {
      return showRecord({ state, customer_url: CUSTOMER_URL, selected_offer_id: 7 })
    })
    expect(answers.every(({ message }) => /^[A-Z].+\.$/.test(message))).toBe(true)
    const answersWithLinkOrOffers = answers.filter(
      ({ contract_url, offers }) => contract_url ?? offers.length > 0
    )
    expect(answersWithLinkOrOffers.map(({ status }) => status)).toEqual(["sign"])
  })

  it.each<[ApplicationState, string]>([
    ["created", "verifying"],
    ["under-review", "under_review"],
    ["ready-to-settle", "approved"],
    ["funded", "approved"],
    ["declined", "declined"],
    ["cancelled", "not_available"],
    ["expired", "not_available"],
    ["needs-attention", "on_hold"],
  ])("returns state %s as status %s", (state, status) => {
    expect(showRecord({ state }).status).toBe(status)
  })

  it("returns the same answer for a decline and for mismatching details in the shop's own form (G6)", () => {
    const answers = ["U", "X", "O"].map((code) =>
      showRecord({ kind: "full", state: "declined", code })
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.message).toMatch(/was not approved.*check your details and apply again/)
    expect(answers[0]?.message).toBe(SHOPPER_MESSAGES["not-approved"])
  })

  it("asks to correct details that do not match on the hosted page", () => {
    const hosted = { kind: "hosted", state: "declined" } as const
    expect(showRecord({ ...hosted, code: "X" }).message).toMatch(/check them and apply again/)
    expect(showRecord({ ...hosted, code: "U" }).message).toMatch(/was not approved/)
  })

  it("C3: returns no offers when the cart has changed since the application", () => {
    expect(showRecord({ customer_url: CUSTOMER_URL, selected_offer_id: 7 }, false)).toMatchObject({
      status: "cart_changed",
      offers: [],
      selected_offer_id: null,
      contract_url: null,
    })
  })

  it("returns verifying before a decision, and on_hold for an approval without offers", () => {
    expect(showRecord({ code: "P", offers: null }).status).toBe("verifying")
    expect(showRecord({ code: null, offers: null }).status).toBe("verifying")
    expect(showRecord({ code: "A", offers: null }).status).toBe("on_hold")
  })

  it("hides offers until a status check has read a status", () => {
    expect(showRecord({ code: null })).toMatchObject({ status: "verifying", offers: [] })
    expect(showRecord({ code: "A" }).status).toBe("choose_offer")
  })

  it("returns the explanation URL of a cancelled application, and of no open one", () => {
    const explanation_url = "https://financing.example/why"
    expect(showRecord({ state: "cancelled", explanation_url })).toMatchObject({ explanation_url })
    expect(showRecord({ explanation_url }).explanation_url).toBeNull()
  })
})

describe("isUsable", () => {
  it.each<[string, Partial<ApplicationRecord>, boolean]>([
    ["is true for a full application with offers", {}, true],
    [
      "is true for a full application with a chosen offer",
      { customer_url: CUSTOMER_URL, offers: null },
      true,
    ],
    ["is true for a full application in verification", { code: "Z", offers: null }, true],
    ["is false for a full application that was approved without offers", { offers: null }, false],
    [
      "is false for a full application whose create has no answer",
      { state: "created", code: null },
      false,
    ],
    [
      "is true for a full application under review",
      { state: "under-review", code: "W", offers: null },
      true,
    ],
    ["is false for a declined application", { state: "declined", code: "U" }, false],
    ["is false for an application that is being cancelled", { cancelling: true }, false],
    [
      "is true for a hosted application with a page",
      { kind: "hosted", code: "P", customer_url: CUSTOMER_URL },
      true,
    ],
    [
      "is false for a hosted application without a page",
      { kind: "hosted", code: "P", offers: null },
      false,
    ],
    ["is true for a signed hosted application", { kind: "hosted", state: "ready-to-settle" }, true],
  ])("%s", (_, changes, expected) => {
    expect(isUsable(buildRecord(changes))).toBe(expected)
  })
})
