import fc from "fast-check"
import { type AuthorizationEvidence, judgeAuthorization } from "../../../src/domain/authorization"
import type { ReviewCause } from "../../../src/domain/review-causes"
import { cents } from "../../../src/domain/money"
import { type ReportedCode, STATUS_CODES } from "../../../src/domain/status-codes"

const CODES = [...Object.keys(STATUS_CODES), "unknown"] as ReportedCode[]

/** Evidence in which everything agrees. */
const buildEvidence = (changes: Partial<AuthorizationEvidence> = {}): AuthorizationEvidence => ({
  code: "S",
  tokenAgrees: true,
  serviceAmount: cents(81_240),
  financed: cents(81_240),
  sessionAmount: cents(81_240),
  cartUnchanged: true,
  orderEdit: null,
  seenReady: true,
  detailsVerified: true,
  taxExempt: false,
  isTestData: false,
  ...changes,
})

const anyAmount = fc.constantFrom(81_240, 81_241, 81_239, 0, 1).map(cents)

const anyEvidence: fc.Arbitrary<AuthorizationEvidence> = fc.record({
  code: fc.constantFrom(...CODES),
  tokenAgrees: fc.boolean(),
  serviceAmount: fc.option(anyAmount),
  financed: anyAmount,
  sessionAmount: anyAmount,
  cartUnchanged: fc.boolean(),
  orderEdit: fc.option(fc.constant("The order was changed.")),
  seenReady: fc.boolean(),
  detailsVerified: fc.boolean(),
  taxExempt: fc.boolean(),
  isTestData: fc.boolean(),
})

const isConsistent = (facts: AuthorizationEvidence) =>
  facts.tokenAgrees &&
  facts.cartUnchanged &&
  facts.orderEdit === null &&
  !facts.isTestData &&
  facts.serviceAmount === facts.financed &&
  facts.sessionAmount === facts.financed

describe("judgeAuthorization", () => {
  it("I4: returns authorized exactly for S when all other evidence agrees", () => {
    fc.assert(
      fc.property(anyEvidence, (facts) => {
        const { answer } = judgeAuthorization(facts)
        expect(answer === "authorized").toBe(facts.code === "S" && isConsistent(facts))
      }),
      { numRuns: 2_000 }
    )
  })

  it("returns captured exactly for a verified C or L that was seen ready when all evidence agrees", () => {
    fc.assert(
      fc.property(anyEvidence, (facts) => {
        const { answer } = judgeAuthorization(facts)
        const isFunded = facts.code === "C" || facts.code === "L"
        const isConfirmed =
          isFunded && isConsistent(facts) && facts.seenReady && facts.detailsVerified
        expect(answer === "captured").toBe(isConfirmed)
      }),
      { numRuns: 2_000 }
    )
  })

  it.each([
    ["P", "customer-must-act"],
    ["Z", "customer-must-act"],
    ["R", "customer-must-act"],
    ["A", "customer-must-act"],
    ["B", "customer-must-act"],
    ["W", "under-review"],
    ["M", "under-review"],
    ["S", "authorized"],
    ["C", "captured"],
    ["L", "captured"],
    ["X", "refused"],
    ["U", "refused"],
    ["O", "refused"],
    ["T", "hold"],
    ["unknown", "hold"],
  ] as const)("C11: when all evidence agrees, maps %s to %s", (code, answer) => {
    expect(judgeAuthorization(buildEvidence({ code })).answer).toBe(answer)
  })

  it("returns an answer for each of the 15 codes", () => {
    const answers = CODES.map((code) => judgeAuthorization(buildEvidence({ code })).answer)
    expect(answers).toHaveLength(15)
    expect(answers.every(Boolean)).toBe(true)
  })

  it.each<[string, Partial<AuthorizationEvidence>, [ReviewCause, string]]>([
    ["the token of another application", { tokenAgrees: false }, ["answer", "another application"]],
    ["no amount", { serviceAmount: null }, ["amounts", "names no amount"]],
    ["C4: another amount", { serviceAmount: cents(77_000) }, ["amounts", "another amount than"]],
    [
      "C4: a tax exemption",
      { serviceAmount: cents(77_000), taxExempt: true },
      ["tax-exempt", "exempted the customer from taxes"],
    ],
    [
      "another amount in Medusa",
      { sessionAmount: cents(99_999) },
      ["late-approval", "another amount authorized"],
    ],
    ["C3, C20: a changed cart", { cartUnchanged: false }, ["late-approval", "was changed"]],
  ])("holds S and C with %s, and gives the reason", (_title, changes, [cause, phrase]) => {
    const verdict = judgeAuthorization(buildEvidence(changes))
    const reason = expect.stringContaining(phrase) as string
    expect(verdict).toEqual({ answer: "hold", cause, reason })
    expect(judgeAuthorization(buildEvidence({ ...changes, code: "C" }))).toEqual(verdict)
  })

  it.each<[string, Partial<AuthorizationEvidence>]>([
    ["the cart has changed", { cartUnchanged: false }],
    ["Medusa's amount differs", { sessionAmount: cents(99_999) }],
  ])("C3: returns apply-again for an application under review when %s", (_title, changes) => {
    for (const code of ["W", "M"] as const) {
      expect(judgeAuthorization(buildEvidence({ ...changes, code })).answer).toBe("apply-again")
    }
  })

  it.each(["C", "L"] as const)(
    "holds %s that was never seen ready, or whose details are not verified",
    (code) => {
      expect(judgeAuthorization(buildEvidence({ code, seenReady: false }))).toMatchObject({
        answer: "hold",
        cause: "mismatch",
        reason: expect.stringContaining("never seen ready") as string,
      })
      expect(judgeAuthorization(buildEvidence({ code, detailsVerified: false }))).toMatchObject({
        answer: "hold",
        reason: expect.stringContaining("does not confirm") as string,
      })
    }
  )

  it("returns a cause of its own for an unknown code and for a refund outside the shop", () => {
    expect(judgeAuthorization(buildEvidence({ code: "unknown" }))).toMatchObject({
      cause: "unknown-code",
    })
    expect(judgeAuthorization(buildEvidence({ code: "T" }))).toMatchObject({
      cause: "refunded-elsewhere",
    })
  })

  it("returns a different reason for every hold, as a full sentence", () => {
    const holds: Partial<AuthorizationEvidence>[] = [
      { tokenAgrees: false },
      { serviceAmount: null },
      { serviceAmount: cents(1) },
      { serviceAmount: cents(1), taxExempt: true },
      { sessionAmount: cents(1) },
      { cartUnchanged: false },
      { code: "C", seenReady: false },
      { code: "C", detailsVerified: false },
      { code: "T" },
      { code: "unknown" },
    ]
    const reasons = holds.map((changes) => {
      const verdict = judgeAuthorization(buildEvidence(changes))
      return verdict.answer === "hold" ? verdict.reason : ""
    })
    expect(new Set(reasons).size).toBe(holds.length)
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z].{20,}\.$/)
  })

  it("returns reasons without digits", () => {
    fc.assert(
      fc.property(anyEvidence, (facts) => {
        const verdict = judgeAuthorization(facts)
        if (verdict.answer === "hold") expect(verdict.reason).not.toMatch(/\d/)
      })
    )
  })

  it("never authorizes, captures or waits for a staging application in production", () => {
    const answers = CODES.map((code) =>
      judgeAuthorization(buildEvidence({ code, isTestData: true }))
    )
    const uniqueAnswers = [...new Set(answers.map(({ answer }) => answer))].sort()
    expect(uniqueAnswers).toEqual(["hold", "refused", "test-data"])
    expect(judgeAuthorization(buildEvidence({ isTestData: true })).answer).toBe("test-data")
  })

  it("holds an edited order, and returns the edit as the reason (C16)", () => {
    expect(judgeAuthorization(buildEvidence({ orderEdit: "Another address." }))).toEqual({
      answer: "hold",
      cause: "order-edit",
      reason: "Another address.",
    })
  })
})
