import { listPurchaseReviewCases } from "./review-cases-steps"
import { expectApplicationEnded } from "./expect-ended"
import { eventually } from "../../tooling/clients/eventually"
import {
  buildApplicationForm,
  submitFullApplication,
  getCurrentApplication,
  formatFutureDay,
  createCartWithOffers,
  selectOffer,
  getPaymentSession,
  signContract,
} from "./full-application-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, getRefusalMessage } from "./money-steps"
import { createCart } from "./new-cart"
import {
  getLatestApplication,
  listApplications,
  listOperations,
  reconcile,
  listTimelineEntries,
} from "./plugin-records"
import { waitForPaidOrder, getOnlyPayment } from "./purchase-steps"
import { createSettingsClient } from "./setting-steps"

const { shop, admin, simulator } = createHarness()

const listCreateCalls = (cartId: string, attempt = 1) =>
  simulator.calls({ operation: "createFullApplication", orderId: `${cartId}-${attempt}` })

describe("the shop's own application form", () => {
  it("returns offers, and returns them again when the page is reloaded", async () => {
    const { cart, application } = await createCartWithOffers()
    const serviceApplication = await simulator.findCartApplication(cart.id)
    expect(application).toEqual({
      id: expect.stringMatching(/^finapp_/) as string,
      cart_id: cart.id,
      kind: "full",
      status: "choose_offer",
      message: "You are approved. Please choose one of your offers.",
      amount: serviceApplication.loanAmount,
      currency_code: "usd",
      offers: expect.any(Array) as unknown[],
      selected_offer_id: null,
      contract_url: null,
      explanation_url: null,
    })
    expect(application.offers).toHaveLength(3)
    expect(application.offers[0]).toEqual({
      id: 101,
      type: "LEASELOAN",
      term_months: 12,
      lease_months: 4,
      loan_months: 8,
      lease_payment: expect.any(Number) as number,
      loan_payment: expect.any(Number) as number,
      residual: expect.any(Number) as number,
      residual_percent: 75,
      loan_rate: null,
      money_factor: 0.0035,
    })
    expect(await getCurrentApplication(cart.id)).toEqual(application)
    for (const [loan_rate_unit, loan_rate] of [
      ["percent", 9.9],
      ["fraction", 990],
      [null, null],
    ] as const) {
      await createSettingsClient(admin.adminApi).updateSettings({ loan_rate_unit })
      const currentApplication = await getCurrentApplication(cart.id)
      expect(currentApplication?.offers[0]?.loan_rate).toBe(loan_rate)
    }
    expect((await getLatestApplication(cart.id)).customer_url).toBeNull()
  })

  it("leads to an order once the contract is signed, which is captured and refunded", async () => {
    const { cart, application } = await createCartWithOffers()
    const selected = await selectOffer(application, 102)
    expect(selected).toMatchObject({ status: "sign", selected_offer_id: 102 })
    const { chosenOfferId } = await simulator.findCartApplication(cart.id)
    expect(chosenOfferId).toBe(102)
    const page = await fetch(String(selected.contract_url))
    expect(await page.text()).toContain("Sign your contract")
    expect(await getPaymentSession(cart.id)).toMatchObject({
      status: "pending",
      data: { application_id: application.id, url: selected.contract_url },
    })
    await signContract(cart.id)
    const order = await waitForPaidOrder(cart.id)
    expect(order.payment_status).toBe("authorized")
    // Medusa merges a session's new data into the old, so an omitted field would stay.
    const sessions = order.payment_collections?.[0]?.payment_sessions ?? []
    expect(sessions).toMatchObject([{ data: { status: "ready-to-settle", url: null } }])
    expect(await getCurrentApplication(cart.id)).toMatchObject({
      status: "approved",
      offers: [],
      contract_url: null,
    })
    await admin.capture(getOnlyPayment(order).id)
    await expectInvariants(cart.id)
    await admin.refund(getOnlyPayment(order).id, { amount: 100 })
    await expectInvariants(cart.id)
    expect(await getLatestApplication(cart.id)).toMatchObject({ kind: "full", offers: null })
  })

  it("sends the service's field names, and amounts that add up to the loan amount (F2, F12, G1)", async () => {
    const cart = await createCart({
      items: [
        { handle: "harbor-sofa", quantity: 1 },
        { handle: "reading-lamp", quantity: 2 },
      ],
    })
    await submitFullApplication(
      cart.id,
      buildApplicationForm({
        employment: { pay_cycle: "twice_per_month", previous_pay_date: formatFutureDay(-9) },
      })
    )
    const [call, ...others] = await listCreateCalls(cart.id)
    expect(others).toEqual([])
    const request = call?.request as Record<string, Record<string, unknown>> & {
      items: { price: number; quantity: number }[]
      loanAmount: number
      shipping: number
      taxes: number
    }
    expect(Object.keys(request).sort()).toEqual(
      ["employmentInfo", "items", "loanAmount", "notifyUrl", "orderId"].concat(
        ["personalInfo", "residenceInfo", "shipping", "taxes"] // no returnUrl: endpoint 4 has none
      )
    )
    expect(request.personalInfo).toMatchObject({
      firstName: "Dana",
      lastName: "Shopper",
      cellPhone: "2125550143",
      email: cart.email,
    })
    expect(request.residenceInfo).toEqual({
      streetName: "350 Fifth Avenue",
      city: "New York",
      state: "NY",
      zip: "10118",
      rentOrOwn: "Rent",
      residenceAmount: 1350.5,
      residenceMonths: 2,
      residenceYears: 3,
    })
    expect(request.employmentInfo).toMatchObject({
      payCycle: "TWICE_PER_MONTH",
      previousPayDate: formatFutureDay(-9),
    })
    const itemCents = request.items.reduce(
      (sum, item) => sum + Math.round(item.price * 100) * item.quantity,
      0
    )
    const totalCents =
      itemCents + Math.round(request.shipping * 100) + Math.round(request.taxes * 100)
    expect(totalCents).toBe(Math.round(request.loanAmount * 100))
  })
})

describe("a cart's full application", () => {
  it("stays the same when the shopper applies again, at once or later (C5)", async () => {
    const cart = await createCart()
    const applications = await Promise.all([1, 2, 3].map(() => submitFullApplication(cart.id)))
    const repeated = await submitFullApplication(cart.id)
    expect(new Set([...applications, repeated].map(({ id }) => id)).size).toBe(1)
    expect(repeated.offers).toHaveLength(3)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    expect(await listApplications(cart.id)).toHaveLength(1)
  })

  it("stays the same when the storefront recreates the session, before and after the selection (C17)", async () => {
    const { cart, application } = await createCartWithOffers()
    const { session } = await shop.choosePaymentMethod(cart.id)
    expect(session.data).toMatchObject({
      application_id: application.id,
      status: "awaiting-customer",
    })
    expect(session.data.url).toBeNull()
    const { contract_url } = await selectOffer(application, 103)
    const { session: newSession } = await shop.choosePaymentMethod(cart.id)
    expect(newSession.data).toMatchObject({ application_id: application.id, url: contract_url })
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    expect((await simulator.findCartApplication(cart.id)).cancelCount).toBe(0)
  })

  it("replaces an untouched hosted application, and takes over its session", async () => {
    const cart = await createCart()
    const { session } = await shop.choosePaymentMethod(cart.id)
    const hostedApplication = await simulator.findCartApplication(cart.id)
    const application = await submitFullApplication(cart.id)
    expect(application).toMatchObject({ kind: "full", status: "choose_offer" })
    await eventually(async () => {
      expect(await simulator.application(hostedApplication.tip)).toMatchObject({
        status: "O",
        cancelCount: 1,
      })
    })
    const currentSession = await getPaymentSession(cart.id)
    expect(currentSession).toMatchObject({
      id: session.id,
      data: { application_id: application.id },
    })
    expect(currentSession?.data.url).toBeNull()
    const { contract_url } = await selectOffer(application, 101)
    expect((await getPaymentSession(cart.id))?.data.url).toBe(contract_url)
    await signContract(cart.id)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("does not replace a hosted application that is approved", async () => {
    const cart = await createCart()
    await shop.choosePaymentMethod(cart.id)
    const hostedApplication = await simulator.findCartApplication(cart.id)
    await simulator.decision(hostedApplication.tip, { outcome: "approve" })
    expect(await submitFullApplication(cart.id)).toMatchObject({
      kind: "hosted",
      status: "sign",
      contract_url: hostedApplication.url,
      offers: [],
    })
    expect(await listCreateCalls(cart.id, 2)).toEqual([])
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
  })

  it("is replaced when the cart changes, and the old one is cancelled (C3)", async () => {
    const { cart, application } = await createCartWithOffers()
    const { tip: oldToken } = await simulator.findCartApplication(cart.id)
    await shop.addItem(cart.id, { handle: "oak-bookcase", quantity: 1 })
    expect(await getCurrentApplication(cart.id)).toMatchObject({
      status: "cart_changed",
      offers: [],
      contract_url: null,
    })
    expect(await getRefusalMessage(selectOffer(application, 101))).toMatch(/cart was changed/)
    const newApplication = await submitFullApplication(cart.id)
    expect(newApplication.id).not.toBe(application.id)
    expect(newApplication.amount).toBeGreaterThan(application.amount)
    await eventually(async () => {
      expect(await simulator.application(oldToken)).toMatchObject({ status: "O", cancelCount: 1 })
    })
    await selectOffer(newApplication, 101)
    await signContract(cart.id)
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("is cancelled when the shopper chooses another payment method", async () => {
    const { cart } = await createCartWithOffers()
    const { tip } = await simulator.findCartApplication(cart.id)
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    await expectApplicationEnded(cart.id, tip)
    expect(await getCurrentApplication(cart.id)).toBeNull()
    expect(await getLatestApplication(cart.id)).toMatchObject({ offers: null })
  })
})

describe("the answer to a full application", () => {
  const createNamedCart = (last_name: string) => createCart({ address: { last_name } })

  it("declined: shows the decline, and a second attempt creates no application", async () => {
    const cart = await createNamedCart("Declined")
    const declined = await submitFullApplication(cart.id)
    expect(declined).toMatchObject({
      status: "declined",
      message: expect.stringContaining("was not approved") as string,
      offers: [],
    })
    expect(await getCurrentApplication(cart.id)).toEqual(declined)
    expect((await submitFullApplication(cart.id)).id).toBe(declined.id)
    await eventually(async () => {
      expect((await getLatestApplication(cart.id)).live_key).toBeNull()
    })
    expect((await submitFullApplication(cart.id)).id).toBe(declined.id)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(1)
    expect(
      (await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })).session
    ).toBeDefined()
    await expectInvariants(cart.id)
  })

  it("details that do not match: the shopper can apply again", async () => {
    const cart = await createNamedCart("Mismatch")
    const first = await submitFullApplication(cart.id)
    expect(first).toMatchObject({
      status: "declined",
      message: expect.stringContaining("check your details and apply again") as string,
    })
    const second = await submitFullApplication(cart.id)
    expect(second.id).not.toBe(first.id)
    expect(await simulator.listCartApplications(cart.id)).toHaveLength(2)
    await expectInvariants(cart.id)
  })

  it("with a consent: records the version of its text and when it was given", async () => {
    const cart = await createCart()
    const { id } = await submitFullApplication(cart.id, {
      ...buildApplicationForm(),
      consent: { version: "2027-01" },
    })
    const entry = (await listTimelineEntries(id)).find(({ what }) => what === "consent-given")
    expect(entry).toMatchObject({ details: { version: "2027-01" } })
    expect(Date.now() - new Date(String(entry?.created_at)).getTime()).toBeLessThan(60_000)
  })

  it("out of range: is reported, leaves no open application, and another method pays (E5)", async () => {
    const cart = await createCart({ items: [{ handle: "reading-lamp", quantity: 1 }] })
    expect(await submitFullApplication(cart.id)).toMatchObject({
      status: "not_available",
      message: expect.stringContaining("outside the range") as string,
      offers: [],
      contract_url: null,
    })
    expect(await getCurrentApplication(cart.id)).toBeNull()
    expect(await simulator.listCartApplications(cart.id)).toEqual([])
    expect(await listApplications(cart.id)).toMatchObject([
      { kind: "full", state: "cancelled", live_key: null, review_reason: null },
    ])
    await shop.choosePaymentMethod(cart.id, { providerId: "pp_system_default" })
    expect((await shop.completeCart(cart.id)).type).toBe("order")
  })

  it("under review: the storefront may place the order, which is paid once it is approved (C11)", async () => {
    const cart = await createNamedCart("Review")
    expect(await submitFullApplication(cart.id)).toMatchObject({
      status: "under_review",
      offers: [],
    })
    expect((await shop.completeCart(cart.id)).type).toBe("order")
    const { tip } = await simulator.findCartApplication(cart.id)
    await simulator.decision(tip, { outcome: "sign" })
    expect((await waitForPaidOrder(cart.id)).payment_status).toBe("authorized")
    await expectInvariants(cart.id)
  })

  it("offers for a different amount: shows none, and opens a review case (C4)", async () => {
    const cart = await createCart()
    await simulator.fault({
      operation: "createFullApplication",
      kind: "altered",
      when: "after",
      fields: { loanAmount: 12.34 },
      count: 1,
      match: { orderId: `${cart.id}-1` },
    })
    expect(await submitFullApplication(cart.id)).toMatchObject({ status: "on_hold", offers: [] })
    expect(
      JSON.stringify(await listTimelineEntries((await getLatestApplication(cart.id)).id))
    ).toMatch(/"what":"needs-attention".*\$12\.34 instead of/)
    const { tip } = await simulator.findCartApplication(cart.id)
    await simulator.status(tip, { status: "A", loanAmount: 12.34, postback: false })
    const { id } = await getLatestApplication(cart.id)
    await reconcile(id)
    expect(await listPurchaseReviewCases(cart.id)).toMatchObject([{ cause: "amounts" }])
    await shop.choosePaymentMethod(cart.id)
    const hostedApplication = await simulator.findCartApplication(cart.id)
    expect(hostedApplication).toMatchObject({ kind: "hosted", status: "P" })
  })
})

describe("choosing an offer", () => {
  it("can be repeated, and changed, until the contract is signed", async () => {
    const { cart, application } = await createCartWithOffers()
    const { tip } = await simulator.findCartApplication(cart.id)
    const first = await selectOffer(application, 101)
    expect(await selectOffer(application, 101)).toEqual(first)
    expect(await listServiceCalls(tip, "selectOffer")).toHaveLength(1)
    const second = await selectOffer(application, 103)
    expect(second.contract_url).not.toBe(first.contract_url)
    expect((await simulator.findCartApplication(cart.id)).chosenOfferId).toBe(103)
    expect((await getPaymentSession(cart.id))?.data.url).toBe(second.contract_url)
    const selections = (await listOperations(application.id)).filter(
      ({ kind }) => kind === "select-offer"
    )
    expect(selections).toMatchObject([
      { outcome: "confirmed", reference: "101" },
      { outcome: "confirmed", reference: "103" },
    ])
    expect(await listTimelineEntries(application.id)).toContainEqual(
      expect.objectContaining({ what: "offer-selected", details: { offer_id: 103 } })
    )
    await signContract(cart.id)
    await waitForPaidOrder(cart.id)
    expect(await getRefusalMessage(selectOffer(application, 102))).toMatch(/open cart|not open/)
  })

  it("refuses an offer that was not made, and one of another cart (G11)", async () => {
    const { application } = await createCartWithOffers()
    const { application: otherApplication } = await createCartWithOffers()
    expect(await getRefusalMessage(selectOffer(application, 999))).toMatch(/not one of your offers/)
    const foreignApplication = { cart_id: application.cart_id, id: otherApplication.id }
    const unknownApplication = { cart_id: application.cart_id, id: "finapp_01JUNKNOWN" }
    const message = await getRefusalMessage(selectOffer(foreignApplication, 101))
    expect(message).toBe("This cart has no such financing application.")
    expect(await getRefusalMessage(selectOffer(unknownApplication, 101))).toBe(message)
    const { tip } = await simulator.findCartApplication(otherApplication.cart_id)
    expect(await listServiceCalls(tip, "selectOffer")).toEqual([])
    await expect(selectOffer(application, "1e3")).rejects.toMatchObject({ status: 404 })
  })
})
