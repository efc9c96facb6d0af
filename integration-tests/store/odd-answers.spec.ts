import type { FaultInput } from "../../src/sandbox"
import { eventually } from "../../tooling/clients/eventually"
import {
  submitFullApplication,
  getCurrentApplication,
  selectOffer,
  signContract,
} from "./full-application-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, getRefusalMessage, reconcileUntil } from "./money-steps"
import { createCart } from "./new-cart"
import { getLatestApplication, listApplications, listTokens } from "./plugin-records"
import { listPostbacks, post } from "./postback-steps"
import { createCapturedOrder, waitForPaidOrder, disablePostbacks } from "./purchases"
import type { CartOptions } from "../../tooling/clients/shop-client"

const { shop, admin, simulator } = createHarness()

const buildNamedOptions = (last_name: string): CartOptions => ({ address: { last_name } })

/** Every operation except the access token request, which belongs to no application. */
const OPERATIONS: FaultInput["operation"][] = [
  "createOrder",
  "createFullApplication",
  "selectOffer",
  "getStatus",
  "getAddressStatus",
  "settle",
  "cancel",
  "refund",
  "partialRefund",
  "updateOrderId",
  "validatePostback",
]

/** Makes the service answer every call about customers with this last name oddly, in every way at once. */
async function injectOddAnswers(lastName: string): Promise<void> {
  for (const operation of OPERATIONS) {
    await simulator.fault({ operation, kind: "odd", match: { lastName } })
  }
}

const toCents = (amount: unknown) => Math.round(Number(amount) * 100)

afterEach(() => simulator.clearFaults())

describe("a service whose answers are odd in every field that nothing depends on", () => {
  it("finances a purchase that is settled, partly refunded and then fully refunded", async () => {
    const lastName = "Oddanswers"
    await injectOddAnswers(lastName)
    const purchase = await createCapturedOrder(buildNamedOptions(lastName))
    const { cart, order, payment, token } = purchase
    expect(await simulator.application(token)).toMatchObject({ settleCount: 1, settled: true })
    await eventually(async () => {
      expect((await simulator.application(token)).orderId).toBe(String(order.display_id))
    })
    expect(await listServiceCalls(token, "updateOrderId")).toHaveLength(1)
    await admin.refund(payment.id, { amount: 100 })
    const totalCents = toCents(payment.amount)
    const partlyRefunded = await simulator.application(token)
    expect(toCents(partlyRefunded.loanAmount)).toBe(totalCents - 100_00)
    expect(await listTokens((await getLatestApplication(cart.id)).id)).toHaveLength(2)
    await expectInvariants(cart.id)
    await admin.refund(payment.id, { amount: (totalCents - 100_00) / 100 })
    expect(await simulator.application(token)).toMatchObject({ refunded: true, refundCount: 1 })
    await expectInvariants(cart.id)
    const calls = await simulator.calls({ token })
    const regularCalls = calls.filter(({ fault }) => fault !== "odd/after")
    expect(regularCalls).toEqual([])
    expect(await getLatestApplication(cart.id)).toMatchObject({ review_reason: null, lender: null })
  })

  it("finances a full application from the shop's own form with an offer that can be read", async () => {
    const lastName = "Oddoffers"
    await injectOddAnswers(lastName)
    const cart = await createCart(buildNamedOptions(lastName))
    const application = await submitFullApplication(cart.id)
    expect(application.status).toBe("choose_offer")
    const [first, ...others] = application.offers
    expect(first).toMatchObject({ id: 101, loan_rate: null, type: "LEASELOAN" })
    expect(others.map(({ id }) => id)).toEqual([102, 103])
    expect((await submitFullApplication(cart.id)).id).toBe(application.id)
    expect((await selectOffer(application, 101)).status).toBe("sign")
    await signContract(cart.id)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    await expectInvariants(cart.id)
  })
})

describe("a full application whose answer can be read only in part", () => {
  async function submitAlteredApplication(fields: FaultInput["fields"]) {
    const cart = await createCart()
    const operation = "createFullApplication" as const
    const match = { orderId: `${cart.id}-1` }
    await simulator.fault({ operation, kind: "altered", when: "after", fields, count: 1, match })
    return { cart, application: await submitFullApplication(cart.id) }
  }

  it.each<[string, FaultInput["fields"]]>([
    ["no readable offer", { offers: "none" }],
    ["offers that cannot be chosen", { offers: [{ loanRate: 9.9 }, null] }],
  ])("is not filed twice when the shopper submits again: %s", async (_title, fields) => {
    const { cart, application } = await submitAlteredApplication(fields)
    expect(application).toMatchObject({ status: "on_hold", offers: [] })
    expect((await submitFullApplication(cart.id)).id).toBe(application.id)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    // Choosing the hosted page replaces the full application.
    await shop.choosePaymentMethod(cart.id)
    expect(await simulator.findCartApplication(cart.id)).toMatchObject({ kind: "hosted" })
    await eventually(async () => {
      expect((await simulator.listCartApplications(cart.id))[0]).toMatchObject({ status: "O" })
    })
  })

  it.each(["W", "R", "Q", "U"])(
    "with offers and the status %s shows the offers once a status check reports the approval",
    async (status) => {
      const { cart, application } = await submitAlteredApplication({ status })
      expect(application.offers).toEqual([])
      const { offers } = await getLatestApplication(cart.id)
      expect((offers as { offers: unknown[] } | null)?.offers).toHaveLength(3)
      expect(await getRefusalMessage(selectOffer(application, 101))).toMatch(
        /not open for choosing/
      )
      await reconcileUntil(cart.id, async () => {
        expect(await getCurrentApplication(cart.id)).toMatchObject({ status: "choose_offer" })
      })
      expect((await getCurrentApplication(cart.id))?.offers).toHaveLength(3)
      const selected = await selectOffer(application, 101)
      expect(selected.status).toBe("sign")
    }
  )

  it("without a status shows its offers once a status check reports the approval", async () => {
    const { cart, application } = await submitAlteredApplication({ status: 7, orderId: 7 })
    expect(application).toMatchObject({ status: "verifying", offers: [] })
    expect((await submitFullApplication(cart.id)).id).toBe(application.id)
    await reconcileUntil(cart.id, async () => {
      expect(await getCurrentApplication(cart.id)).toMatchObject({ status: "choose_offer" })
    })
    expect((await getCurrentApplication(cart.id))?.offers).toHaveLength(3)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
  })
})

describe("a token of the service", () => {
  it("may contain any path character: the purchase settles, refunds and receives postbacks (E10)", async () => {
    const { cart, payment, token, applied } = await createCapturedOrder(
      buildNamedOptions("Opaquetoken")
    )
    expect(token).toContain("/../a b?c=d&e#f%2F")
    await disablePostbacks(token)
    await admin.refund(payment.id, { amount: 100 })
    const { tip } = await simulator.application(token)
    expect(tip).not.toBe(token)
    await post(String(applied.notifyUrl), String(new URLSearchParams({ uuid: tip })))
    const { id } = await getLatestApplication(cart.id)
    await eventually(async () => {
      expect((await listPostbacks(id)).at(-1)).toMatchObject({
        fields: { uuid: tip },
        validation: "VERIFIED_PT",
      })
    })
    await expectInvariants(cart.id)
  })

  it("that was replaced is validated with its own loan amount, however late", async () => {
    const { cart, payment, token, applied } = await createCapturedOrder()
    await disablePostbacks(token)
    await admin.refund(payment.id, { amount: 100 })
    const { tip, loanAmount: remainingAmount } = await simulator.application(token)
    await post(String(applied.notifyUrl), `uuid=${token}&payment_status=completed`)
    await post(String(applied.notifyUrl), `uuid=${tip}&payment_status=completed`)
    const { id } = await getLatestApplication(cart.id)
    await eventually(async () => {
      const validations = (await listPostbacks(id)).map(({ fields, validation }) => [
        fields?.uuid,
        validation,
      ])
      expect(validations).toContainEqual([token, "VERIFIED_PT"])
      expect(validations).toContainEqual([tip, "VERIFIED_PT"])
    })
    const calls = await listServiceCalls(token, "validatePostback")
    const listValidatedAmounts = (uuid: string) =>
      calls
        .map(({ request }) => request as { uuid: string; loanAmount: number })
        .filter((request) => request.uuid === uuid)
        .map(({ loanAmount }) => loanAmount)
    expect(listValidatedAmounts(token).at(-1)).toBe(applied.loanAmount)
    expect(listValidatedAmounts(tip).at(-1)).toBe(remainingAmount)
  })
})

describe("a refusal that the service explains on a page of its own", () => {
  const smallCart: CartOptions = { items: [{ handle: "reading-lamp", quantity: 1 }] }

  it.each<FaultInput["oddities"]>([undefined, ["empty-token"], ["missing-token"]])(
    "leads the shopper to that page (%j)",
    async (oddities) => {
      const cart = await createCart(smallCart)
      const match = { orderId: `${cart.id}-1` }
      if (oddities) {
        await simulator.fault({ operation: "createOrder", kind: "odd", oddities, match })
      }
      const message = await getRefusalMessage(shop.choosePaymentMethod(cart.id))
      expect(message).toMatch(/outside the range .* explains it here: http.*\/refused\/\w+$/)
      const page = await fetch(String(/http\S+$/.exec(message)?.[0]))
      expect(page.status).toBe(200)
      const [closedApplication] = await listApplications(cart.id)
      expect(closedApplication).toMatchObject({ state: "cancelled", review_reason: null })
      expect(message).toContain(String(closedApplication?.explanation_url))
    }
  )

  it("is returned with its URL to the shop's own form", async () => {
    const cart = await createCart(smallCart)
    const operation = "createFullApplication" as const
    const explanationUrl = "http://localhost:1/why"
    const fields = { applicationToken: "", url: explanationUrl }
    const match = { orderId: `${cart.id}-1` }
    await simulator.fault({ operation, kind: "altered", when: "after", fields, match })
    expect(await submitFullApplication(cart.id)).toMatchObject({
      status: "not_available",
      explanation_url: explanationUrl,
    })
  })
})

describe("an application for which the service returns no page", () => {
  it("is cancelled, and the shopper can apply again", async () => {
    const cart = await createCart()
    const match = { orderId: `${cart.id}-1` }
    const fields = { url: null }
    await simulator.fault({
      operation: "createOrder",
      kind: "altered",
      when: "after",
      fields,
      match,
    })
    expect(await getRefusalMessage(shop.choosePaymentMethod(cart.id))).toMatch(/being closed/)
    const { tip } = await simulator.findCartApplication(cart.id)
    await eventually(async () => {
      expect(await simulator.application(tip)).toMatchObject({ status: "O", cancelCount: 1 })
    })
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data.url).toMatch(/^http/)
    await expectInvariants(cart.id)
  })
})
