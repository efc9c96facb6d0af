import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import {
  getLatestApplication,
  listOperations,
  reconcile,
  listTimelineEntries,
} from "./plugin-records"
import {
  createCapturedOrder,
  createOrderUnderReview,
  createPaidOrder,
  listPayments,
  signApplication,
} from "./purchases"
import { waitForPaidOrder } from "./purchase-steps"

const { admin, shop, simulator } = createHarness()

const DESKS = { items: [{ handle: "walnut-desk", quantity: 2 }], email: "copied@shop.example" }

/** Masks IDs, addresses, tokens and times, which differ in every purchase. */
function maskUniqueValues(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replace(/[a-z]+_[0-9A-Z]{26}/g, "ID")
    .replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"TIME"')
    .replace(/[0-9a-f-]{36}|app=[^"]*/g, "TOKEN")
    .replace(
      /"(display_id|order_id|orderId|id|reference|confirmed_order_id)":("\d+"|\d+)/g,
      '"$1":"N"'
    )
    .replace(/(?<=finapp|ID\/)[\w-]{43}/g, "SIGNATURE")
  return JSON.parse(text)
}

async function readPurchaseRecords({
  cart,
  order,
  token,
}: Awaited<ReturnType<typeof createPaidOrder>>) {
  const application = await getLatestApplication(cart.id)
  const {
    postbacks: _postbacks,
    id: _id,
    ...serviceApplication
  } = await simulator.application(token)
  const [journal, timeline] = [
    await listOperations(application.id),
    await listTimelineEntries(application.id),
  ]
  return maskUniqueValues({
    // The number of checks and the order of concurrent entries vary.
    application: { ...application, checks_done: 0 },
    atService: serviceApplication,
    journal: journal.sort((a, b) => a.kind.localeCompare(b.kind)),
    timeline: timeline.sort((a, b) => a.what.localeCompare(b.what)),
    order: await admin.getOrder(order.id),
    cart: await shop.getCart(cart.id).catch(() => null),
  })
}

describe("a purchase that is copied in the database", () => {
  it("equals a purchase that a shopper's and a merchant's requests made", async () => {
    const original = await createCapturedOrder(DESKS)
    await createCapturedOrder(DESKS)
    const copy = await createCapturedOrder(DESKS)
    expect(copy.order.id).not.toBe(original.order.id)
    await reconcile((await getLatestApplication(original.cart.id)).id)
    await reconcile((await getLatestApplication(copy.cart.id)).id)
    expect(await readPurchaseRecords(copy)).toEqual(await readPurchaseRecords(original))
    expect((await admin.getOrder(copy.order.id)).display_id).toBe(copy.order.display_id)
    expect((await simulator.application(copy.token)).orderId).toBe(String(copy.order.display_id))
  })

  it("can be refunded", async () => {
    const copy = await createCapturedOrder(DESKS)
    await admin.refund(copy.payment.id, { amount: 100 })
    await expectInvariants(copy.cart.id)
    expect((await simulator.application(copy.token)).partialRefunds).toHaveLength(1)
  })

  it("can be captured", async () => {
    await createPaidOrder(DESKS)
    await createPaidOrder(DESKS)
    const copy = await createPaidOrder(DESKS)
    await admin.capture(copy.payment.id)
    await expectInvariants(copy.cart.id)
    expect((await simulator.application(copy.token)).settleCount).toBe(1)
  })

  it("can be signed while it is under review", async () => {
    await createOrderUnderReview(DESKS)
    await createOrderUnderReview(DESKS)
    const copy = await createOrderUnderReview(DESKS)
    await signApplication(copy.token)
    await reconcile((await getLatestApplication(copy.cart.id)).id)
    expect(listPayments(await waitForPaidOrder(copy.cart.id))).toHaveLength(1)
    await expectInvariants(copy.cart.id)
  })
})
