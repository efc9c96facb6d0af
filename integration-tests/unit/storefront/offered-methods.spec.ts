import type { FinancingEligibility } from "../../../src/storefront"
import { offeredMethods, type StoreSdk } from "../../../src/storefront/server"

const CARD = { id: "pp_stripe_stripe" }
const FINANCING = { id: "pp_consumer-financing_default" }
const methods = Promise.resolve([CARD, FINANCING])

const READY_ELIGIBILITY: FinancingEligibility = {
  is_available: true,
  is_ready: true,
  missing: [],
  title: "Harbor Financing",
  description: "Pay month by month.",
  provider_id: FINANCING.id,
  reason: null,
  sentence: null,
}

const createSdk = (eligibility: FinancingEligibility | null) =>
  ({
    client: {
      fetch: async () => {
        if (!eligibility) throw new Error("fetch failed")
        return { eligibility }
      },
    },
  }) as StoreSdk

const listOfferedMethods = (eligibility: FinancingEligibility | null) =>
  offeredMethods(createSdk(eligibility), "cart_1", methods)

describe("the payment methods that a checkout offers", () => {
  it("show financing with its configured title and description", async () => {
    const { title, description } = READY_ELIGIBILITY
    expect(await listOfferedMethods(READY_ELIGIBILITY)).toEqual([
      CARD,
      { ...FINANCING, title, description, reason: null },
    ])
  })

  it("include the reason when the total is below the minimum", async () => {
    const sentence = "Financing starts at $300."
    const belowMinimum = {
      ...READY_ELIGIBILITY,
      is_available: false,
      is_ready: false,
      reason: "below-minimum",
      sentence,
    }
    expect((await listOfferedMethods(belowMinimum))?.[1]).toMatchObject({
      id: FINANCING.id,
      reason: sentence,
    })
  })

  it("include no reason while the checkout is incomplete", async () => {
    const sentence = "Choose the US state of your address."
    const incomplete = {
      ...READY_ELIGIBILITY,
      is_ready: false,
      missing: ["shipping_address" as const],
      sentence,
    }
    expect((await listOfferedMethods(incomplete))?.[1]).toMatchObject({ reason: null })
  })

  it.each(["not-set-up", "currency", "excluded-sales-channel", "excluded-customer-group"])(
    "omit financing for a reason that the shopper cannot change: %s",
    async (reason) => {
      const unavailable = {
        ...READY_ELIGIBILITY,
        is_available: false,
        is_ready: false,
        reason,
        sentence: "No.",
      }
      expect(await listOfferedMethods(unavailable)).toEqual([CARD])
    }
  )

  it("omit financing when the request to Medusa fails", async () => {
    expect(await listOfferedMethods(null)).toEqual([CARD])
  })
})
