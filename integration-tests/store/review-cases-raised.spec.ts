import { REVIEW_CAUSES } from "../../src/domain/review-causes"
import type { ApplicationView } from "../../src/sandbox"
import type { ReviewCause, ReviewCaseView } from "../../src/workflows"
import * as situations from "./review-cases-situations"
import {
  waitForReviewCase,
  listPurchaseReviewCases,
  countStaffMessages,
} from "./review-cases-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { reconcileUntil } from "./money-steps"
import { getLatestApplication, reconcile } from "./plugin-records"
import type { AppliedCart } from "./purchase-steps"

const { simulator } = createHarness()

/** The expected review case, given the financed cents and the application at the service. */
type ExpectedCase = (financed: number, applied: ApplicationView) => Partial<ReviewCaseView>

type Situation = {
  cause: ReviewCause
  what: string
  arrange: () => Promise<AppliedCart>
  expected: ExpectedCase
}

const buildExpectedCase = (
  medusa: Partial<ReviewCaseView["medusa"]>,
  service: Partial<ReviewCaseView["service"]>,
  actions: ReviewCaseView["actions"] = []
): Partial<ReviewCaseView> => ({
  medusa: expect.objectContaining(medusa) as ReviewCaseView["medusa"],
  service: expect.objectContaining(service) as ReviewCaseView["service"],
  actions: [...actions, "check-again", "acknowledge"],
})

const SITUATIONS: Situation[] = [
  {
    cause: "doubt",
    what: "a settle whose answer was lost",
    arrange: situations.createLostSettle,
    expected: (financed) => ({
      ...buildExpectedCase(
        { purchase_state: "authorized-order", captured_cents: 0, refunded_cents: 0 },
        { code: "S", cents: financed },
        ["confirm-it-happened", "confirm-it-did-not"]
      ),
      operation: expect.objectContaining({
        kind: "settle",
        target_cents: financed,
      }) as ReviewCaseView["operation"],
    }),
  },
  {
    cause: "answer",
    what: "an answer that names another application",
    arrange: situations.createForeignAnswer,
    expected: (financed) =>
      buildExpectedCase({ purchase_state: "open-cart" }, { code: "P", cents: financed }),
  },
  {
    cause: "unknown-code",
    what: "a status that the plugin does not know",
    arrange: situations.createUnknownCode,
    expected: (financed) =>
      buildExpectedCase({ purchase_state: "open-cart" }, { code: "Q", cents: financed }, [
        "end-application",
      ]),
  },
  {
    cause: "amounts",
    what: "a loan that exceeds its order by one cent",
    arrange: situations.createAmountMismatch,
    expected: (financed) =>
      buildExpectedCase(
        { purchase_state: "authorized-order" },
        { code: "S", cents: financed + 1 },
        ["cancel-order"]
      ),
  },
  {
    cause: "tax-exempt",
    what: "a smaller loan for a tax-exempt customer (C4)",
    arrange: situations.createTaxExemption,
    expected: (financed, { taxes }) =>
      buildExpectedCase(
        { purchase_state: "open-cart", financed_cents: financed },
        { code: "S", cents: financed - Math.round(taxes * 100), tax_exempt: true },
        ["end-application"]
      ),
  },
  {
    cause: "late-approval",
    what: "a signed cart whose address changed after the signature (C20)",
    arrange: situations.createLateApproval,
    expected: (financed) =>
      buildExpectedCase({ purchase_state: "changed-cart" }, { code: "S", cents: financed }, [
        "end-application",
      ]),
  },
  {
    cause: "unneeded-loan",
    what: "a funded loan of a cancelled order (A11)",
    arrange: situations.createFundedCancelledOrder,
    expected: (financed) =>
      buildExpectedCase({ purchase_state: "cancelled-order" }, { code: "C", cents: financed }, [
        "refund",
      ]),
  },
  {
    cause: "mismatch",
    what: "an authorized order whose loan was cancelled in the portal (C7)",
    arrange: situations.createPortalCancel,
    expected: () =>
      buildExpectedCase({ purchase_state: "authorized-order" }, { code: "O" }, ["cancel-order"]),
  },
  {
    cause: "order",
    what: "a signed cart with another method's payment session",
    arrange: situations.createSecondSession,
    expected: (financed) =>
      buildExpectedCase({ purchase_state: "open-cart" }, { code: "S", cents: financed }, [
        "place-order",
        "end-application",
      ]),
  },
  {
    cause: "dead-payment",
    what: "an order whose only payment was cancelled",
    arrange: situations.createCancelledPayment,
    expected: (financed) =>
      buildExpectedCase(
        { purchase_state: "order-without-live-payment" },
        { code: "S", cents: financed - 100 },
        ["end-application", "cancel-order"]
      ),
  },
  {
    cause: "sign-again",
    what: "a partial refund that the customer has to sign (A9)",
    arrange: situations.createSignAgainCase,
    expected: (financed) =>
      buildExpectedCase(
        { purchase_state: "captured-order", captured_cents: financed, refunded_cents: 0 },
        { code: "B", cents: financed - 10_000 },
        ["confirm-it-happened", "confirm-it-did-not"]
      ),
  },
  {
    cause: "settle-again",
    what: "a partial refund whose new application has to be settled",
    arrange: situations.createSettleAgainCase,
    expected: (financed) =>
      buildExpectedCase(
        { purchase_state: "captured-order", captured_cents: financed, refunded_cents: 10_000 },
        { code: "S", cents: financed - 10_000 },
        ["settle"]
      ),
  },
  {
    cause: "refunded-elsewhere",
    what: "a refund made in the portal (C7)",
    arrange: situations.createPortalRefund,
    expected: (financed) =>
      buildExpectedCase(
        { purchase_state: "captured-order", captured_cents: financed, refunded_cents: 0 },
        { code: "T" },
        ["record-refund"]
      ),
  },
  {
    cause: "cancel",
    what: "a cancel that the service refuses (A12)",
    arrange: situations.createRefusedCancel,
    expected: (financed) =>
      buildExpectedCase({ purchase_state: "nothing" }, { code: "P", cents: financed }, [
        "end-application",
      ]),
  },
  {
    cause: "unwatched",
    what: "an order under review after its last scheduled check",
    arrange: situations.createUndecidedOrder,
    expected: (financed) =>
      buildExpectedCase({ purchase_state: "unpaid-order" }, { code: "W", cents: financed }),
  },
]

/** Tested below, or in the specs of the features that open them. */
const OTHER_SPEC_CAUSES: ReviewCause[] = [
  "unused",
  "missing-refund",
  "order-edit",
  "unfulfilled",
  "ledger",
  "order-id",
  "test-data",
  "unsafe-link",
  "lost-application",
]

describe("review cases by cause", () => {
  afterEach(() => simulator.clearFaults())

  it.each(SITUATIONS)("$cause: $what", async ({ cause, arrange, expected }) => {
    const appliedCart = await arrange()
    const { id, financed_cents: financed } = await getLatestApplication(appliedCart.cart.id)
    expect(await waitForReviewCase(appliedCart.cart.id, cause)).toMatchObject({
      cause,
      reason: expect.stringMatching(/^[A-Z].+\.$/) as string,
      acknowledged: null,
      application_id: id,
      cart_id: appliedCart.cart.id,
      ...expected(financed, appliedCart.applied),
    })
    await reconcile(id)
    await reconcile(id)
    expect(
      (await listPurchaseReviewCases(appliedCart.cart.id)).map((reviewCase) => reviewCase.cause)
    ).toEqual([cause])
    expect(await countStaffMessages(appliedCart.cart.id, cause)).toBe(1)
    await expectInvariants(appliedCart.cart.id, { listed: true })
  })

  it("unused: a signed cart that Medusa cannot complete (I7)", async () => {
    const appliedCart = await situations.createUnplaceableCart()
    const { financed_cents: financed } = await getLatestApplication(appliedCart.cart.id)
    expect(await listPurchaseReviewCases(appliedCart.cart.id)).toMatchObject([
      {
        cause: "unused",
        ...buildExpectedCase({ purchase_state: "open-cart" }, { code: "S", cents: financed }, [
          "place-order",
          "end-application",
        ]),
      },
    ])
    expect(await countStaffMessages(appliedCart.cart.id, "unused")).toBe(1)
    await expectInvariants(appliedCart.cart.id, { listed: true })
  })

  it("missing-refund: a recovered refund that Medusa's database refuses (A5)", async () => {
    const { cart } = await situations.createUnrecordedRefund()
    const { financed_cents: financed } = await getLatestApplication(cart.id)
    expect(
      (await listPurchaseReviewCases(cart.id)).find(
        (reviewCase) => reviewCase.cause === "missing-refund"
      )
    ).toMatchObject({
      reason: expect.stringContaining("$100.00") as string,
      medusa: { captured_cents: financed, refunded_cents: 0 },
      service: { cents: financed - 10_000 },
    })
    expect(await countStaffMessages(cart.id, "missing-refund")).toBe(1)
    expect(await countStaffMessages(cart.id, "ledger")).toBe(1)
    // The refund is recorded automatically once the database accepts it.
    await reconcileUntil(cart.id, async () =>
      expect(await listPurchaseReviewCases(cart.id)).toEqual([])
    )
    await expectInvariants(cart.id)
  })

  it("cover every cause, here or in another spec", () => {
    const testedCauses = [...SITUATIONS.map(({ cause }) => cause), ...OTHER_SPEC_CAUSES]
    expect(testedCauses.sort()).toEqual([...REVIEW_CAUSES].sort())
  })
})
