import { asked, reviewCasesOf } from "./review-cases-steps"
import {
  authorizedOrder,
  draftOrder,
  orderWithRest,
  requestedDraft,
  requestFinancing,
  requestOf,
  statusOf,
} from "./financing-request-steps"
import { harness } from "./harness"
import { expectInvariants } from "./invariants"
import { landingOf } from "./landing"
import { faultOn, sentenceOf, reconciled } from "./money-steps"
import {
  applicationOf,
  applicationsOf,
  hoursAgo,
  messageOf,
  reconcile,
  rewrite,
} from "./our-records"
import { comeToRest } from "./no-check-due"
import { sign, silence } from "./purchase-steps"
import { type Address, NEW_YORK } from "../../tooling/clients/shop-client"

const { admin, run, simulator } = harness()

type Level = { location_id: string; stocked_quantity: number; reserved_quantity: number }

/** Sells out the sofas during `act`. */
async function whileSoldOut(act: () => Promise<void>): Promise<void> {
  const { inventory_items } = await admin.adminApi.get<{
    inventory_items: { id: string; sku: string; location_levels: Level[] }[]
  }>("/admin/inventory-items?limit=100&fields=id,sku,*location_levels")
  const sofas = inventory_items.filter(({ sku }) => /sofa/i.test(sku))
  const stock = (quantityOf: (level: Level) => number) =>
    Promise.all(
      sofas.flatMap(({ id, location_levels }) =>
        location_levels.map((level) =>
          admin.adminApi.post(`/admin/inventory-items/${id}/location-levels/${level.location_id}`, {
            stocked_quantity: quantityOf(level),
          })
        )
      )
    )
  expect(sofas).not.toEqual([])
  await stock(({ reserved_quantity }) => reserved_quantity)
  try {
    await act()
  } finally {
    await stock(({ stocked_quantity }) => stocked_quantity)
  }
}

const moveDraft = (orderId: string, shipping_address: Address) =>
  admin.adminApi.post(`/admin/draft-orders/${orderId}`, { shipping_address })

describe("a financing request", () => {
  it.each([
    ["F3: in another currency", { currency: "eur" as const }, /US dollars only/],
    ["F5: to another country", { address: { country_code: "ca" } }, /in the United States only/],
    ["F5: with an invalid zip code", { address: { postal_code: "1011" } }, /zip code/],
  ])("is refused with what to correct, and makes no call: %s", async (_what, wish, sentence) => {
    const orderId = await draftOrder(wish)
    expect(await sentenceOf(requestFinancing(orderId))).toMatch(sentence)
    expect(await applicationsOf(orderId)).toEqual([])
    expect(await simulator.listCartApplications(orderId)).toEqual([])
  })

  it("leads a customer who signs to the order, and one who cancels to the shop", async () => {
    const { orderId, token } = await requestedDraft()
    const { returnUrl, cancelUrl } = await simulator.application(token)
    expect(await landingOf(cancelUrl)).toBe(
      `${run.settings.storefrontUrl ?? "http://localhost:8000"}/`
    )
    await silence(token)
    await sign(token)
    expect(await landingOf(returnUrl)).toMatch(new RegExp(`/us/order/${orderId}/confirmed$`))
    await authorizedOrder(orderId)
  })

  it("C4: leaves the draft a draft when the service finances a different amount", async () => {
    const { orderId, token } = await requestedDraft()
    await silence(token)
    const exempted = { status: "S", taxExempt: true, loanAmount: 1_396.99, postback: false }
    await simulator.status(token, exempted)
    const reviewCase = await asked(orderId, "tax-exempt")
    expect(reviewCase.reason).toMatch(/the draft was not made an order/)
    expect(reviewCase.actions).toContain("end-application")
    expect(await statusOf(orderId)).toEqual({ status: "draft", isDraft: true })
    await expectInvariants(orderId, { listed: true })
  })

  it("stays open when staff change a draft back to what its customer signed", async () => {
    const { orderId, token } = await requestedDraft()
    await silence(token)
    await faultOn(token, { operation: "getStatus", kind: "status", status: 503 })
    await sign(token)
    await moveDraft(orderId, { ...NEW_YORK, address_1: "1 Elsewhere Street" })
    await simulator.clearFaults()
    await asked(orderId, "late-approval")
    const { id } = await applicationOf(orderId)
    await comeToRest(id)
    await moveDraft(orderId, NEW_YORK)
    await authorizedOrder(orderId)
    await expectInvariants(orderId)
  })

  it("opens a review case while the draft cannot become an order, and completes once it can", async () => {
    const { orderId, token } = await requestedDraft()
    await silence(token)
    await whileSoldOut(async () => {
      await sign(token)
      const reviewCase = await asked(orderId, "order")
      expect(reviewCase.reason).toMatch(
        /^The customer signed, but the order could not be paid for with it/
      )
      expect(await statusOf(orderId)).toEqual({ status: "draft", isDraft: true })
    })
    await reconciled(orderId, async () => expect((await statusOf(orderId)).isDraft).toBe(false))
    await authorizedOrder(orderId)
    await reconciled(orderId, async () => expect(await reviewCasesOf(orderId)).toEqual([]))
    await expectInvariants(orderId)
  })

  it("reports that the rest of a paid order is unsigned, or in review", async () => {
    const orderId = await orderWithRest()
    await requestFinancing(orderId)
    const { id } = await applicationOf(orderId)
    expect(await messageOf(id)).toMatchObject({ code: "rest-unsigned", goods: "hold" })
    const { tip } = await simulator.findCartApplication(orderId)
    await simulator.decision(tip, { outcome: "review" })
    await reconcile(id)
    expect(await messageOf(id)).toMatchObject({ code: "rest-in-review", goods: "hold" })
  })

  it("I7: expires when the customer does not sign in time", async () => {
    const { orderId, request, token } = await requestedDraft()
    const { id } = await applicationOf(orderId)
    await rewrite(id, { created_at: hoursAgo(49) })
    await reconcile(id)
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
    expect(await requestOf(request.id)).toMatchObject({ state: "expired", is_open: false })
    expect(await requestFinancing(orderId)).toMatchObject({ is_open: true })
  })
})
