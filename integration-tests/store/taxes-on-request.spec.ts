import { eventually } from "../../tooling/clients/eventually"
import { type CartOptions, createEmail } from "../../tooling/clients/shop-client"
import {
  submitFullApplication,
  selectOffer,
  getPaymentSession,
  signContract,
} from "./full-application-steps"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls, getRefusalMessage } from "./money-steps"
import { getLatestApplication, listApplications, reconcile } from "./plugin-records"
import { get } from "./postback-steps"
import { createApprovedGuest, attachPreApproval } from "./pre-approval-steps"
import { waitForOrder, waitForPaidOrder, signApplication, disablePostbacks } from "./purchase-steps"

const { run, shop, store, simulator } = createHarness()

/** A sofa and its delivery, without and with New York's taxes. */
const UNTAXED = 1_348
const TAXED = 1_467.64

const APPLY_AGAIN = /Your cart was changed after you applied.*choose financing again/

/** With false, taxes in the dollar region are computed only when the storefront requests them. */
const setAutomaticTaxes = async (automatic_taxes: boolean) =>
  await store.call("region", "updateRegions", run.facts.regions.usd, { automatic_taxes })

async function createUntaxedCart(options: CartOptions = {}): Promise<string> {
  const { id } = await shop.createCart({ email: createEmail(), ...options })
  return id
}

const computeTaxes = async (cartId: string) =>
  await shop.storeApi.post(`/store/carts/${cartId}/taxes`)

async function createCollection(cartId: string): Promise<{ id: string; amount: number }> {
  const { payment_collection } = await shop.storeApi.post<{
    payment_collection: { id: string; amount: number }
  }>("/store/payment-collections", { cart_id: cartId })
  return payment_collection
}

const getChosenAmount = async (cartId: string) =>
  Math.round((await shop.choosePaymentMethod(cartId)).session.amount * 100) / 100

const listFinancedAmounts = async (cartId: string) =>
  (await listApplications(cartId)).map(({ financed_cents }) => financed_cents / 100)

async function expectTaxedOrder(cartId: string): Promise<void> {
  const { tip } = await simulator.findCartApplication(cartId)
  await disablePostbacks(tip)
  await signApplication(tip)
  expect((await shop.completeCart(cartId)).type).toBe("order")
  const order = await waitForPaidOrder(cartId)
  expect([order.payment_status, Math.round(order.total * 100) / 100]).toEqual(["authorized", TAXED])
  await expectInvariants(cartId)
}

async function expectCancelled(token: string): Promise<void> {
  await eventually(async () => {
    expect(await simulator.application(token)).toMatchObject({ status: "O", cancelCount: 1 })
  })
}

describe("a shop whose storefront computes taxes after it created the payment collection", () => {
  beforeAll(() => setAutomaticTaxes(false))
  afterAll(() => setAutomaticTaxes(true))

  it("finances the taxed total when financing is chosen", async () => {
    const cartId = await createUntaxedCart()
    expect((await createCollection(cartId)).amount).toBe(UNTAXED)
    await computeTaxes(cartId)
    expect(await getChosenAmount(cartId)).toBe(TAXED)
    expect(await listFinancedAmounts(cartId)).toEqual([TAXED])
    await expectTaxedOrder(cartId)
  })

  it("replaces the application for the untaxed total when financing is chosen again", async () => {
    const cartId = await createUntaxedCart()
    expect(await getChosenAmount(cartId)).toBe(UNTAXED)
    const { tip } = await simulator.findCartApplication(cartId)
    await computeTaxes(cartId)
    expect(await getChosenAmount(cartId)).toBe(TAXED)
    expect(await listFinancedAmounts(cartId)).toEqual([UNTAXED, TAXED])
    await expectCancelled(tip)
    await expectTaxedOrder(cartId)
  })

  it("tells a customer who signed the untaxed total to apply again, in every answer", async () => {
    const cartId = await createUntaxedCart()
    await shop.choosePaymentMethod(cartId)
    const { tip, returnUrl } = await simulator.findCartApplication(cartId)
    await disablePostbacks(tip)
    await signApplication(tip)
    await computeTaxes(cartId)
    const completion = await shop.completeCart(cartId)
    expect(completion).toMatchObject({
      type: "cart",
      error: { message: expect.stringMatching(APPLY_AGAIN) as string },
    })
    await reconcile((await getLatestApplication(cartId)).id, "return")
    expect((await getPaymentSession(cartId))?.data).toMatchObject({
      message: expect.stringMatching(APPLY_AGAIN) as string,
    })
    const { financing } = await shop.storeApi.get<{ financing: unknown }>(
      `/store/consumer-financing/carts/${cartId}/status`
    )
    expect(financing).toMatchObject({ message_code: "cart-changed", url: null, order_id: null })
    expect((await get(String(returnUrl))).status).toBeLessThan(400)
    expect(await listServiceCalls(tip, "cancel")).toEqual([])
    expect(await getChosenAmount(cartId)).toBe(TAXED)
    await expectCancelled(tip)
    await expectTaxedOrder(cartId)
  })

  it("finances the taxed total in the shop's own form, even with an untaxed session", async () => {
    const cartId = await createUntaxedCart()
    expect(await getChosenAmount(cartId)).toBe(UNTAXED)
    await computeTaxes(cartId)
    const application = await submitFullApplication(cartId)
    expect(await listFinancedAmounts(cartId)).toEqual([UNTAXED, TAXED])
    await selectOffer(application, application.offers[0]?.id ?? "")
    const session = await getPaymentSession(cartId)
    expect([session?.amount, session?.data.application_id]).toEqual([
      expect.closeTo(TAXED, 1),
      application.id,
    ])
    await signContract(cartId)
    const order = await waitForOrder(cartId)
    expect((await waitForPaidOrder(cartId)).payment_status).toBe("authorized")
    expect(Math.round(order.total * 100) / 100).toBe(TAXED)
    await expectInvariants(cartId)
  })

  it("finances the taxed total with a pre-approval", async () => {
    const { claim } = await createApprovedGuest()
    const cartId = await createUntaxedCart()
    await attachPreApproval(cartId, claim)
    await createCollection(cartId)
    await computeTaxes(cartId)
    expect(await getChosenAmount(cartId)).toBe(TAXED)
    expect(await getLatestApplication(cartId)).toMatchObject({ kind: "pre-approval" })
  })

  it("answers 400 with a message while the cart is locked, and works afterwards", async () => {
    const cartId = await createUntaxedCart()
    await createCollection(cartId)
    await computeTaxes(cartId)
    await store.call("locking", "acquire", [cartId], { expire: 30 })
    try {
      const busyMessage = /Your cart is being changed at this moment.*try again/
      expect(await getRefusalMessage(shop.choosePaymentMethod(cartId))).toMatch(busyMessage)
      expect(await getRefusalMessage(submitFullApplication(cartId))).toMatch(busyMessage)
    } finally {
      await store.clearMemory([cartId])
    }
    expect(await listApplications(cartId)).toEqual([])
    expect(await getChosenAmount(cartId)).toBe(TAXED)
  })

  it("leaves the collection unchanged when another payment method is chosen", async () => {
    const cartId = await createUntaxedCart()
    await createCollection(cartId)
    await computeTaxes(cartId)
    const { session } = await shop.choosePaymentMethod(cartId, { providerId: "pp_system_default" })
    expect(session.amount).toBe(UNTAXED)
  })
})
