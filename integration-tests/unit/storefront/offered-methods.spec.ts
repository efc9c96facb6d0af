import type { FinancingEligibility } from "../../../src/storefront"
import { offeredMethods, type StoreSdk } from "../../../src/storefront/server"

const CARD = { id: "pp_stripe_stripe" }
const FINANCING = { id: "pp_consumer-financing_default" }
const methods = Promise.resolve([CARD, FINANCING])

const READY: FinancingEligibility = {
  is_available: true,
  is_ready: true,
  missing: [],
  title: "Harbor Financing",
  description: "Pay month by month.",
  provider_id: FINANCING.id,
  reason: null,
  sentence: null,
}

const sdkThat = (eligibility: FinancingEligibility | null) =>
  ({
    client: {
      fetch: async () => {
        if (!eligibility) throw new Error("fetch failed")
        return { eligibility }
      },
    },
  }) as StoreSdk

const offered = (eligibility: FinancingEligibility | null) =>
  offeredMethods(sdkThat(eligibility), "cart_1", methods)

describe("the payment methods that a checkout offers", () => {
  it("show financing with its configured title and description", async () => {
    const { title, description } = READY
    expect(await offered(READY)).toEqual([CARD, { ...FINANCING, title, description, reason: null }])
  })

  it("include the reason when the total is below the minimum", async () => {
    const sentence = "Financing starts at $300."
    const below = {
      ...READY,
      is_available: false,
      is_ready: false,
      reason: "below-minimum",
      sentence,
    }
    expect((await offered(below))?.[1]).toMatchObject({ id: FINANCING.id, reason: sentence })
  })

  it("include no reason while the checkout is incomplete", async () => {
    const sentence = "Choose the US state of your address."
    const incomplete = {
      ...READY,
      is_ready: false,
      missing: ["shipping_address" as const],
      sentence,
    }
    expect((await offered(incomplete))?.[1]).toMatchObject({ reason: null })
  })

  it.each(["not-set-up", "currency", "excluded-sales-channel", "excluded-customer-group"])(
    "omit financing for a reason that the shopper cannot change: %s",
    async (reason) => {
      const hidden = { ...READY, is_available: false, is_ready: false, reason, sentence: "No." }
      expect(await offered(hidden)).toEqual([CARD])
    }
  )

  it("omit financing when the request to Medusa fails", async () => {
    expect(await offered(null)).toEqual([CARD])
  })
})
