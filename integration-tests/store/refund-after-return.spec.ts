import { repairLedger } from "./aged-ledger"
import { createHarness } from "./harness"
import { expectInvariants } from "./invariants"
import { listServiceCalls } from "./money-steps"
import { getLatestApplication, getStaffMessage, reconcile } from "./plugin-records"
import { createCapturedOrder, type PaidOrder } from "./purchases"
import { requestReturn, requestExchange, returnGoods } from "./returned-goods"

const { admin } = createHarness()

type RefundRequest = {
  loanAmount: number
  shipping: number
  taxes: number
  discount: number
  items: { description: string; quantity: number; price: number }[]
}

/** A desk (649.50), two bookcases (184.99 each) and delivery (49.00); New York taxes all of it. */
const createPurchase = () =>
  createCapturedOrder({
    items: [
      { handle: "walnut-desk", quantity: 1 },
      { handle: "oak-bookcase", quantity: 2 },
    ],
  })

const TAX = 1.08875
const roundToCents = (amount: number) => Math.round(amount * 100) / 100

async function getLastRefundRequest({ token }: PaidOrder): Promise<RefundRequest> {
  const call = (await listServiceCalls(token, "partialRefund")).at(-1)
  return call?.request as RefundRequest
}

const sumAmounts = ({ items, shipping, taxes, discount }: RefundRequest) =>
  items.reduce((sum, { price, quantity }) => sum + price * quantity, 0) +
  shipping +
  taxes -
  discount

const getQuantities = ({ items }: RefundRequest) =>
  Object.fromEntries(items.map(({ description, quantity }) => [description, quantity]))

it("A refund while goods are still on their way back is recorded, and opens no review case", async () => {
  const purchase = await createPurchase()
  await requestReturn(purchase, [{ title: "Oak Bookcase", quantity: 1 }])
  const { id } = await getLatestApplication(purchase.cart.id)
  await reconcile(id)
  expect(await getStaffMessage(id)).toMatchObject({ code: "paid-out", due: 0 })
  // The full amount owed has a fraction of a cent, and would need a credit line.
  await admin.refund(purchase.payment.id, { amount: 200 })
  await repairLedger(purchase)
  expect((await getLatestApplication(purchase.cart.id)).review_reason).toBeNull()
  await expectInvariants(purchase.cart.id)
})

it("An exchange for the same goods collects nothing, and ships the new ones", async () => {
  const purchase = await createPurchase()
  const { id } = await getLatestApplication(purchase.cart.id)
  await admin.createShipment(purchase.order.id, await admin.createFulfillment(purchase.order.id))
  await reconcile(id)
  expect(await getStaffMessage(id)).toMatchObject({ code: "paid-out", due: 0 })
  await requestExchange(purchase, "Walnut Desk")
  await reconcile(id)
  expect(await getStaffMessage(id)).toMatchObject({ code: "ship-paid-out", due: 0 })
})

describe("A refund after a return (design 7)", () => {
  it("of exactly the returned value removes the goods from the financed cart", async () => {
    const purchase = await createPurchase()
    await returnGoods(purchase, [{ title: "Oak Bookcase", quantity: 1 }])
    await admin.refund(purchase.payment.id, { amount: roundToCents(184.99 * TAX) })
    const body = await getLastRefundRequest(purchase)
    expect(getQuantities(body)).toEqual({ "Walnut Desk": 1, "Oak Bookcase": 1 })
    expect(body.discount).toBe(0)
    expect(sumAmounts(body)).toBeCloseTo(body.loanAmount, 5)
    await expectInvariants(purchase.cart.id)
  })

  it("of less than the returned value adds a retained charge (A23)", async () => {
    const purchase = await createPurchase()
    await returnGoods(purchase, [{ title: "Walnut Desk", quantity: 1 }])
    await admin.refund(purchase.payment.id, { amount: 600 })
    const body = await getLastRefundRequest(purchase)
    expect(getQuantities(body)).toEqual({ "Oak Bookcase": 2, "Retained charge": 1 })
    expect(sumAmounts(body)).toBeCloseTo(body.loanAmount, 5)
    expect(body.loanAmount).toBeCloseTo(roundToCents(Number(purchase.payment.amount)) - 600, 5)
    await expectInvariants(purchase.cart.id)
  })

  it("of more than the returned value adds a discount (A23)", async () => {
    const purchase = await createPurchase()
    await returnGoods(purchase, [{ title: "Oak Bookcase", quantity: 2 }])
    await admin.refund(purchase.payment.id, { amount: 500 })
    const body = await getLastRefundRequest(purchase)
    expect(getQuantities(body)).toEqual({ "Walnut Desk": 1 })
    expect(body.discount).toBeGreaterThan(0)
    expect(sumAmounts(body)).toBeCloseTo(body.loanAmount, 5)
    await expectInvariants(purchase.cart.id)
  })

  it("of more than the value of all items lowers shipping and taxes as well (A23)", async () => {
    const purchase = await createPurchase()
    const total = roundToCents(Number(purchase.payment.amount))
    await admin.refund(purchase.payment.id, { amount: roundToCents(total - 20) })
    const body = await getLastRefundRequest(purchase)
    expect(body.loanAmount).toBe(20)
    expect(body.items.every(({ price }) => price === 0)).toBe(true)
    expect(sumAmounts(body)).toBeCloseTo(20, 5)
    await expectInvariants(purchase.cart.id)
  })

  it("in two steps and then of everything leaves nothing financed", async () => {
    const purchase = await createPurchase()
    await returnGoods(purchase, [{ title: "Oak Bookcase", quantity: 1 }])
    await admin.refund(purchase.payment.id, { amount: roundToCents(184.99 * TAX) })
    await returnGoods(purchase, [{ title: "Oak Bookcase", quantity: 1 }])
    const returnedAmount = roundToCents(2 * 184.99 * TAX)
    await admin.refund(purchase.payment.id, {
      amount: roundToCents(returnedAmount - roundToCents(184.99 * TAX)),
    })
    expect(getQuantities(await getLastRefundRequest(purchase))).toEqual({ "Walnut Desk": 1 })
    await expectInvariants(purchase.cart.id)
    await returnGoods(purchase, [{ title: "Walnut Desk", quantity: 1 }])
    const total = roundToCents(Number(purchase.payment.amount))
    await admin.refund(purchase.payment.id, { amount: roundToCents(total - returnedAmount) })
    expect(await listServiceCalls(purchase.token, "refund")).toHaveLength(1)
    await expectInvariants(purchase.cart.id)
  })

  it("without a return keeps the items and adds a discount", async () => {
    const purchase = await createPurchase()
    await admin.refund(purchase.payment.id, { amount: 75.25 })
    const body = await getLastRefundRequest(purchase)
    expect(getQuantities(body)).toEqual({ "Walnut Desk": 1, "Oak Bookcase": 2 })
    expect(body.discount).toBe(75.25)
    expect(sumAmounts(body)).toBeCloseTo(body.loanAmount, 5)
    await expectInvariants(purchase.cart.id)
  })
})
