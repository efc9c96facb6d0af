import {
  getDecisionCents,
  sortByRisk,
  requiresToken,
} from "../../../src/admin/components/decision-rules"
import {
  buildCaseParams,
  getDecisionKey,
  getSummaryKey,
} from "../../../src/admin/components/review-case-text"
import { formatEntry } from "../../../src/admin/components/timeline-sentence"
import type { ReviewCase, TimelineEntry } from "../../../src/admin/queries/api-types"
import { parseFieldRule } from "../../../src/admin/queries/field-rules"
import { parseError } from "../../../src/admin/queries/parse-error"
import { en } from "../../../src/admin/texts/en"
import { MERCHANT_ERRORS } from "../../../src/domain/merchant-errors"
import { REVIEW_ACTIONS } from "../../../src/domain/review-actions"
import { EXPLANATIONS } from "../../../src/financing-api/explanations"

/** Interpolates a text like i18next. */
function formatText(
  namespace: string,
  path: string,
  params: Record<string, string | number> = {}
): string {
  const value = [namespace, ...path.split(".")].reduce<unknown>(
    (texts, name) => (typeof texts === "object" && texts ? Reflect.get(texts, name) : undefined),
    en
  )
  const text = typeof value === "string" ? value : String(params.defaultValue ?? path)
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name] ?? ""))
}
const formatters = {
  word: formatText,
  amount: (cents: number | null) => (cents === null ? "–" : `$${cents / 100}`),
}
const describeEntry = (what: string, details: object | null = null): string =>
  formatEntry({ what, details } as TimelineEntry, formatters)

describe("formatEntry", () => {
  it.each([
    [
      "partly-refunded",
      { cents: 10_000, remaining: 136_764 },
      "Refunded $100; $1367.64 stay financed",
    ],
    [
      "partly-refunded",
      { cents: 10_000, remaining: 136_764, not_paid: true },
      "Counted $100 as not paid; $1367.64 stay financed",
    ],
    ["status-changed", { from: "W", to: "S" }, "The lender approved it, and the customer signed"],
    ["status-changed", { to: "Q" }, "Q"],
    ["capture-wanted", {}, "Tried to capture the payment"],
    ["refund-wanted", { cents: 500 }, "Tried to refund $5"],
    ["needs-attention", { cause: "doubt" }, "Needs attention: No answer from the service"],
    [
      "review-case-cleared",
      { causes: ["order", "amounts"] },
      "Warning cleared: The order cannot continue, Amounts differ",
    ],
    ["review-case-resolved", { action: "cancel-order" }, "Decided: Cancel order"],
    ["shipment-wanted", null, "Marked as shipped"],
  ])("formats %s with %j as a sentence", (what, details, sentence) => {
    expect(describeEntry(what, details)).toBe(sentence)
  })
})

const REVIEW_CASE = {
  medusa: { captured_cents: 1000, refunded_cents: 200, financed_cents: 1000 },
  service: { cents: 800 },
  operation: null,
} as ReviewCase

describe("the decisions of a review case", () => {
  it("are sorted by risk: harmless ones first, irreversible ones last", () => {
    expect(sortByRisk(REVIEW_ACTIONS)).toEqual([
      "check-again",
      "confirm-it-happened",
      "confirm-it-did-not",
      "place-order",
      "record-refund",
      "acknowledge",
      "settle",
      "refund",
      "end-application",
      "cancel-order",
    ])
  })

  it("start with the remaining amount, and require a token for a partial refund in doubt only", () => {
    expect(getDecisionCents("record-refund", REVIEW_CASE)).toBe(800)
    expect(getDecisionCents("cancel-order", REVIEW_CASE)).toBeNull()
    const doubtfulRefundCase = {
      ...REVIEW_CASE,
      operation: { kind: "partial-refund", amount_cents: 50 },
    } as ReviewCase
    expect(getDecisionCents("record-refund", doubtfulRefundCase)).toBe(50)
    expect(requiresToken("confirm-it-happened", doubtfulRefundCase)).toBe(true)
    expect(requiresToken("confirm-it-happened", REVIEW_CASE)).toBe(false)
  })

  it("start with the missing amount and use their own texts when the service finances too little", () => {
    const underfinancedCase = {
      ...REVIEW_CASE,
      cause: "amounts",
      service: { code: "C", cents: 700 },
    } as ReviewCase
    expect(getDecisionCents("record-refund", underfinancedCase)).toBe(100)
    expect(getDecisionKey(underfinancedCase, "record-refund", "label")).toBe(
      "missing.record-refund.label"
    )
    expect(buildCaseParams(underfinancedCase, formatters)).toMatchObject({
      left: "$8",
      service: "$7",
      difference: "$1",
    })
    expect(getSummaryKey(underfinancedCase)).toBe("missing.happened")
    // The usual texts apply without a funded code, and when the service finances enough or more.
    for (const cents of [800, 900]) {
      const otherCase = { ...underfinancedCase, service: { cents } } as ReviewCase
      expect([
        getDecisionKey(otherCase, "record-refund", "label"),
        getSummaryKey(otherCase),
      ]).toEqual(["decisions.record-refund.label", "cases.amounts.happened"])
    }
  })
})

describe("parseFieldRule", () => {
  it.each([
    ["is missing.", "missing", ""],
    ["has to be more than 0.", "more", "0"],
    ["has to be 5 or more.", "least", "5"],
    ["may not be more than the maximum amount.", "aboveMaximum", ""],
    ["has to be a US state, for example CA.", "state", ""],
  ])("parses %s into a rule that the screens have a text for", (message, rule, bound) => {
    expect(parseFieldRule(message)).toEqual({ rule, bound })
    expect(Object.keys(en.fieldErrors)).toContain(rule)
  })

  it("returns null for a message without a known rule", () => {
    expect(parseFieldRule("has to begin with a slash.")).toBeNull()
  })
})

describe("parseError", () => {
  it("maps every error code of the service to one kind, and keeps the code in the details", () => {
    const familyKinds = Object.entries(EXPLANATIONS).map(([code, { family }]) => {
      const { kind, details } = parseError(new Error(`settle: it broke. [${code}, 0a-1b]`))
      expect(details).toContain(code)
      return [family, kind]
    })
    const expectedKinds = { "in-doubt": "doubt" } as Record<string, string>
    for (const [family = "", kind] of familyKinds)
      expect(kind).toBe(expectedKinds[String(family)] ?? family)
  })

  it("N12: recognizes a merchant error in a message of Medusa's own routes", () => {
    const message = `${MERCHANT_ERRORS.doubt} It is recorded here automatically.`
    expect(parseError(new Error(message)).kind).toBe("doubt")
  })

  it("returns a readable message without a code unchanged", () => {
    const sentence = "Nothing was changed."
    expect(parseError(new Error(sentence))).toEqual({ kind: null, sentence, details: null })
  })
})
