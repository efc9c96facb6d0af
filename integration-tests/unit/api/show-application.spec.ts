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

const URL = "https://financing.example/apply?auth=secret"

/** What the store API must not show, in every field that is hidden. */
const KEPT = "kept-to-ourselves"

function record(changes: Partial<ApplicationRecord> = {}): ApplicationRecord {
  return {
    id: "finapp_1",
    kind: "full",
    cart_id: "cart_1",
    order_id: null,
    state: "awaiting-customer",
    code: "A",
    code_message: KEPT,
    lender: KEPT,
    snapshot_hash: KEPT,
    service_order_id: KEPT,
    review_reason: KEPT,
    financed_cents: 140_000,
    customer_url: null,
    offers: OFFERS,
    selected_offer_id: null,
    cancelling: false,
    ...changes,
  } as ApplicationRecord
}

const shown = (changes: Partial<ApplicationRecord> = {}, isUnchanged = true) =>
  showApplication({ application: record(changes), isUnchanged }, { loanRateUnit: "percent" })

describe("an application as a storefront shows it", () => {
  it.each([
    ["percent", 13.9, 13.9],
    ["fraction", 0.139, 13.9],
    ["fraction", 0.07, 7],
    ["hidden", 13.9, null],
    ["percent", null, null],
    ["fraction", null, null],
  ] as const)(
    "in the unit %s, the rate %p is shown as %p percent",
    (loanRateUnit, rate, shownRate) => {
      const offers = { offers: [{ ...OFFERS.offers[0], loanRate: rate }] }
      const current = { application: record({ offers }), isUnchanged: true }
      expect(showApplication(current, { loanRateUnit }).offers[0]?.loan_rate).toBe(shownRate)
    }
  )

  it("shows offers in dollars and months, and nothing else of the record (G11)", () => {
    const application = shown()
    expect(shownApplication.parse(application)).toEqual(application)
    expect(application).toMatchObject({
      status: "choose_offer",
      amount: 1400,
      offers: [
        { id: 7, term_months: 24, lease_payment: 71.33, loan_payment: null, residual: 1000 },
      ],
      contract_url: null,
    })
    expect(JSON.stringify(application)).not.toContain(KEPT)
  })

  it("leads to the contract once an offer is chosen", () => {
    expect(shown({ customer_url: URL, selected_offer_id: 7 })).toMatchObject({
      status: "sign",
      selected_offer_id: 7,
      contract_url: URL,
      offers: [{ id: 7 }],
    })
  })

  it("has a status and a sentence for every state, and shows address and offers in one alone", () => {
    const all = APPLICATION_STATES.map((state) => {
      return shown({ state, customer_url: URL, selected_offer_id: 7 })
    })
    expect(all.every(({ message }) => /^[A-Z].+\.$/.test(message))).toBe(true)
    const leading = all.filter(({ contract_url, offers }) => contract_url ?? offers.length > 0)
    expect(leading.map(({ status }) => status)).toEqual(["sign"])
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
  ])("%s is %s to a shopper", (state, status) => {
    expect(shown({ state }).status).toBe(status)
  })

  it("answers a decline and details that do not match in the shop's own form alike (G6)", () => {
    const answers = ["U", "X", "O"].map((code) => shown({ kind: "full", state: "declined", code }))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]?.message).toMatch(/was not approved.*check your details and apply again/)
    expect(answers[0]?.message).toBe(SHOPPER_MESSAGES["not-approved"])
  })

  it("says that details may be corrected where they do not match on the service's page", () => {
    const hosted = { kind: "hosted", state: "declined" } as const
    expect(shown({ ...hosted, code: "X" }).message).toMatch(/check them and apply again/)
    expect(shown({ ...hosted, code: "U" }).message).toMatch(/was not approved/)
  })

  it("C3: shows no offers for another cart than was applied for", () => {
    expect(shown({ customer_url: URL, selected_offer_id: 7 }, false)).toMatchObject({
      status: "cart_changed",
      offers: [],
      selected_offer_id: null,
      contract_url: null,
    })
  })

  it("waits while nothing is decided, and holds what was approved without an offer", () => {
    expect(shown({ code: "P", offers: null }).status).toBe("verifying")
    expect(shown({ code: null, offers: null }).status).toBe("verifying")
    expect(shown({ code: "A", offers: null }).status).toBe("on_hold")
  })

  it("shows offers that came without a readable status once a look has found one", () => {
    expect(shown({ code: null })).toMatchObject({ status: "verifying", offers: [] })
    expect(shown({ code: "A" }).status).toBe("choose_offer")
  })

  it("names the page that explains a refusal, and only then", () => {
    const explanation_url = "https://financing.example/why"
    expect(shown({ state: "cancelled", explanation_url })).toMatchObject({ explanation_url })
    expect(shown({ explanation_url }).explanation_url).toBeNull()
  })
})

describe("an application that a new session of the same cart may rest on", () => {
  it.each<[string, Partial<ApplicationRecord>, boolean]>([
    ["a full one with offers", {}, true],
    ["a full one whose offer is chosen", { customer_url: URL, offers: null }, true],
    ["a full one that is being verified", { code: "Z", offers: null }, true],
    ["a full one that was approved without an offer", { offers: null }, false],
    ["a full one whose create was not answered", { state: "created", code: null }, false],
    ["a full one under review", { state: "under-review", code: "W", offers: null }, true],
    ["a declined one", { state: "declined", code: "U" }, false],
    ["one that is being ended", { cancelling: true }, false],
    ["a hosted one with its page", { kind: "hosted", code: "P", customer_url: URL }, true],
    ["a hosted one without", { kind: "hosted", code: "P", offers: null }, false],
    ["a hosted one that is signed", { kind: "hosted", state: "ready-to-settle" }, true],
  ])("%s", (_, changes, usable) => {
    expect(isUsable(record(changes))).toBe(usable)
  })
})
