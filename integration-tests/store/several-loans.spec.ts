import { eventually } from "../../tooling/clients/eventually"
import { updateOrderQuantity, requestFinancing } from "./financing-request-steps"
import { createHarness } from "./harness"
import { injectFault, getRefusalMessage } from "./money-steps"
import { getLatestApplication, isListedToShip, getStaffMessage, reconcile } from "./plugin-records"
import { createCapturedOrder, listPayments, signApplication } from "./purchase-steps"

const { admin, simulator } = createHarness()

/** A captured order, edited to two sofas, with a second signed application for the difference. */
async function createOrderWithTwoLoans() {
  const { cart, order, payment } = await createCapturedOrder()
  const first = (await getLatestApplication(cart.id)).id
  await updateOrderQuantity(order.id, 2)
  await requestFinancing(order.id)
  await reconcile(first)
  expect(await getStaffMessage(first)).toMatchObject({ code: "ship-collect" })
  const { tip } = await simulator.findCartApplication(order.id)
  await signApplication(tip)
  const second = (await getLatestApplication(order.id)).id
  await eventually(async () => {
    expect(await getStaffMessage(second)).toMatchObject({ code: "ship" })
    expect(await getStaffMessage(first)).toMatchObject({ code: "ship-paid-out", due: 0 })
    expect([await isListedToShip(first), await isListedToShip(second)]).toEqual([true, true])
  })
  return { orderId: order.id, payment, first, second, tip }
}

async function captureRest(orderId: string, second: string): Promise<string> {
  const payments = listPayments(await admin.getOrder(orderId))
  const paymentId = payments.find(({ captured_at }) => !captured_at)?.id ?? ""
  await admin.capture(paymentId)
  await reconcile(second)
  return paymentId
}

it("a shipped order that is edited to more goods ships them once they are paid", async () => {
  const { cart, order } = await createCapturedOrder()
  const { id } = await getLatestApplication(cart.id)
  await admin.createShipment(order.id, await admin.createFulfillment(order.id))
  await updateOrderQuantity(order.id, 2)
  await reconcile(id)
  expect(await getStaffMessage(id)).toMatchObject({ code: "edit-collect", goods: "hold-rest" })
  expect(await isListedToShip(id)).toBe(false)
  await requestFinancing(order.id)
  await signApplication((await simulator.findCartApplication(order.id)).tip)
  await eventually(async () => {
    expect(await getStaffMessage(id)).toMatchObject({ code: "ship-paid-out", goods: "ship" })
    expect(await isListedToShip(id)).toBe(true)
  })
})

describe("an order paid by two applications", () => {
  afterEach(async () => {
    await simulator.settings({ behaviour: { fundDelaySeconds: 0 } })
  })

  it("is on hold once the service ends one application after its payout", async () => {
    const { orderId, first, second, tip } = await createOrderWithTwoLoans()
    await captureRest(orderId, second)
    await simulator.status(tip, { status: "O", postback: false })
    await reconcile(second)
    expect(await getStaffMessage(second)).toMatchObject({ code: "ended-after-payout" })
    expect(await getStaffMessage(first)).toMatchObject({ code: "held-by-other", goods: "hold" })
    expect(await isListedToShip(first)).toBe(false)
  })

  it("shows the amount to collect when the service ends one application before its payout", async () => {
    const { orderId, first, second, tip } = await createOrderWithTwoLoans()
    await simulator.settings({ behaviour: { fundDelaySeconds: 3_600 } })
    await captureRest(orderId, second)
    expect(await getStaffMessage(first)).toMatchObject({ code: "ship-paid-out" })
    await simulator.status(tip, { status: "O", postback: false })
    await reconcile(second)
    const { financed_cents } = await getLatestApplication(orderId)
    expect(await getStaffMessage(second)).toMatchObject({
      code: "rest-unpaid",
      due: financed_cents,
    })
    expect(await getStaffMessage(first)).toMatchObject({
      code: "ship-collect",
      due: financed_cents,
    })
  })

  it("may ship while the settle of one application is in doubt", async () => {
    const { orderId, second, tip } = await createOrderWithTwoLoans()
    await injectFault(tip, { operation: "settle", kind: "reset", when: "before", nth: 1 })
    const openPayment = listPayments(await admin.getOrder(orderId)).find(
      ({ captured_at }) => !captured_at
    )
    await getRefusalMessage(admin.capture(openPayment?.id ?? ""))
    await reconcile(second)
    expect((await getStaffMessage(second)).code).toMatch(/^doubt-settle(-repeats)?$/)
    expect(await isListedToShip(second)).toBe(true)
  })

  it("is on hold while the service finances less on one application", async () => {
    const { first, second, tip } = await createOrderWithTwoLoans()
    await simulator.status(tip, { status: "S", loanAmount: 1_000, postback: false })
    await reconcile(second)
    expect(await getStaffMessage(second)).toMatchObject({ code: "case-amounts", goods: "hold" })
    expect(await getStaffMessage(first)).toMatchObject({ code: "held-by-other", goods: "hold" })
    expect(await isListedToShip(first)).toBe(false)
    expect(await isListedToShip(second)).toBe(false)
  })

  it("does not need the second application once it costs less, and ships on the first", async () => {
    const { orderId, first, second } = await createOrderWithTwoLoans()
    await updateOrderQuantity(orderId, 1)
    await reconcile(second)
    expect(await getStaffMessage(second)).toMatchObject({ code: "not-needed" })
    expect(await getStaffMessage(first)).toMatchObject({
      code: "ship-paid-out",
      goods: "ship",
      due: 0,
    })
    expect([await isListedToShip(first), await isListedToShip(second)]).toEqual([true, false])
  })

  it("is on hold after an edit until staff decide about the signed application", async () => {
    const { orderId, first, second } = await createOrderWithTwoLoans()
    await updateOrderQuantity(orderId, 3)
    await reconcile(second)
    expect(await getStaffMessage(second)).toMatchObject({ code: "edited-more", goods: "hold" })
    expect(await getStaffMessage(first)).toMatchObject({ code: "held-by-other", goods: "hold" })
  })

  it("shows that only unrefunded goods ship once the first application is refunded", async () => {
    const { orderId, payment, first, second } = await createOrderWithTwoLoans()
    await admin.refund(payment.id, { amount: Number(payment.amount) })
    await reconcile(first)
    expect(await getStaffMessage(second)).toMatchObject({
      code: "ship-other-refunded",
      goods: "ship",
    })
    const { others } = await admin.adminApi.get<{ others: { id: string }[] }>(
      `/admin/consumer-financing/orders/${orderId}`
    )
    expect(others.map(({ id }) => id)).toEqual([first])
    const [item] = (await admin.getOrder(orderId)).items
    await admin.adminApi.post(`/admin/orders/${orderId}/fulfillments`, {
      items: [{ id: item?.id, quantity: 1 }],
    })
    expect(await getStaffMessage(second)).toMatchObject({
      code: "ship-other-refunded",
      goods: "ship",
    })
  })

  it("shows that only unrefunded goods ship once the second application is refunded", async () => {
    const { orderId, first, second } = await createOrderWithTwoLoans()
    const paymentId = await captureRest(orderId, second)
    const { amount } =
      listPayments(await admin.getOrder(orderId)).find(({ id }) => id === paymentId) ?? {}
    await admin.refund(paymentId, { amount: Number(amount) })
    await reconcile(second)
    expect(await getStaffMessage(second)).toMatchObject({ code: "refunded-here", goods: "hold" })
    expect(await getStaffMessage(first)).toMatchObject({
      code: "ship-other-refunded",
      goods: "ship",
    })
    const { others } = await admin.adminApi.get<{ others: { id: string }[] }>(
      `/admin/consumer-financing/orders/${orderId}`
    )
    expect(others.map(({ id }) => id)).toEqual([second])
  })
})
